package semantic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// readCounter counts what a project reads.
type readCounter struct {
	repository
	read []string
}

func (c *readCounter) Load(name string) (*source.File, *syntax.Tree, error) {
	c.read = append(c.read, name)
	return c.repository.Load(name)
}

func (c *readCounter) project() *semantic.Project {
	return semantic.NewProject(database(), c, strings.TrimSuffix(root, "/"))
}

// model is the model of a file as rules see it.
func (c *readCounter) model(t *testing.T, p *semantic.Project, name string) *semantic.Model {
	t.Helper()
	file, tree, err := c.repository.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return p.Model(name, file, tree)
}

// answersOf asks what every expression of the files names and yields, from the
// first to the last or the other way round.
func answersOf(t *testing.T, files repository, backwards bool) map[string]string {
	t.Helper()
	c := &readCounter{repository: files}
	p := c.project()
	var names []string
	for name := range files {
		if strings.HasSuffix(name, ".py") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if backwards {
		slices.Reverse(names)
	}
	out := make(map[string]string)
	for _, name := range names {
		m := c.model(t, p, name)
		for i := range m.Tree.Len() {
			n := syntax.Node(i)
			if backwards {
				n = syntax.Node(m.Tree.Len() - 1 - i)
				m.Type(n)
			}
			r, typ := m.Ref(n), m.Type(n)
			out[fmt.Sprint(name, ":", m.Tree.Start(n), " ", n, " ", m.Tree.Text(n))] = fmt.Sprint(
				r.Name, r.Def, r.Local, place(r.Foreign), r.Confidence, " | ",
				typ.Kind, typ.Name, typ.Class, place(typ.Foreign), typ.Elem, typ.Confidence)
		}
	}
	return out
}

func place(f semantic.ForeignDef) string {
	if f.Module == nil {
		return "-"
	}
	return fmt.Sprint(f.Module.Path, f.Node)
}

// TestOrderOfQuestions wants the same answers whatever is asked first, over
// all cases of the corpus and over modules that need each other.
func TestOrderOfQuestions(t *testing.T) {
	t.Parallel()
	all := programs(t)
	all = append(all,
		program{name: "modules in a circle", texts: map[string][]byte{
			"a.py": []byte("import torch\nimport b\ndef f(x, n):\n    return b.g(x, n - 1) if n else torch.zeros(1)\nclass A(b.B):\n    def __init__(self):\n        self.w = f(1, 2)\n"),
			"b.py": []byte("import a\nimport torch.nn as nn\ndef g(x, n):\n    y = a.f(x, n)\n    for _ in y:\n        y = y.view(-1)\n    return y\nclass B(nn.Module):\n    def forward(self, x):\n        return a.A().w + x\n"),
			"c.py": []byte("from a import A, f\nfrom b import *\nz = g(f(0, 1), 2)\nz.cuda()\nA()(z).cuda()\n"),
		}},
		program{name: "bindings in a circle", texts: map[string][]byte{
			"a.py": []byte("def replicate(model: 'torch.nn.Module', n):\n    while hasattr(model, 'model'):\n        model = model.model\n    for n, c in zip(n, c):\n        out = c * n\n        c = out\n    return model\n"),
		}},
	)
	for _, p := range all {
		files := make(repository)
		for name, text := range p.texts {
			files[root+name] = text
		}
		forwards, backwards := answersOf(t, files, false), answersOf(t, files, true)
		for at, answer := range forwards {
			if backwards[at] != answer {
				t.Errorf("%s: %s\nforwards  %s\nbackwards %s", p.name, at, answer, backwards[at])
			}
		}
	}
}

// TestReads wants a project to read what the questions about one file lead to
// and nothing else, however large the repository: not what is imported and
// never used, nor the packages around it.
func TestReads(t *testing.T) {
	t.Parallel()
	c := &readCounter{repository: largeRepository(2_000)}
	m := c.model(t, c.project(), root+"pkg/mod7/file7.py")
	askTypes(m)
	if got, want := strings.Join(c.read, " "), root+"pkg/mod6/file6.py"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
	found := false
	for _, call := range m.Calls() {
		if name, _ := m.CallName(call); name == "torch.Tensor.relu" {
			found = true
		}
	}
	if !found {
		t.Error("what the file imports is not known to be a tensor")
	}
}

// largeRepository has files that import their neighbours.
func largeRepository(n int) repository {
	files := repository{root + "pkg/__init__.py": nil}
	for i := range n {
		dir := fmt.Sprintf("%spkg/mod%d/", root, i)
		files[dir+"__init__.py"] = fmt.Appendf(nil, "from .file%d import step\n", i)
		files[fmt.Sprintf("%sfile%d.py", dir, i)] = fmt.Appendf(nil, `import torch
import numpy as np
from pkg.mod%d.file%d import make
from pkg.mod%d import step as own

def step(x):
    return make(x).relu()

def make(x):
    return torch.zeros(x)
`, max(i-1, 0), max(i-1, 0), i)
	}
	return files
}

func askTypes(m *semantic.Model) {
	for n := range m.Tree.Len() {
		m.Type(syntax.Node(n))
	}
	m.Blind()
}

// TestPathological asks about programs whose answers lead far. The bound is
// what a hang looks like on a slow machine.
func TestPathological(t *testing.T) {
	t.Parallel()
	chain := make(map[string][]byte)
	for i := range 1_000 {
		chain[fmt.Sprintf("m%d.py", i)] = fmt.Appendf(nil, "import torch\nfrom m%d import f as g, x as y\nx = y\ndef f(a):\n    return g(a) if a else torch.zeros(1)\nf(1).cuda()\n", (i+1)%1_000)
	}
	for name, texts := range map[string]map[string][]byte{
		"modules that call each other": chain,
		"one module that holds all":    {"a.py": []byte("import torch\nx = torch.zeros(1)\nfor i in n:\n" + strings.Repeat("    x = x.view(1)\n    y = x + 1\n    x = y if i else x\n", 2_000) + "x.cuda()\n")},
	} {
		c := &readCounter{repository: make(repository)}
		for file, text := range texts {
			c.repository[root+file] = text
		}
		p := c.project()
		start := time.Now()
		for file := range texts {
			askTypes(c.model(t, p, root+file))
		}
		if took := time.Since(start); took > 60*time.Second {
			t.Errorf("%s: took %v", name, took)
		} else {
			t.Logf("%s: %v", name, took)
		}
	}
}

// BenchmarkOneFile judges one file of a repository of 2,000.
func BenchmarkOneFile(b *testing.B) {
	c := &readCounter{repository: largeRepository(2_000)}
	name := root + "pkg/mod7/file7.py"
	file, tree, err := c.repository.Load(name)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		askTypes(c.project().Model(name, file, tree))
	}
}

