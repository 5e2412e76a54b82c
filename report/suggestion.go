package report

import (
	"bytes"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// suggested is the whole of a fix as a reviewer takes it with one click: lines of the
// finding's file and what replaces them. It is not ok where no such lines can hold it.
func (in *Input) suggested(d *analyzer.Diagnostic, fix *analyzer.Fix) (hunk, bool) {
	h, ok := in.oneHunk(fix)
	if !ok || h.path != d.Path || !in.asOnDisk(h) {
		return hunk{}, false
	}
	return h, true
}

// asOnDisk says whether the lines of a hunk are, byte for byte, lines of the file on disk
// with the same numbers: a byte order mark, another encoding or a carriage return that
// ends a line make a difference.
func (in *Input) asOnDisk(h hunk) bool {
	f := in.file(h.path)
	raw := in.rawSpan(h.path, source.Span{Start: f.LineStart(h.first), End: f.LineStart(h.last + 1)})
	return string(f.Raw[raw.Start:raw.End]) == h.old &&
		bytes.Count(f.Raw[:raw.Start], []byte("\n")) == h.first-1 &&
		(raw.Start == 0 || f.Raw[raw.Start-1] == '\n') &&
		bytes.Count([]byte(h.old), []byte("\n")) >= h.last-h.first
}
