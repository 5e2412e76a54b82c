package project_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

func read(t *testing.T, path, text string) *project.File {
	t.Helper()
	f, err := source.New(path, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return project.Read(f)
}

// told is what a reader says, a line for each entry, with the texts of its spans.
func told(f *project.File) (lines []string) {
	text := func(s source.Span) string { return string(f.Text[s.Start:s.End]) }
	for _, r := range f.Requirements {
		var versions []string
		for _, s := range r.Specifiers {
			versions = append(versions, s.Operator+s.Version)
			if s.VersionSpan != (source.Span{}) && text(s.VersionSpan) != s.Version {
				versions = append(versions, "misplaced")
			}
		}
		line := fmt.Sprintf("%s %s %s", r.System, r.Name, strings.Join(versions, ","))
		for name, value := range map[string]string{"group": r.Group, "marker": r.Marker, "build": r.Build, "extras": strings.Join(r.Extras, ",")} {
			if value != "" {
				line += " " + name + ":" + value
			}
		}
		if r.Whole != (source.Span{}) {
			line += fmt.Sprintf(" whole:%q", text(r.Whole))
		}
		lines = append(lines, strings.TrimSpace(line))
	}
	for _, i := range f.Indexes {
		lines = append(lines, fmt.Sprintf("index %s %q", i.URL, text(i.Span)))
	}
	for _, i := range f.Images {
		lines = append(lines, fmt.Sprintf("image %s %q via %d", i.Text, text(i.Span), len(i.Via)))
	}
	for _, v := range f.Variables {
		lines = append(lines, fmt.Sprintf("variable %s=%s %q whole:%q", v.Name, v.Value, text(v.NameSpan), text(v.Whole)))
	}
	for _, c := range f.Commands {
		var words []string
		for _, w := range c.Words {
			words = append(words, w.Text)
		}
		if c.Guarded {
			words = append(words, "(guarded)")
		}
		lines = append(lines, "command "+strings.Join(words, "|"))
	}
	for _, r := range f.Requests {
		lines = append(lines, fmt.Sprintf("%s %s=%s %q", r.Kind, r.Name, r.Value, text(r.NameSpan)))
	}
	for _, b := range f.Broken {
		lines = append(lines, fmt.Sprintf("broken %q", text(b)))
	}
	return lines
}

// FuzzRead reads whatever text in each format: spans lie within it, in order, and taking
// out what goes with a requirement leaves a text that reads.
func FuzzRead(f *testing.F) {
	paths := []string{"requirements.txt", "pyproject.toml", "setup.cfg", "environment.yml", "Dockerfile", "x.sh"}
	for i, text := range []string{
		"torch==2.8.0 \\\n --hash=x\n-i https://x\n", "[project]\ndependencies=[\"a\", 'b>=1']\n[tool.poetry.dependencies]\na={version='1'}\n",
		"[options]\ninstall_requires =\n  a>=1\n", "dependencies:\n - a=1=b\n - pip:\n   - c\n{{ x }}\n",
		"ARG A=1\nFROM x:${A} AS y\nENV B=1\nRUN a \\\n # c\n b <<E\nE\n", "if a; then b=$(c `d`) e; fi || f <<E\nE\n",
	} {
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, format int, text string) {
		path := paths[max(format%len(paths), 0)]
		file, err := source.New(path, []byte(text))
		if err != nil {
			t.Skip()
		}
		read := project.Read(file)
		spans := slices.Concat(read.Comments, read.Broken)
		for _, r := range read.Requirements {
			spans = append(spans, r.Span, r.NameSpan, r.Whole)
			for _, s := range r.Specifiers {
				spans = append(spans, s.VersionSpan)
			}
		}
		for _, i := range read.Indexes {
			spans = append(spans, i.Span, i.URLSpan, i.Whole)
		}
		for _, i := range read.Images {
			spans = append(append(spans, i.Span), i.Via...)
		}
		for _, r := range read.Requests {
			spans = append(spans, r.NameSpan, r.ValueSpan, r.Whole)
		}
		for _, v := range read.Variables {
			spans = append(spans, v.Span, v.NameSpan, v.Whole)
		}
		for _, c := range read.Commands {
			spans = append(spans, c.Span)
			for _, w := range c.Words {
				spans = append(spans, w.Span)
			}
		}
		for _, s := range spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(file.Text) {
				t.Fatalf("%s: span %v of %d bytes in %q", path, s, len(file.Text), text)
			}
		}
	})
}
