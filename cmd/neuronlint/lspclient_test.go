package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// editor is a client of the language server, as small as a test needs it.
type editor struct {
	t      *testing.T
	in     io.WriteCloser // of the server
	ended  chan int       // its exit code
	closed chan struct{}

	mu        sync.Mutex
	id        int
	answers   map[int]chan lspMessage
	shown     map[string]lspDiagnostics // the last ones, by URI
	published int
	news      chan struct{}
	settings  any
	asked     []string // methods of requests by the server
	messages  []string // of window/showMessage
	orphans   []lspMessage
}

// patience is how long a test waits for a message. It is spent only by a test that fails.
const patience = 60 * time.Second

// newEditor starts a server without saying anything to it.
func newEditor(t *testing.T, args ...string) *editor {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	e := &editor{
		t: t, in: toServer, ended: make(chan int, 1), closed: make(chan struct{}),
		answers: make(map[int]chan lspMessage), shown: make(map[string]lspDiagnostics), news: make(chan struct{}),
	}
	go e.listen(bufio.NewReader(fromServer))
	go func() {
		var stderr strings.Builder
		a := newApp(in, out, &stderr)
		code := a.run(context.Background(), append([]string{"lsp", "--log"}, args...))
		_ = out.Close()
		e.ended <- code
	}()
	t.Cleanup(func() { _ = toServer.Close(); <-e.closed })
	return e
}

// open is an editor with folders, after the greeting.
func open(t *testing.T, utf8 bool, settings any, folders ...string) *editor {
	t.Helper()
	e := newEditor(t, "--no-cache")
	e.settings = settings
	e.greet(utf8, folders...)
	return e
}

func (e *editor) greet(utf8 bool, folders ...string) map[string]any {
	e.t.Helper()
	list := []any{}
	for _, dir := range folders {
		list = append(list, map[string]any{"uri": fileURI(dir), "name": filepath.Base(dir)})
	}
	units := []string{"utf-16"}
	if utf8 {
		units = []string{"utf-16", "utf-8"}
	}
	var result map[string]any
	e.call("initialize", map[string]any{
		"processId": nil, "rootUri": nil, "workspaceFolders": list,
		"initializationOptions": map[string]any{"settings": e.settings},
		"capabilities": map[string]any{
			"general":   map[string]any{"positionEncodings": units},
			"window":    map[string]any{"workDoneProgress": true},
			"workspace": map[string]any{"configuration": e.settings != nil, "codeLens": map[string]any{"refreshSupport": true}, "workspaceEdit": map[string]any{"documentChanges": true}, "didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}},
			"textDocument": map[string]any{
				"publishDiagnostics": map[string]any{"relatedInformation": true, "versionSupport": true, "codeDescriptionSupport": true, "tagSupport": map[string]any{"valueSet": []int{1, 2}}},
				"codeAction":         map[string]any{"dataSupport": true, "resolveSupport": map[string]any{"properties": []string{"edit"}}},
				"hover":              map[string]any{"contentFormat": []string{"markdown"}},
			},
		},
	}, &result)
	e.notify("initialized", map[string]any{})
	return result
}

// listen takes in what the server sends until it ends.
func (e *editor) listen(r *bufio.Reader) {
	defer close(e.closed)
	for {
		length := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(value)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m lspMessage
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("the server sent no JSON: %v", err)
			return
		}
		e.take(m)
	}
}

func (e *editor) take(m lspMessage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer func() { close(e.news); e.news = make(chan struct{}) }()
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var d lspDiagnostics
		if err := json.Unmarshal(m.Params, &d); err != nil {
			e.t.Errorf("publishDiagnostics: %v", err)
		}
		e.shown[d.URI] = d
		e.published++
	case m.Method == "window/showMessage":
		e.messages = append(e.messages, string(m.Params))
	case m.Method != "" && len(m.ID) > 0:
		e.asked = append(e.asked, m.Method)
		var result any
		if m.Method == "workspace/configuration" {
			result = []any{e.settings}
		}
		go e.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
	case m.Method == "":
		id, err := strconv.Atoi(string(m.ID))
		if c := e.answers[id]; err == nil && c != nil {
			delete(e.answers, id)
			c <- m
		} else {
			e.orphans = append(e.orphans, m)
		}
	}
}

func (e *editor) send(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		e.t.Errorf("sending: %v", err)
		return
	}
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (e *editor) raw(text string) {
	e.mu.Lock() // so that messages do not mix
	id := e.in
	e.mu.Unlock()
	_, _ = io.WriteString(id, text) // a server that has ended is what some tests are about
}

func (e *editor) notify(method string, params any) {
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request and returns its answer, which may be an error.
func (e *editor) ask(method string, params any) lspMessage {
	e.t.Helper()
	e.mu.Lock()
	e.id++
	id, answer := e.id, make(chan lspMessage, 1)
	e.answers[id] = answer
	e.mu.Unlock()
	m := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	e.send(m)
	select {
	case m := <-answer:
		return m
	case <-time.After(patience):
		e.t.Fatalf("%s: no answer", method)
		return lspMessage{}
	}
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	m := e.ask(method, params)
	if m.Error != nil {
		e.t.Fatalf("%s: %d %s", method, m.Error.Code, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			e.t.Fatalf("%s: %v", method, err)
		}
	}
}

// await waits until a condition holds, which is asked after each message.
func (e *editor) await(what string, holds func() bool) {
	e.t.Helper()
	end := time.After(patience)
	for {
		e.mu.Lock()
		ok, news := holds(), e.news
		e.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-news:
		case <-end:
			e.mu.Lock()
			defer e.mu.Unlock()
			e.t.Fatalf("waited in vain for %s; shown: %+v; messages: %v", what, e.shown, e.messages)
		}
	}
}

// codes waits for the findings of a version of a document to have exactly these codes.
func (e *editor) codes(uri string, version int, want ...string) []lspDiagnostic {
	e.t.Helper()
	var got lspDiagnostics
	e.await(fmt.Sprintf("%s at version %d with %v", uri, version, want), func() bool {
		var ok bool
		got, ok = e.shown[uri]
		if !ok || got.Version == nil || *got.Version != version || len(got.Diagnostics) != len(want) {
			return false
		}
		for i, d := range got.Diagnostics {
			if d.Code != want[i] {
				return false
			}
		}
		return true
	})
	return got.Diagnostics
}

func (e *editor) didOpen(uri, text string) {
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": text}})
}

func (e *editor) replace(uri string, version int, text string) {
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// insert changes a range of a document.
func (e *editor) insert(uri string, version int, r lspRange, text string) {
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": []any{map[string]any{"range": r, "text": text}},
	})
}

func (e *editor) close(uri string) {
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

func (e *editor) actions(uri string, r lspRange, only ...string) []lspAction {
	e.t.Helper()
	var list []lspAction
	around := map[string]any{"diagnostics": []any{}}
	if only != nil {
		around["only"] = only
	}
	e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uri}, "range": r, "context": around}, &list)
	return list
}

// quit ends the server as the protocol has it, and returns its exit code.
func (e *editor) quit() int {
	e.t.Helper()
	e.call("shutdown", nil, nil)
	e.notify("exit", nil)
	select {
	case code := <-e.ended:
		return code
	case <-time.After(patience):
		e.t.Fatal("the server does not end")
		return -1
	}
}
