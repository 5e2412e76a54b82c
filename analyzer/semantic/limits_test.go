package semantic

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// TestLarge asks everything of programs that are large in one way each. The
// bound is what a hang looks like on a slow machine under the race detector;
// how fast each is, is for the benchmarks.
func TestLarge(t *testing.T) {
	const most = 60 * time.Second
	tests := []struct{ name, src string }{
		{"assignments to one name", "import torch\n" + lines(10_000, "x = torch.zeros(%d)\n") + "x.to('cuda')\n"},
		{"assignments that read the name", "import torch\nx = torch.zeros(1)\n" + lines(10_000, "x = x.view(%d)\n") + "x.cuda()\n"},
		{"conditional assignments", "import torch\nd = 'cuda'\n" + lines(3_000, "if a%d:\n    d = 'cuda'\n") + "torch.device(d)\n"},
		{"conditional assignments read in between", "import torch\nd = 'cuda'\n" + lines(1_000, "if a%d:\n    d = 'cuda'\n    torch.device(d)\n") + "torch.device(d)\n"},
		{"assignments in a loop", "import torch\nx = torch.zeros(1)\nfor i in n:\n" + lines(1_000, "    x = x.view(%d)\n")},
		{"branches", "import torch\nif a:\n    pass\n" + lines(5_000, "elif a == %d:\n    d = 'cuda'\n") + "torch.device(d)\n"},
		{"branches that ask for CUDA", "import torch\nif a:\n    pass\n" + lines(5_000, "elif torch.cuda.device_count() > %d:\n    torch.cuda.synchronize()\n")},
		{"functions in functions", nestedFunctions(1_000)},
		{"functions that call each other", "import torch\n" + lines(2_000, "def f%d(x):\n    return f%d(x)\n") + "f0(torch.zeros(1)).cuda()\n"},
		{"methods of a class", "import torch\nclass C:\n    def __init__(self):\n        self.d = 'cuda'\n" + lines(2_000, "    def f%d(self):\n        return torch.device(self.d)\n")},
		{"attributes of a class", "import torch\nclass C:\n    def __init__(self):\n" + lines(2_000, "        self.a%d = torch.cuda.is_available()\n") + "    def f(self):\n" + lines(2_000, "        if self.a%d: pass\n")},
		{"base classes", "import torch\nclass C0(torch.nn.Module): pass\n" + chainOfClasses(1_000) + "C999().cuda()\n"},
		{"chain of attributes", "import torch\nx = torch" + strings.Repeat(".cuda", 5_000) + "\n"},
		{"chain of calls", "import torch\nx = torch.zeros(1)" + strings.Repeat(".view(1)", 3_000) + ".cuda()\n"},
		{"chain of aliases", "import torch\na0 = torch.cuda\n" + aliases(5_000) + "a4999.synchronize()\n"},
		{"chain of devices", "import torch\na0 = 'cuda'\n" + aliases(5_000) + "torch.device(a4999)\n"},
		{"devices", "import torch\n" + lines(5_000, "d%d = torch.device('cuda')\n")},
		{"guarded devices", "import torch\n" + lines(2_000, "if torch.cuda.is_available():\n    d%d = torch.device('cuda')\n")},
		{"compared devices", "import torch\ndevice = 'cuda'\ntorch.device(device)\n" + lines(3_000, "if device == 'cuda':\n    x%d = 1\n")},
		{"sum of strings", "import torch\ntorch.device('cuda'" + strings.Repeat(" + a", 3_000) + ")\n"},
		{"conditionals", "import torch\nd = " + strings.Repeat("'cuda' if torch.cuda.is_available() else ", 500) + "'cpu'\ntorch.device(d)\n"},
		{"conditions", "import torch\nif torch.cuda.is_available()" + strings.Repeat(" and torch.cuda.is_available()", 2_000) + ": pass\n"},
		{"doubling functions", "import torch\ndef f0(x): return torch.cuda.is_available()\n" + doubling(40) + "if f40(1): pass\n"},
		{"nested lists", "x = " + strings.Repeat("[", 1_000) + strings.Repeat("]", 1_000) + "\n"},
		{"keys", "import torch\ncfg = {" + lines(3_000, "'k%d': 'cuda', ") + "}\ntorch.device(cfg[k])\n"},
		{"imports", lines(5_000, "import torch as t%d\n") + "t0.device('cuda')\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := modelOf(t, tt.src)
			start := time.Now()
			askEverything(m, 997)
			if d := time.Since(start); d > most {
				t.Errorf("took %v, want at most %v", d, most)
			}
		})
	}
}

