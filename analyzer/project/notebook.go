package project

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// ReadNotebook reads the commands that the cells of a notebook give to a shell: those
// behind an exclamation mark, the magics %pip, %conda and %env, and cells of %%bash. It is nil for a notebook
// without any.
func ReadNotebook(f *source.File) *File {
	shadow := &File{File: &source.File{Path: f.Path, Text: bytes.Clone(f.Text)}}
	blank(shadow.Text)
	file := &File{File: f}
	var regions []source.Span
	goesOn := false // from the last line
	cells := f.ShellCells()
	for n := 1; n <= f.LineCount(); n++ {
		at, line := f.LineStart(n), f.Line(n)
		span := source.Span{Start: at, End: at + len(line)}
		text := strings.TrimLeft(string(line), " \t")
		skip := len(line) - len(text)
		if i := slices.IndexFunc(cells, func(c source.Span) bool { return c.Contains(span) }); i >= 0 {
			copy(shadow.Text[at:span.End], line)
			if !slices.Contains(regions, cells[i]) {
				regions = append(regions, cells[i])
			}
			goesOn = false
			continue
		}
		switch begins := commandAt(text); {
		case !f.Masked(span):
			goesOn = false
			continue
		case goesOn:
			regions[len(regions)-1].End = span.End
		case begins >= 0:
			skip += begins
			regions = append(regions, span)
		default:
			file.environment(text, at+skip)
			continue
		}
		copy(shadow.Text[at+skip:span.End], line[skip:])
		goesOn = strings.HasSuffix(strings.TrimSpace(text), `\`)
	}
	for _, region := range regions {
		shadow.shellRegion(region, false, 0)
	}
	file.take(shadow)
	if len(file.Commands)+len(file.Variables) == 0 {
		return nil
	}
	return file
}

// commandAt is where the command begins that a line gives to a shell; negative if it gives
// none.
func commandAt(line string) int {
	if rest := strings.TrimLeft(line, "!"); len(rest) < len(line) {
		return len(line) - len(rest)
	}
	for _, magic := range []string{"%pip ", "%conda ", "%mamba "} {
		if strings.HasPrefix(line, magic) {
			return 1
		}
	}
	return -1
}

// environment notes a variable that a magic command sets: %env NAME=value or %env NAME value.
func (f *File) environment(text string, at int) {
	magic, setting, _ := strings.Cut(text, " ")
	if magic != "%env" && magic != "%set_env" {
		return
	}
	setting = strings.TrimLeft(setting, " ")
	start := at + len(text) - len(setting)
	i := strings.IndexAny(setting, "= ")
	if i <= 0 {
		return
	}
	f.Variables = append(f.Variables, Variable{
		Name: setting[:i], Value: strings.Trim(setting[i:], " ="), NameSpan: source.Span{Start: start, End: start + i},
		Span: source.Span{Start: start, End: at + len(text)},
	})
}
