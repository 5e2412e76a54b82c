package report

import (
	"bytes"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// region is where something stands in a file as programs see it that know
// nothing of notebooks: its lines are those of the file on disk.
type region struct{ start, end source.Position }

// region is where a span lies on disk.
func (in *Input) region(path string, span source.Span) region {
	r := region{in.position(path, span.Start), in.position(path, span.End)}
	if f := in.file(path); f != nil && r.start.Cell >= 0 {
		raw := f.RawSpan(span)
		r = region{rawPosition(f, raw.Start), rawPosition(f, raw.End)}
	}
	return r
}

// rawPosition is where an offset of a notebook's JSON is.
func rawPosition(f *source.File, offset int) source.Position {
	before := f.Raw[:offset]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	pos := source.Position{Line: 1 + bytes.Count(before, []byte("\n")), Byte: 1 + len(line), Column: 1, UTF16: 1, Cell: -1}
	pos.FileLine = pos.Line
	for i := 0; i < len(line); {
		_, size := utf8.DecodeRune(line[i:])
		i += size
		pos.Column++
		pos.UTF16++
		if size == utf8.UTFMax {
			pos.UTF16++
		}
	}
	return pos
}

// oneLine reports whether a region has columns on one line only.
func (r region) oneLine() bool { return r.start.Line == r.end.Line }

// finding is where a finding stands on disk.
func (in *Input) finding(d *analyzer.Diagnostic) region { return in.region(d.Path, d.Span) }

// inNotebook reports whether the lines of a file are lines of JSON on disk.
func (in *Input) inNotebook(path string) bool {
	f := in.file(path)
	return f != nil && f.Cells() != nil
}