// What is read ahead is not read again, and what could not be is tried once more.
func TestAhead(t *testing.T) {
	files := repository{
		root + "a.py": []byte("from b import f\nfrom c import g\nx = f()\ny = g()\n"),
		root + "b.py": []byte("import torch\ndef f():\n    return torch.zeros(2)\n"),
		root + "c.py": []byte("import torch\ndef g():\n    return torch.zeros(2)\n"),
	}
	c := &readCounter{repository: files}
	p := c.project()
	p.Ahead(c, p.Module(root+"b.py"))
	p.Ahead(repository{}, p.Module(root+"c.py"))
	m := c.model(t, p, root+"a.py")
	for i := range m.Tree.Len() {
		if n := syntax.Node(i); m.Tree.Kind(n) == syntax.KindCall && m.Type(n).Kind != semantic.KindTensor {
			t.Errorf("%s is %v", m.Tree.Text(n), m.Type(n).Kind)
		}
	}
	if want := []string{root + "b.py", root + "c.py"}; !slices.Equal(c.read, want) {
		t.Errorf("read %q, want %q", c.read, want)
	}
}

// A star import of the project binds a name anew that stands above it, if the module
// that it is of hands that name on.
func TestStarCoversWhatStandsAbove(t *testing.T) {
	t.Parallel()
	files := repository{
		root + "other.py":   []byte("class torch:\n    pass\n"),
		root + "real.py":    []byte("import torch\n"),
		root + "clean.py":   []byte("x = 1\n"),
		root + "listed.py":  []byte("__all__ = ['x']\ntorch = x = 1\n"),
		root + "through.py": []byte("from other import *\n"),
	}
	const call = "torch.cuda.synchronize"
	for text, want := range map[string]string{
		"import torch\nfrom other import *\nCALL()\n":                     "",
		"import torch\nfrom through import *\nCALL()\n":                   "",
		"import torch\nfrom other import *\ndef f():\n    CALL()\n":       "",
		"import torch\ndef f():\n    CALL()\nfrom other import *\n":       "",
		"import torch\nCALL()\nfrom other import *\n":                     call,
		"from other import *\nimport torch\nCALL()\n":                     call,
		"import torch\nfrom real import *\nCALL()\n":                      call,
		"import torch\nfrom clean import *\nCALL()\n":                     call,
		"import torch\nfrom listed import *\nCALL()\n":                    call,
		"import torch\nfrom nowhere import *\nCALL()\n":                   call,
		"def f():\n    import torch\n    CALL()\nfrom other import *\n":   call,
		"import torch\nfrom clean import *\nfrom real import *\nCALL()\n": call,
		"import torch\nfrom other import *\nfrom real import *\nCALL()\n": call,
		"import torch\nfrom real import *\nfrom other import *\nCALL()\n": "",
	} {
		files[root+"case.py"] = []byte(strings.ReplaceAll(text, "CALL", call))
		c := &readCounter{repository: files}
		m := c.model(t, c.project(), root+"case.py")
		got := ""
		for n := range m.Tree.OfKind(syntax.KindAttribute) {
			if r := m.Ref(n); m.Tree.Text(n) == call && !r.Local {
				got = r.Name
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
