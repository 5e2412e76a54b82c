package opsdb

import (
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
)

// sortedText is a large table that is kept as text. Its lines are in the order of their
// first cells: a lookup is a search in the text and reading the table costs no more
// than finding it. Validate checks the assumptions made here.
type sortedText struct {
	schema *schema
	body   string // the lines, without the header
}

// readSorted finds a table that is looked up as text.
func readSorted(fsys fs.FS, s *schema) (sortedText, error) {
	text, err := readText(fsys, s.file)
	if err != nil {
		return sortedText{}, fmt.Errorf("opsdb: %w", err)
	}
	header, body, _ := strings.Cut(text, "\n")
	if want := strings.Join(s.columns, "\t"); header != want {
		return sortedText{}, fmt.Errorf("opsdb: %s:1: header is %q, want %q", s.file, header, want)
	}
	return sortedText{schema: s, body: body}, nil
}

// readText reads a file into a string with one copy, or without any.
func readText(fsys fs.FS, name string) (string, error) {
	if s, ok := fsys.(shipped); ok {
		if text, ok := s.text(name); ok {
			return text, nil
		}
	}
	file, err := fsys.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // nothing was written
	var text strings.Builder
	if info, err := file.Stat(); err == nil {
		text.Grow(int(info.Size()))
	}
	_, err = io.Copy(&text, file)
	return text.String(), err
}

// rows yields the cells of the lines whose first cell is key.
func (t sortedText) rows(key string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		prefix := key + "\t"
		at := t.find(prefix)
		for n := 0; strings.HasPrefix(t.body[at:], prefix); n++ {
			line, _, _ := strings.Cut(t.body[at:], "\n")
			cells := strings.Split(line, "\t")
			if len(cells) != len(t.schema.columns) || !yield(n, cells) {
				return
			}
			at = min(at+len(line)+1, len(t.body))
		}
	}
}

// pairs reads the way from the words in a column, the other spellings of a name,
// to the first cell of their line.
func (t sortedText) pairs(column int) map[string]string {
	names := make(map[string]string, len(t.body)/400) // one for each line or two
	for line := range strings.Lines(t.body) {
		name, cell, _ := strings.Cut(line, "\t")
		for range column - 1 {
			_, cell, _ = strings.Cut(cell, "\t")
		}
		if cell == "" || cell[0] == '\t' {
			continue // most have no other spelling
		}
		cell, _, _ = strings.Cut(cell, "\t")
		for word := range strings.SplitSeq(cell, " ") {
			names[word] = name
		}
	}
	return names
}

// has tells whether some line has key as its first cell.
func (t sortedText) has(key string) bool {
	prefix := key + "\t"
	return strings.HasPrefix(t.body[t.find(prefix):], prefix)
}

// all yields the cells of every line.
func (t sortedText) all() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(t.body) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(cells) == len(t.schema.columns) && !yield(cells) {
				return
			}
		}
	}
}

// find returns where the first line that is not less than prefix begins. A tab
// is less than any other character of a cell, so lines sort as their cells do.
func (t sortedText) find(prefix string) int {
	low, high := 0, len(t.body) // begins of lines: those before low are less, high is not
	for low < high {
		middle := low + (high-low)/2
		start := low + strings.LastIndexByte(t.body[low:middle], '\n') + 1
		if t.body[start:min(start+len(prefix), len(t.body))] >= prefix {
			high = start
			continue
		}
		line, _, _ := strings.Cut(t.body[middle:high], "\n")
		low = min(middle+len(line)+1, high)
	}
	return high
}

// keys yields the first cell of every line from the first one that is not less
// than prefix, each name once.
func (t sortedText) keys(prefix string) iter.Seq[string] {
	return func(yield func(string) bool) {
		previous := ""
		for at := t.find(prefix); at < len(t.body); {
			line, _, _ := strings.Cut(t.body[at:], "\n")
			at += len(line) + 1
			key, _, _ := strings.Cut(line, "\t")
			if key != previous && !yield(key) {
				return
			}
			previous = key
		}
	}
}
