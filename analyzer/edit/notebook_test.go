package edit

import (
	"errors"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// newBook builds edits to a notebook of code cells with the given sources, which
// are JSON.
func newBook(t testing.TB, sources ...string) *Builder {
	t.Helper()
	f, err := source.New("a.ipynb", []byte(book(sources...)))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := syntax.ParseFile(t.Context(), f, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return &Builder{File: f, Tree: tree}
}

func book(sources ...string) string {
	var cells []string
	for _, s := range sources {
		cells = append(cells, `{"cell_type": "code", "source": `+s+`}`)
	}
	return `{"cells": [` + strings.Join(cells, ", ") + `]}`
}

func TestInsertImportIntoNotebook(t *testing.T) {
	for name, tc := range map[string]struct{ cells, want []string }{
		"behind the last line of a cell": {
			[]string{`["%pip install x\n", "import torch"]`, `["%%time\n", "x = 1"]`},
			[]string{`["%pip install x\n", "import torch\n", "import torch_xla"]`, `["%%time\n", "x = 1"]`},
		},
		"behind a line end at the end of a cell": {
			[]string{`["import torch\n"]`, `["x = 1"]`},
			[]string{`["import torch\n","import torch_xla\n"]`, `["x = 1"]`},
		},
		"within a cell": {
			[]string{`"import torch\nx = 1"`},
			[]string{`"import torch\nimport torch_xla\nx = 1"`},
		},
		"below a cell magic": {
			[]string{`["%%bash\n", "ls"]`, `["%%time\n", "x = 1"]`},
			[]string{`["%%bash\n", "ls"]`, `["%%time\n", "import torch_xla\n", "\n", "x = 1"]`},
		},
		"behind a comment that is a cell": {
			[]string{`["# Licence"]`, `["x = 1"]`},
			[]string{`["# Licence\n","\n","import torch_xla"]`, `["x = 1"]`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, tc.cells...)
			e, ok := b.InsertImport("import torch_xla")
			if !ok {
				t.Fatal("no edit")
			}
			if got, want := b.apply(t, e), book(tc.want...); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestDeleteStatementFromNotebook(t *testing.T) {
	for name, tc := range map[string]struct{ cell, want string }{
		"last of a cell":  {`["x = 1\n", "f()"]`, `["x = 1"]`},
		"first of a cell": {`["f()\n", "x = 1"]`, `["x = 1"]`},
		"all of a cell":   {`["f()"]`, `[""]`},
		"measured":        {`["%time f()\n", "x = 1"]`, `["%time pass\n", "x = 1"]`},
		"below a command": {`["!ls\n", "f()\n", "x?"]`, `["!ls\n", "x?"]`},
		"of a block":      {`["if x:\n", "    f()\n"]`, `["if x:\n", "    pass\n"]`},
		"beside a command": {
			`["if x:\n", "    !ls\n", "    f()"]`, `["if x:\n", "    !ls"]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, tc.cell, `["y = 2"]`)
			e, ok := b.DeleteStatement(b.statement(t, "f()"))
			if !ok {
				t.Fatal("no edit")
			}
			if got, want := b.apply(t, e), book(tc.want, `["y = 2"]`); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestVerifyNotebook(t *testing.T) {
	b := newBook(t, `["x = 1\n", "!ls\n", "y = 2"]`, `["z = 3"]`)
	text := string(b.Tree.Source())
	for name, tc := range map[string]struct {
		old, text string
		want      error
	}{
		"a new error":              {"y", "(", ErrSyntax},
		"error in a cell":          {"x = 1", "x = (1", ErrSyntax},
		"a command":                {"1\n   \ny", "1\ny", source.ErrProtected},
		"two cells":                {"2\nz", "2", source.ErrProtected},
		"a command comes to exist": {"x = 1", "%cd", ErrNotebook},
		"fine":                     {"2", "3", nil},
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(text, tc.old)
			e := b.ReplaceSpan(source.Span{Start: at, End: at + len(tc.old)}, tc.text)
			if _, err := Verify(t.Context(), b.File, []Edit{e}, nil, syntax.Limits{}); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

// Two fixes that delete the last lines of a cell leave no empty string.
func TestNeighbouringEditsInNotebook(t *testing.T) {
	b := newBook(t, `["x = 1\n", "f()\n", "g()"]`)
	var edits []Edit
	for _, call := range []string{"f()", "g()"} {
		e, _ := b.DeleteStatement(b.statement(t, call))
		edits = append(edits, e)
	}
	if got, want := b.apply(t, edits...), book(`["x = 1"]`); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}
