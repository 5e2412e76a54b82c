// Package project reads the files of a project that are not Python: the packages it
// requires, how it is built and started. A reader turns each format into the same few
// lists, with the place of every entry, so that a rule about packages need not know in
// which format one is asked for. A reader leaves out text that it does not understand,
// and says so.
package project

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// File is a project file as its reader understands it. Spans are ranges of
// File.Text; lists are in the order of the text.
type File struct {
	*source.File

	Format       source.Format
	Requirements []Requirement
	Indexes      []Index
	Images       []Image
	Variables    []Variable
	Commands     []Command
	Requests     []Request
	Scripts      []Script
	Settings     []Setting
	Kernels      []Kernel
	// CUDA is the first name of a library of CUDA in a source in CUDA; empty if it has none.
	CUDA  source.Span
	Calls []Command // of CMake, with their names in small letters
	// Comments are those that may hold a pragma, each from its first character to the end
	// of its line.
	Comments []source.Span
	// Broken are the regions that the reader did not understand.
	Broken []source.Span
}

// System is the program that installs a package.
type System string

// The systems.
const (
	Pip   System = "pip"
	Conda System = "conda"
)

// Requirement is one package that the file asks for.
type Requirement struct {
	System  System
	Name    string // as it is written; of an address, the package there
	Extras  []string
	Marker  string // the condition behind a semicolon
	Group   string // of optional packages; empty for one that is always installed
	Channel string // of conda
	Build   string // of conda: the build string
	Address string // where it is taken from, if not from an index
	// Specifiers are the accepted versions; all of them must hold.
	Specifiers []Specifier

	Span     source.Span // from the name to the last version
	NameSpan source.Span
	// Whole is the text to delete if the package is no longer required; empty if unknown.
	Whole source.Span
}

// Specifier is a comparison with a version.
type Specifier struct {
	Operator    string // "==", ">=", …; "=" of conda means any that begins so
	Version     string
	VersionSpan source.Span
}

// Index is a place that packages are installed from.
type Index struct {
	URL     string
	URLSpan source.Span
	Option  string // "--index-url", "--find-links"; empty where no option stands
	// Span is the option with its value, or else the value.
	Span source.Span
	// Whole is the text to delete if the index is not used; empty if unknown.
	Whole source.Span
}

// Key is the name of a package as indexes compare it: in small letters, with
// hyphens.
func (r *Requirement) Key() string { return Normal(r.Name) }

// Normal is the normal form of the name of a package.
func Normal(name string) string {
	var b strings.Builder
	for i, part := range strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return c == '-' || c == '_' || c == '.' }) {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(part)
	}
	return b.String()
}

// Read is a file of a format, read by the reader of that.
func Read(f *source.File) *File {
	file := &File{File: f, Format: source.FormatOf(f.Path)}
	switch file.Format {
	case source.Requirements:
		readRequirements(file)
	case source.TOML:
		readTOML(file)
	case source.Config:
		readConfig(file)
	case source.YAML:
		readYAML(file)
	case source.Dockerfile:
		readDockerfile(file)
	case source.Shell:
		readShell(file)
	case source.Makefile:
		readMakefile(file)
	case source.JSON:
		readJSON(file)
	case source.Lock:
		readLock(file)
	case source.Terraform:
		readTerraform(file)
	case source.CUDA:
		readCUDA(file)
	case source.CMake:
		readCMake(file)
	case source.NotProject:
	}
	return file
}

// lineSpan is the line that holds an offset, without its end.
func (f *File) lineSpan(at int) source.Span {
	line := f.LineAt(at)
	start := f.LineStart(line)
	return source.Span{Start: start, End: start + len(f.Line(line))}
}

// wholeLines are the lines that hold a span, with the end of the last one, if the rest of
// them is only white space, a comma and a comment.
func (f *File) wholeLines(s source.Span) source.Span {
	first, last := f.lineSpan(s.Start), f.lineSpan(s.End)
	before := strings.TrimSpace(string(f.Text[first.Start:s.Start]))
	after := strings.TrimSpace(string(f.Text[s.End:last.End]))
	after = strings.TrimSpace(strings.TrimPrefix(after, ","))
	if before != "" || after != "" && !strings.HasPrefix(after, "#") {
		return source.Span{}
	}
	return source.Span{Start: first.Start, End: f.LineStart(f.LineAt(s.End) + 1)}
}

// text is the text of a span.
func (f *File) text(s source.Span) string { return string(f.Text[s.Start:s.End]) }

// broken notes a region that was not understood.
func (f *File) broken(s source.Span) {
	if !slices.Contains(f.Broken, s) {
		f.Broken = append(f.Broken, s)
	}
}
