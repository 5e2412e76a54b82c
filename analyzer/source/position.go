package source

import "fmt"

// Span is a half-open range [Start, End) of byte offsets into File.Text.
type Span struct{ Start, End int }

// Len is the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether other lies within s.
func (s Span) Contains(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// In reports whether s lies within one of the regions.
func (s Span) In(regions []Span) bool {
	for _, r := range regions {
		if r.Contains(s) {
			return true
		}
	}
	return false
}

// Overlaps reports whether the spans share at least one byte.
func (s Span) Overlaps(other Span) bool { return s.Start < other.End && other.Start < s.End }

// Position is a place in a file as people and protocols count it.
type Position struct {
	Line     int // 1-based; in a notebook it counts inside the cell
	Column   int // 1-based, in Unicode code points
	UTF16    int // 1-based column in UTF-16 code units
	Byte     int // 1-based column in bytes of the decoded text
	FileLine int // 1-based line of the file on disk; equals Line outside notebooks
	Cell     int // 0-based cell index over all cells of a notebook, -1 outside notebooks
}

// String is the line in words, and in a notebook the cell, which people count
// from 1.
func (p Position) String() string {
	if p.Cell >= 0 {
		return fmt.Sprintf("cell %d, line %d", p.Cell+1, p.Line)
	}
	return fmt.Sprintf("line %d", p.Line)
}
