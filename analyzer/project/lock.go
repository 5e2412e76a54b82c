package project

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// readLock reads the packages of uv.lock and poetry.lock. Programs write these files, an
// entry a line, and they have thousands of lines: what is wanted of them takes no parser of
// TOML.
func readLock(f *File) {
	var r *Requirement
	for n := 1; n <= f.LineCount(); n++ {
		at := f.LineStart(n)
		line := strings.TrimRight(string(f.Line(n)), " \t\r")
		if strings.HasPrefix(line, "#") {
			f.Comments = append(f.Comments, source.Span{Start: at, End: at + len(line)})
		}
		switch {
		case line == "[[package]]":
			f.Requirements = append(f.Requirements, Requirement{System: Pip})
			r = &f.Requirements[len(f.Requirements)-1]
		case strings.HasPrefix(line, "["):
			r = nil
		}
		key, value, ok := strings.Cut(line, " = \"")
		end := strings.IndexByte(value, '"')
		if r == nil || !ok || end < 0 {
			continue
		}
		start := at + len(line) - len(value)
		value = value[:end]
		span := source.Span{Start: start, End: start + end}
		switch key {
		case "name":
			r.Name, r.NameSpan, r.Span = value, span, span
		case "version":
			r.Specifiers = []Specifier{{Operator: "==", Version: value, VersionSpan: span}}
		}
	}
	f.Requirements = named(f.Requirements)
}

// named are the requirements with a name.
func named(list []Requirement) (kept []Requirement) {
	for i := range list {
		if list[i].Name != "" {
			kept = append(kept, list[i])
		}
	}
	return kept
}
