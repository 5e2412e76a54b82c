package syntax

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// book is a notebook of the given code cells.
func book(t testing.TB, cells ...string) *source.File {
	t.Helper()
	type cell struct {
		Kind   string `json:"cell_type"`
		Source string `json:"source"`
	}
	var doc struct {
		Cells []cell `json:"cells"`
	}
	for _, c := range cells {
		doc.Cells = append(doc.Cells, cell{"code", c})
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	f, err := source.New("a.ipynb", raw)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestCellsWithErrors checks what is reported of cells that do not parse, and
// that the others are read as if those were not there.
func TestCellsWithErrors(t *testing.T) {
	for name, tc := range map[string]struct {
		cells  []string
		errors []string
		reads  []string // calls that are found
	}{
		"none":                {[]string{"a()", "await b()\nasync with c() as d:\n    pass"}, nil, []string{"a()", "b()", "c()"}},
		"bracket not closed":  {[]string{"a()", "x = (1,", "b()"}, []string{"x = (1,"}, []string{"a()", "b()"}},
		"brackets that match": {[]string{"x = (1,", "2)", "b()"}, []string{"x = (1,", "2)"}, []string{"b()"}},
		"string not closed":   {[]string{"x = '''", "a()\n'''\n", "b()"}, []string{"x = '''", "'''"}, []string{"a()", "b()"}},
		"backslash":           {[]string{"x = a() + \\", "b()"}, []string{"x = a() + \\"}, []string{"b()"}},
		"statements around":   {[]string{"a()\nx = = 2\nb()", "c()"}, []string{"x = = 2"}, []string{"a()", "b()", "c()"}},
		"decorator alone":     {[]string{"@a\n", "def f():\n    b()"}, []string{"@a"}, []string{"b()"}},
		"last of all":         {[]string{"a()", "f("}, []string{"f("}, []string{"a()"}},
		"commands to IPython": {[]string{"if x:\n    !ls\na()", "%time b()", "c?"}, nil, []string{"a()", "b()"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := book(t, tc.cells...)
			tree, err := ParseFile(t.Context(), f, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if err := checkInvariants(tree); err != nil {
				t.Error(err)
			}
			var calls []string
			for n := range tree.All(Root) {
				if tree.Kind(n) == KindCall && !tree.InError(n) {
					calls = append(calls, tree.Text(n))
				}
			}
			if !slices.Equal(calls, tc.reads) {
				t.Errorf("calls are %q, want %q", calls, tc.reads)
			}
			var broken []string
			for _, text := range errorTexts(tree) {
				broken = append(broken, strings.TrimSpace(text))
			}
			for i := range tc.errors {
				tc.errors[i] = strings.TrimSpace(tc.errors[i])
			}
			if !slices.Equal(broken, tc.errors) {
				t.Errorf("errors are %q, want %q", broken, tc.errors)
			}
			if string(tree.Source()) != string(f.Text) {
				t.Errorf("the source reads %q", tree.Source())
			}
		})
	}
}

func TestPlainFilesAreParsedAsBefore(t *testing.T) {
	f, err := source.New("a.py", []byte("x = = 2\nf(\n"))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := ParseFile(t.Context(), f, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := errorTexts(tree), errorTexts(parse(t, string(f.Text))); !slices.Equal(got, want) {
		t.Errorf("errors are %q, want %q", got, want)
	}
}

func TestManyBrokenCells(t *testing.T) {
	begin := time.Now()
	tree, err := ParseFile(t.Context(), book(t, slices.Repeat([]string{"f((", "g()"}, 2000)...), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(tree.Errors()); n != 2000 {
		t.Errorf("%d errors", n)
	}
	if took := time.Since(begin); took > hang {
		t.Errorf("took %v", took)
	}
}