// TestLongNames holds that the names of a chain of attributes end somewhere: all
// of them together would take memory by the square of its length.
func TestLongNames(t *testing.T) {
	m := modelOf(t, "import torch\nx = torch"+strings.Repeat(".cuda", 2_000)+"\n")
	named := 0
	for n := range m.Tree.OfKind(syntax.KindAttribute) {
		switch name, _ := m.Name(n); {
		case len(name) > 2_000:
			t.Fatalf("a name of %d bytes", len(name))
		case name != "":
			named++
		}
	}
	if named < 100 {
		t.Errorf("%d names, want those that are of some length", named)
	}
}

// askEverything calls what rules call, and asks for an explanation at every
// step-th byte.
func askEverything(m *Model, step int) {
	m.Devices()
	for _, c := range m.Compares() {
		m.Revived(c)
		m.Bundle(c.Literal)
	}
	for _, g := range m.Guards() {
		for _, a := range g.Atoms {
			m.Bundle(a)
		}
		m.GuardedForNeuron(g.Node)
	}
	m.DeadRegions()
	m.Blind()
	for _, call := range m.Calls() {
		m.CallName(call)
		m.Type(call)
		m.Region(call)
		m.OnHost(call)
		m.DType(call)
		m.Constant(call)
	}
	for n := range m.References() {
		m.Name(n)
		m.ModuleName("torch", n)
	}
	for _, fn := range m.Functions() {
		m.Callers(fn)
	}
	for offset := 0; offset < len(m.Tree.Source()); offset += step {
		m.Explain(offset)
	}
}

// lines repeats a line with its number wherever it has a %d.
func lines(n int, line string) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return out.String()
}

func nestedFunctions(n int) string {
	var out strings.Builder
	out.WriteString("import torch\nd = 'cuda'\n")
	for i := range n {
		fmt.Fprintf(&out, "%sdef f%d(x%d, d=d):\n", strings.Repeat(" ", i), i, i)
	}
	fmt.Fprintf(&out, "%storch.device(d)\n", strings.Repeat(" ", n))
	return out.String()
}

func chainOfClasses(n int) string {
	var out strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&out, "class C%d(C%d): pass\n", i, i-1)
	}
	return out.String()
}

func aliases(n int) string {
	var out strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&out, "a%d = a%d\n", i, i-1)
	}
	return out.String()
}

// doubling is functions each of which asks the one before it twice.
func doubling(n int) string {
	var out strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&out, "def f%d(x): return f%d(x) and f%d(x)\n", i, i-1, i-1)
	}
	return out.String()
}

// TestBroken asks everything of programs that the grammar does not take.
func TestBroken(t *testing.T) {
	for _, src := range []string{
		"", "\n", "#", "import", "from import x", "from . import", "import torch as", "def", "def f(", "class", "class C(",
		"x =", "x.", "x[", "torch.device(", "torch.device('cuda", "f'cuda:{", "if", "if torch.cuda.is_available()", "for x in",
		"with a as", "lambda", "[x for", "match x:\n  case", "del", "global", "nonlocal x", "@", "try:", "*a, = 1", "a = b = ",
		"d = 'cuda' if else 'cpu'", "{'cuda': }[device]", "assert", "while:", "return 'cuda'", "x: = 1", "(x := )", "...", "del (a, [b])",
		"import torch\ntorch.device(*)\n", "from torch import (\n", "print 'cuda'\n", "exec 'cuda'\n", "def f((a, b)): return a\nf('cuda')\n",
	} {
		askEverything(modelOf(t, src), 1)
	}
}

// TestSameAnswers wants answers that do not depend on the order of questions.
func TestSameAnswers(t *testing.T) {
	for _, src := range []string{
		"import torch\nx = torch.zeros(1)\nfor i in n:\n    x = x.view(-1)\n    x = x.relu()\nx.cuda()\n",
		"import torch\nx = torch.zeros(1)\ny = x\nfor i in n:\n    x = y.relu()\n    y = x.view(-1)\ny.cuda()\n",
		"import torch\nclass M(torch.nn.Module):\n    def __init__(self):\n        self.a = torch.zeros(1)\n    def step(self):\n        self.a = self.a.view(-1)\n        return self.a\nM().step().cuda()\n",
		"import torch\nh = None\nwhile a:\n    h = step(h)\n    h = h.cuda() if h is not None else torch.zeros(1)\n",
	} {
		forwards, backwards := modelOf(t, src), modelOf(t, src)
		for n := syntax.Root; int(n) < forwards.Tree.Len(); n++ {
			forwards.Type(n)
		}
		for n := syntax.Node(backwards.Tree.Len() - 1); n > syntax.None; n-- {
			backwards.Type(n)
		}
		for n := syntax.Root; int(n) < forwards.Tree.Len(); n++ {
			if a, b := forwards.Type(n), backwards.Type(n); !a.Equal(b) {
				t.Errorf("%s\n%q at %d: %v asked forwards, %v backwards", src, forwards.Tree.Text(n), forwards.Tree.Start(n), a, b)
			}
		}
	}
}
