package report

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

func (in *Input) jsonFix(d *analyzer.Diagnostic, f *analyzer.Fix) jsonFix {
	out := jsonFix{
		Title: f.Title, Safety: f.Safety.String(), Group: string(f.Group), Follows: string(f.Follows),
		Reason: in.jsonReason(d, f), Requires: jsonRequires{Stack: f.Requires.Stack, SDK: f.Requires.SDK},
		Edits: []jsonEdit{},
	}
	for _, e := range f.Edits {
		edit, ok := in.jsonEdit(e)
		if !ok {
			out.Edits = []jsonEdit{}
			break
		}
		out.Edits = append(out.Edits, edit)
	}
	return out
}

// jsonEdit is an edit as it is made on disk, line ends and escapes included.
// JSON is Unicode, so in a file of another encoding the characters stand for
// their bytes. It is not ok for an edit that cannot be made.
func (in *Input) jsonEdit(e analyzer.Edit) (edit jsonEdit, ok bool) {
	f := in.file(e.Path)
	if f == nil {
		return jsonEdit{Path: e.Path, Start: e.Span.Start, End: e.Span.End, Text: e.Text}, true
	}
	span, raw, err := f.RawEdit(e.Span, e.Text)
	if f.Encoding != "utf-8" {
		raw = []byte(lineEnds(e.Text, f.EOL()))
	}
	return jsonEdit{Path: e.Path, Start: span.Start, End: span.End, Text: string(raw)}, err == nil
}

// lineEnds writes every line end of s as eol.
func lineEnds(s, eol string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if eol == "\n" {
		return s
	}
	return strings.ReplaceAll(s, "\n", eol)
}
