package report

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// jsonSuggestion is a whole fix as lines of the finding's file and their replacement, with
// the line ends of the file.
type jsonSuggestion struct {
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
	Text    string `json:"text"`
	Safety  string `json:"safety"`
	Group   string `json:"group"`
}

// jsonSuggestion stands at the first finding of its group: a group may have as many
// findings as lines.
func (in *Input) jsonSuggestion(d *analyzer.Diagnostic, said map[analyzer.GroupID]bool) *jsonSuggestion {
	fix := in.offered(d)
	if fix == nil || d.Suppressed || said[fix.Group] && fix.Group != "" {
		return nil
	}
	said[fix.Group] = true
	h, ok := in.suggested(d, fix)
	if !ok {
		return nil
	}
	return &jsonSuggestion{h.first, h.last, h.new, fix.Safety.String(), string(fix.Group)}
}

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
