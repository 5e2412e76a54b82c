package edit

import "github.com/neuronlint/neuronlint/analyzer/source"

// Between is the edits, of whole lines, that make one text out of another.
func Between(path string, before, after []byte) []Edit {
	a, b := splitLines(string(before)), splitLines(string(after))
	var edits []Edit
	line, at := 0, 0
	for _, d := range blocks(a, b) {
		for ; line < d.oldStart; line++ {
			at += len(a[line])
		}
		e := Edit{Path: path, Span: source.Span{Start: at}}
		for ; line < d.oldEnd; line++ {
			at += len(a[line])
		}
		e.Span.End = at
		for _, text := range b[d.newStart:d.newEnd] {
			e.Text += text
		}
		edits = append(edits, e)
	}
	return edits
}
