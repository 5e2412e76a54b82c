package driver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
)

// tensorRule reports calls of .cuda() on what is known to be a tensor.
func tensorRule() *analyzer.Rule {
	return &analyzer.Rule{Code: "NRN905", Name: "tensor-cuda", Run: func(p *analyzer.Pass) error {
		for _, call := range p.Model.Calls() {
			if name, c := p.Model.CallName(call); name == "torch.Tensor.cuda" {
				p.Report(analyzer.Diagnostic{Span: p.Tree.Span(call), Message: "a tensor moves", Confidence: c})
			}
		}
		return nil
	}}
}

func TestOneFileIsJudgedWithItsProject(t *testing.T) {
	tree(t, map[string]string{
		".git/HEAD":              "",
		"lib/__init__.py":        "from .make import *\n",
		"lib/make.py":            "import torch\ndef make():\n    return torch.zeros(1)\n",
		"scripts/near/main.py":   "from lib import make\nfrom beside import name\nmake().cuda()\nname().cuda()\n",
		"scripts/near/beside.py": "def name():\n    return 'x'\n",
		"scripts/far.py":         "from make import make\nmake().cuda()\n",
	})
	opts := options(tensorRule())
	opts.Paths = []string{"scripts"}
	if got, want := lines(mustRun(t, opts)), "scripts/near/main.py:3: NRN905 info a tensor moves\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	opts.Stdin = &Input{Path: "lib/make.py", Raw: []byte("def make():\n    return 1\n")}
	if got := lines(mustRun(t, opts)); got != "" {
		t.Errorf("what standard input holds in place of the file was not read: %s", got)
	}
}

// Files that are named are read together with what they import, if there are
// workers left, and judged as without.
func TestAhead(t *testing.T) {
	tree(t, map[string]string{
		"main.py":   "from make import make\nfrom idle import unused\nimport torch\nmake().cuda()\n",
		"make.py":   "import torch\ndef make():\n    return torch.zeros(1)\n",
		"idle.py":   "a = 1\n",
		"d/none.py": "",
	})
	for paths, spare := range map[string]int{"main.py": 7, "main.py make.py": 3, "main.py d": -1} {
		opts := options(tensorRule())
		opts.Paths, opts.Jobs = strings.Fields(paths), 8
		s, err := newSession(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		switch a := s.newAhead(t.Context()); {
		case a == nil && spare >= 0, a != nil && a.spare != spare:
			t.Errorf("%s: %+v, want %d spare goroutines for a file", paths, a, spare)
		case a != nil:
			raw := []byte("from make import make, more\nfrom idle import unused\nimport torch\nmake()\n")
			if list := a.imported(absolute(s.wd, "main.py"), raw); len(list) != 1 || list[0].Path != "make.py" {
				t.Errorf("%s: reads %v ahead", paths, list)
			}
			a.stop()
		}
		if got, want := lines(mustRun(t, opts)), "main.py:4: NRN905 info a tensor moves\n"; got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", paths, got, want)
		}
	}
}

// BenchmarkOneFile judges one file of a repository of 2,000, as before a
// commit. It must not grow with the repository.
func BenchmarkOneFile(b *testing.B) {
	files := map[string]string{".git/HEAD": "", "pkg/__init__.py": ""}
	for i := range 2_000 {
		files[fmt.Sprintf("pkg/m%d/__init__.py", i/50)] = ""
		files[fmt.Sprintf("pkg/m%d/f%d.py", i/50, i)] = fmt.Sprintf("import torch\nfrom pkg.m%d.f%d import make as before\n%s", max(i-1, 0)/50, max(i-1, 0),
			strings.Repeat("def make(x):\n    return torch.zeros(1)\nbefore(1).cuda()\n", 10))
	}
	tree(b, files)
	opts := options(tensorRule())
	opts.Paths = []string{"pkg/m20/f1000.py"}
	for b.Loop() {
		r, err := Run(b.Context(), opts)
		if err != nil || len(r.Diagnostics) != 10 {
			b.Fatalf("%v, %d findings", err, len(r.Diagnostics))
		}
	}
}

// TestFilesAreJudgedInTheirOrder: those that only import something that is said
// come between the others, near to what they import.
func TestFilesAreJudgedInTheirOrder(t *testing.T) {
	k := newKept(t, map[string]string{
		"a.py": "from b import x\n", "b.py": "x = bad()\n", "c.py": "bad()\n", "d.py": "x = 1\n", "e.py": "from a import x\n",
	})
	k.opts.Jobs, k.opts.Cache = 1, nil
	runOver(t, k.opts)
	if diff := cmp.Diff([]string{"a.py", "b.py", "c.py", "e.py"}, k.looked); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
