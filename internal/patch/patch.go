// Package patch reads the parts of unified diffs that tell which lines of which files a
// change adds.
package patch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// File is the part of a diff about one file.
type File struct {
	Old   string // path before; empty for a file that is new
	New   string // path after; empty for a file that was deleted
	Added []Range
}

// Range is a run of lines of the new file, counted from 1: First up to and
// including Last.
type Range struct{ First, Last int }

// ErrNoDiff means that a text holds no diff of any file.
var ErrNoDiff = errors.New("no unified diff")

// Parse reads a unified diff, plain or as git writes it. Paths come without the a/ and
// b/ that git puts before them. An empty text is a diff of nothing; a text that is no
// diff is ErrNoDiff, and a truncated diff or one with wrong counts is an error that
// names the line.
func Parse(r io.Reader) ([]File, error) {
	p := &parser{lines: bufio.NewReader(r)}
	for {
		more, err := p.next()
		if err != nil {
			return nil, fmt.Errorf("diff: line %d: %w", p.number, err)
		}
		if !more {
			break
		}
	}
	p.finish()
	if len(p.files) == 0 && p.text {
		return nil, ErrNoDiff
	}
	return p.files, nil
}

type parser struct {
	lines  *bufio.Reader
	number int    // of the line, from 1
	line   string // without its line break
	text   bool   // anything but blank lines was read
	files  []File
	file   File
	open   bool // file has something to say
	git    bool // inside the header that git writes
}

// read takes the next line. Only the line feed ends it: a carriage return stays part of
// the line.
func (p *parser) read() (bool, error) {
	line, err := p.lines.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if line == "" {
		return false, nil
	}
	p.number++
	p.line = strings.TrimSuffix(line, "\n")
	p.text = p.text || strings.TrimSpace(p.line) != ""
	return true, nil
}

// next reads a line outside of hunks, and the whole hunk where one begins.
func (p *parser) next() (bool, error) {
	more, err := p.read()
	if !more || err != nil {
		return false, err
	}
	header := strings.TrimSuffix(p.line, "\r")
	switch {
	case strings.HasPrefix(header, "diff --git "):
		p.finish()
		p.file, p.open, p.git = gitPaths(header), true, true
	case strings.HasPrefix(header, "diff --cc "), strings.HasPrefix(header, "diff --combined "), strings.HasPrefix(header, "@@@ "):
		return false, errors.New("a combined diff of a merge; give the diff to one parent")
	case p.git && strings.HasPrefix(header, "rename from "):
		p.file.Old, err = unquote(header[len("rename from "):])
	case p.git && strings.HasPrefix(header, "rename to "):
		p.file.New, err = unquote(header[len("rename to "):])
	case p.git && strings.HasPrefix(header, "new file mode "):
		p.file.Old = ""
	case p.git && strings.HasPrefix(header, "deleted file mode "):
		p.file.New = ""
	case strings.HasPrefix(header, "--- "):
		if !p.git {
			p.finish()
			p.open = true
		}
		p.file.Old, err = headerPath(header[len("--- "):], "a/")
	case strings.HasPrefix(header, "+++ ") && p.open:
		p.git = false
		p.file.New, err = headerPath(header[len("+++ "):], "b/")
	case strings.HasPrefix(header, "@@ ") && p.open:
		err = p.hunk(header)
	}
	return err == nil, err
}

// finish closes the file that is being read.
func (p *parser) finish() {
	if p.open && (p.file.Old != "" || p.file.New != "") {
		p.files = append(p.files, p.file)
	}
	p.file, p.open, p.git = File{}, false, false
}

// hunk reads the lines of a hunk and notes which of the new file are added.
func (p *parser) hunk(header string) error {
	var oldCount, line, newCount int
	body, _, found := strings.Cut(header[len("@@ "):], " @@")
	before, after, both := strings.Cut(body, " ")
	if !found || !both || !span(before, "-", new(int), &oldCount) || !span(after, "+", &line, &newCount) {
		return fmt.Errorf("malformed hunk header %q", header)
	}
	for oldCount > 0 || newCount > 0 {
		more, err := p.read()
		if err != nil {
			return err
		}
		if !more {
			return errors.New("the diff breaks off inside a hunk")
		}
		switch {
		case strings.HasPrefix(p.line, "+"):
			p.add(line)
			line, newCount = line+1, newCount-1
		case strings.HasPrefix(p.line, "-"):
			oldCount--
		case strings.HasPrefix(p.line, `\`):
		case p.line == "", p.line == "\r", strings.HasPrefix(p.line, " "):
			line, newCount, oldCount = line+1, newCount-1, oldCount-1
		default:
			return fmt.Errorf("a line of a hunk begins with %q", p.line[:1])
		}
		if oldCount < 0 || newCount < 0 {
			return errors.New("the hunk has more lines than its header says")
		}
	}
	return nil
}

// add notes a line of the new file as added.
func (p *parser) add(line int) {
	if n := len(p.file.Added); n > 0 && p.file.Added[n-1].Last == line-1 {
		p.file.Added[n-1].Last = line
		return
	}
	p.file.Added = append(p.file.Added, Range{line, line})
}

// span reads "-12,3" or "-12", which stands for one line.
func span(text, sign string, first, count *int) bool {
	text, ok := strings.CutPrefix(text, sign)
	start, length, counted := strings.Cut(text, ",")
	*count = 1
	var err, errCount error
	*first, err = strconv.Atoi(start)
	if counted {
		*count, errCount = strconv.Atoi(length)
	}
	return ok && err == nil && errCount == nil && *first >= 0 && *count >= 0
}
