package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/tools/txtar"
)

// The editor shows of a folder what check says there, before anybody types, while every
// file is open, and after it was typed in and all of that was taken back.
func TestLSPAgreesWithCheck(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/rules/*.txtar")
	if err != nil || len(archives) < 100 {
		t.Fatal(archives, err)
	}
	demo, err := filepath.Abs("../../testdata/demo")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("demo", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(demo)); err != nil {
			t.Fatal(err)
		}
		holdAgainstCheck(t, dir)
	})
	every := 12
	if os.Getenv("NEURONLINT_LSP_ALL") != "" {
		every = 1
	}
	for i, name := range archives {
		if i%every != 0 {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			dir := t.TempDir()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				path := filepath.Join(dir, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			holdAgainstCheck(t, dir)
		})
	}
}

func holdAgainstCheck(t *testing.T, dir string) {
	t.Helper()
	want := checked(t, dir)
	e := open(t, false, map[string]any{"diagnostics": "workspace"}, dir)
	same := func(when string) {
		t.Helper()
		e.await("what check says "+when+":\n     "+strings.Join(want, "\n     "), func() bool { return slices.Equal(e.lines(dir), want) })
	}
	same("at first")
	texts := make(map[string]string)
	versions := make(map[string]int)
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(name)
		if filepath.Ext(name) != ".ipynb" && !bytes.Contains(raw, []byte("coding:")) && !bytes.HasPrefix(raw, []byte("\ufeff")) {
			texts[fileURI(name)] = string(raw)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for uri, text := range texts {
		e.didOpen(uri, text)
		versions[uri] = 1
	}
	settle := func() {
		for uri := range texts {
			e.actions(uri, lspRange{}, "quickfix") // is answered when all is as it would be on disk
		}
	}
	settle()
	same("with every file open")
	for uri, text := range texts {
		for _, typed := range []string{"def f(\n" + text, text[:len(text)/2], "\n\n" + strings.ReplaceAll(text, "\"cuda\"", "\"cpu\""), "\n" + text} {
			versions[uri]++
			e.replace(uri, versions[uri], typed)
		}
	}
	settle()
	for uri, text := range texts {
		versions[uri]++
		e.replace(uri, versions[uri], text)
	}
	settle()
	same("after typing")
}

// lines are the findings that are shown, one a line, as checked has them.
func (e *editor) lines(dir string) []string {
	var list []string
	for uri, d := range e.shown {
		u, err := url.Parse(uri)
		if err != nil {
			continue
		}
		path, _ := filepath.Rel(dir, filepath.FromSlash(u.Path))
		for _, one := range d.Diagnostics {
			list = append(list, fmt.Sprintf("%s:%d:%d-%d:%d %s %d", filepath.ToSlash(path), one.Range.Start.Line, one.Range.Start.Character,
				one.Range.End.Line, one.Range.End.Character, one.Code, one.Severity))
		}
	}
	slices.Sort(list)
	return list
}

// checked are the findings of check in a folder.
func checked(t *testing.T, dir string) []string {
	t.Helper()
	t.Chdir(dir)
	var report struct {
		Diagnostics []struct {
			Path, Code, Severity string
			Line                 int
			Column               int
			EndLine              int `json:"end_line"`
			EndColumn            int `json:"end_column"`
			Start, End           int
			Cell                 *int
			Suppressed, Test     bool
		}
	}
	var out, errs bytes.Buffer
	a := newApp(strings.NewReader(""), &out, &errs)
	a.run(t.Context(), []string{"check", "--no-cache", "--exit-zero", "--format", "json"})
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err, errs.String())
	}
	var list []string
	for _, d := range report.Diagnostics {
		if d.Suppressed {
			continue
		}
		raw, err := os.ReadFile(d.Path)
		if err != nil {
			t.Fatal(err)
		}
		severity := map[string]int{"error": 1, "warning": 2, "info": 3}[d.Severity]
		if d.Test && severity == 3 {
			severity = 4
		}
		line, column, endLine, endColumn := d.Line-1, units16(raw, d.Line, d.Column), d.EndLine-1, units16(raw, d.EndLine, d.EndColumn)
		if d.Cell != nil {
			line, column = rawPlace(raw, d.Start)
			endLine, endColumn = rawPlace(raw, d.End)
		}
		list = append(list, fmt.Sprintf("%s:%d:%d-%d:%d %s %d", d.Path, line, column, endLine, endColumn, d.Code, severity))
	}
	slices.Sort(list)
	return list
}

// units16 is a column of code points in UTF-16, 0-based.
func units16(raw []byte, line, column int) int {
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(raw), "\ufeff"), "\r\n", "\n"), "\n")
	if line > len(lines) {
		return 0
	}
	runes := []rune(lines[line-1])
	return len(utf16.Encode(runes[:min(column-1, len(runes))]))
}

func rawPlace(raw []byte, at int) (line, column int) {
	before := string(raw[:at])
	line = strings.Count(before, "\n")
	return line, len(utf16.Encode([]rune(before[strings.LastIndexByte(before, '\n')+1:])))
}
