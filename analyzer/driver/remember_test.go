package driver

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// fix checks that fixes with the cache come to those without it.
func (k *kept) fix(t *testing.T, why string) *Fixed {
	t.Helper()
	without := k.opts
	without.Cache = nil
	cold, warm := fixOver(t, without), fixOver(t, k.opts)
	for when, results := range map[string][2]*Result{"before": {cold.Before, warm.Before}, "after": {cold.After, warm.After}} {
		if diff := cmp.Diff(tell(results[0]), tell(results[1])); diff != "" {
			t.Errorf("%s: the cache makes a difference %s (-without +with):\n%s", why, when, diff)
		}
	}
	if diff := cmp.Diff(cold.Changes, warm.Changes); diff != "" {
		t.Errorf("%s: the cache changes what is written (-without +with):\n%s", why, diff)
	}
	return warm
}

func fixOver(t *testing.T, opts Options) *Fixed {
	t.Helper()
	f, err := Fix(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// nameRule reports what calls come to.
func nameRule() *analyzer.Rule {
	return &analyzer.Rule{Code: "NRN901", Name: "called", Run: func(p *analyzer.Pass) error {
		for n := range p.Tree.All(syntax.Root) {
			if p.Tree.Kind(n) != syntax.KindCall || p.Tree.Text(p.Tree.Callee(n)) == "bad" {
				continue
			}
			name, _ := p.Model.CallName(n)
			p.Report(analyzer.Diagnostic{Span: p.Tree.Span(n), Message: name + " is called", Severity: analyzer.Warning, Confidence: analyzer.Certain})
		}
		return nil
	}}
}

// TestCacheRestsOnWhatTheFixedTextAsks: a module that only the fixed text asks
// something, and where its import leads, count like any other.
func TestCacheRestsOnWhatTheFixedTextAsks(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "import aside\nbad()\n", "aside.py": "from deep import good\n", "deep.py": "from os import path as good\n"})
	k.opts = options(callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("aside.good", analyzer.Safe, "")), nameRule())
	k.opts.Cache = &Cache{Dir: filepath.Join(t.TempDir(), "cache"), Build: "1"}
	k.opts.Paths = []string{filepath.Join(k.dir, "a.py")}
	messages := func(f *Fixed) string { return f.After.Diagnostics[0].Message }
	if got := messages(k.fix(t, "cold")); got != "os.path is called" {
		t.Fatalf("after the fix %s", got)
	}
	k.fix(t, "warm")
	s, err := newSession(t.Context(), k.opts)
	if err != nil {
		t.Fatal(err)
	}
	s.memory = s.newMemory(false)
	if err := s.survey(t.Context()); err != nil || s.memory.fixed() == nil {
		t.Fatalf("the run as a whole is not kept (%v)", err)
	}
	k.write(t, "deep.py", "from os import sep as good\n")
	if got := messages(k.fix(t, "the module says something else")); got != "os.sep is called" {
		t.Fatalf("after the fix %s", got)
	}
	k.write(t, "deep/__init__.py", "from os import curdir as good\n")
	k.fix(t, "the import leads elsewhere")
}

// TestCacheOfWhatIsForgotten: of a file in which nothing can be found only some is
// told, until it imports something of which there is more to tell.
func TestCacheOfWhatIsForgotten(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "import helper\ndef (\n", "helper.py": "x = 1\n"})
	k.opts.NoPrefilter = true
	k.run(t, "cold", "a.py", "helper.py", "setup.py")
	k.write(t, "helper.py", "bad()\n")
	k.run(t, "there is something in what it imports", "helper.py")
	k.write(t, "helper.py", "x = 1\n")
	k.run(t, "and nothing again", "helper.py")
}

// TestCacheOfFilesThatChangeMeanwhile: what is kept rests on the texts that the
// run looked at, and not on those that lie there when it is over.
func TestCacheOfFilesThatChangeMeanwhile(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "import helper\n", "b.py": "bad()\n", "helper.py": "x = 1\n"})
	k.opts.Paths = []string{filepath.Join(k.dir, "a.py"), filepath.Join(k.dir, "b.py")}
	rule := k.opts.Rules[len(k.opts.Rules)-1]
	calm := rule.Run
	rule.Run = func(p *analyzer.Pass) error {
		k.write(t, "helper.py", "bad()\n")
		return calm(p)
	}
	runOver(t, k.opts)
	rule.Run = calm
	k.run(t, "after the change", "a.py")
}
