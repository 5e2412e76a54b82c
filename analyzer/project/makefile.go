package project

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

var (
	makeExport   = regexp.MustCompile(`^\s*export\s+([A-Za-z_][A-Za-z0-9_]*)\s*[:?+]?=\s*([^#\r\n]*)`)
	makeVariable = regexp.MustCompile(`\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)`)
)

// readMakefile reads the recipes of a makefile, as the shell that gets them does, and the
// variables that it exports. A recipe that begins with a hyphen may fail.
func readMakefile(f *File) {
	shadow := f.recipes()
	for n := 1; n <= f.LineCount(); {
		at := f.LineStart(n)
		line := f.Line(n)
		if len(line) == 0 || line[0] != '\t' {
			f.makeLine(string(line), at)
			n++
			continue
		}
		last := n
		for last < f.LineCount() && bytes.HasSuffix(bytes.TrimRight(f.Line(last), "\r"), []byte(`\`)) {
			last++
		}
		known := len(shadow.Commands)
		shadow.shellRegion(source.Span{Start: at, End: at + f.LineStart(last) - at + len(f.Line(last))}, false, 0)
		if strings.HasPrefix(strings.TrimLeft(string(line), "\t @+"), "-") {
			for i := known; i < len(shadow.Commands); i++ {
				shadow.Commands[i].Guarded = true
			}
		}
		n = last + 1
	}
	f.take(shadow)
}

// makeLine reads a line that is no part of a recipe.
func (f *File) makeLine(line string, at int) {
	if i := strings.IndexByte(line, '#'); i >= 0 {
		f.Comments = append(f.Comments, source.Span{Start: at + i, End: at + len(line)})
	}
	if m := makeExport.FindStringSubmatchIndex(line); m != nil {
		name := source.Span{Start: at + m[2], End: at + m[3]}
		f.Variables = append(f.Variables, Variable{
			Name: line[m[2]:m[3]], Value: strings.TrimSpace(line[m[4]:m[5]]), NameSpan: name, Span: source.Span{Start: name.Start, End: at + m[1]},
			Whole: source.Span{Start: at, End: f.LineStart(f.LineAt(at) + 1)},
		})
	}
}

// recipes is the file with text of the same size that a shell reads: variables of make as
// those of a shell, and nothing of what make itself reads at the beginning of a recipe.
func (f *File) recipes() *File {
	text := makeVariable.ReplaceAll(f.Text, []byte("${$1}"))
	goesOn := false
	for start := 0; start < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		if text[start] == '\t' && !goesOn {
			for i := start; i < end && strings.IndexByte("\t @+-", text[i]) >= 0; i++ {
				text[i] = ' '
			}
		}
		goesOn = bytes.HasSuffix(bytes.TrimRight(text[start:end], "\r\n"), []byte(`\`))
		start = end
	}
	return &File{File: &source.File{Path: f.Path, Text: text}}
}

// take takes in what was read of a text of the same size.
func (f *File) take(other *File) {
	f.Requirements = append(f.Requirements, other.Requirements...)
	f.Indexes = append(f.Indexes, other.Indexes...)
	f.Images = append(f.Images, other.Images...)
	f.Variables = append(f.Variables, other.Variables...)
	f.Commands = append(f.Commands, other.Commands...)
	f.Comments = append(f.Comments, other.Comments...)
}
