package main

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

type lspMessage struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

type lspPosition struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type lspRange struct {
	Start lspPosition `json:"start"`
	End   lspPosition `json:"end"`
}

type lspDiagnostics struct {
	URI         string          `json:"uri"`
	Version     *int            `json:"version"`
	Diagnostics []lspDiagnostic `json:"diagnostics"`
}

type lspDiagnostic struct {
	Range           lspRange `json:"range"`
	Severity        int      `json:"severity"`
	Code            string   `json:"code"`
	Source          string   `json:"source"`
	Message         string   `json:"message"`
	Tags            []int    `json:"tags"`
	CodeDescription struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
	RelatedInformation []struct {
		Location struct {
			URI   string   `json:"uri"`
			Range lspRange `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`
}

type lspEdit struct {
	Range   lspRange `json:"range"`
	NewText string   `json:"newText"`
}

type lspAction struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Edit  *struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string `json:"uri"`
				Version *int   `json:"version"`
			} `json:"textDocument"`
			Edits []lspEdit `json:"edits"`
		} `json:"documentChanges"`
	} `json:"edit"`
	Data        json.RawMessage `json:"data"`
	Diagnostics []lspDiagnostic `json:"diagnostics"`
	IsPreferred bool            `json:"isPreferred"`
}

func fileURI(name string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(name)}
	return u.String()
}

// apply makes edits of a text whose columns count UTF-16.
func apply(text string, edits []lspEdit) string {
	at := func(p lspPosition) int {
		offset := 0
		for range p.Line {
			offset += strings.IndexByte(text[offset:], '\n') + 1
		}
		for left := p.Character; left > 0; {
			r, size := utf8.DecodeRuneInString(text[offset:])
			left--
			if offset += size; r > 0xffff {
				left--
			}
		}
		return offset
	}
	out := text
	for i := len(edits) - 1; i >= 0; i-- { // they come in order
		out = out[:at(edits[i].Range.Start)] + edits[i].NewText + out[at(edits[i].Range.End):]
	}
	return out
}
