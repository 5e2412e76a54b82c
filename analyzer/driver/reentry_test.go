package driver

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// twoModules is a file with the two modules that it calls.
var twoModules = map[string]string{
	"lib.py":   "import torch\ndef make():\n    return torch.zeros(1)\n",
	"other.py": "import torch\ndef draw():\n    return torch.rand(1)\n",
	"a.py":     "from lib import make\nfrom other import draw\nx = make()\nx.cuda()\ny = draw()\ny.cuda()\n",
}

// A rule may ask the model of its file whatever it likes while it looks into
// another one, however deep, and gets the answers that it gets at any time.
func TestOuterModelAnswersWithinQuestions(t *testing.T) {
	tree(t, twoModules)
	within := &analyzer.Rule{Code: "NRN901", Name: "within", Run: func(p *analyzer.Pass) error {
		inside := func(show func()) {
			for _, call := range p.Model.Calls() {
				p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
					in.Type(in.Tree.Child(fn, syntax.FieldBody))
					show()
				})
			}
		}
		shown := 0
		inside(func() {
			inside(func() {
				shown++
				if got := strings.Join(called(p.Model), " "); strings.Count(got, "torch.Tensor.cuda") != 2 {
					t.Errorf("%s: within a question the model says %q", p.File.Path, got)
				}
			})
		})
		if p.File.Path == "a.py" && shown != 4 {
			t.Errorf("the case shows nothing: %d", shown)
		}
		return nil
	}}
	opts := options(within)
	opts.Paths = []string{"."}
	if r := mustRun(t, opts); r.Stats.InternalErrors != 0 || lines(r) != "" {
		t.Errorf("%+v\n%s", r.Stats, lines(r))
	}
}

// The model of another file belongs to everybody. Who keeps it for later would
// meet with what others ask at that time, and is told at once.
func TestModelsOfOtherFilesAreNotKept(t *testing.T) {
	tree(t, twoModules)
	keeps := &analyzer.Rule{Code: "NRN901", Name: "keeps", Run: func(p *analyzer.Pass) error {
		for _, call := range p.Model.Calls() {
			var lib *semantic.Model
			if p.Model.WithCallee(call, func(in *semantic.Model, _ syntax.Node) { lib = in }) {
				lib.Type(lib.Calls()[0])
			}
		}
		return nil
	}}
	opts := options(keeps, callRule("NRN902", "seen", "make", analyzer.Warning, nil))
	opts.Paths, opts.Jobs = []string{"."}, 1
	r := mustRun(t, opts)
	want := "a.py:1: NRN004 error rule NRN901 failed on this file: semantic: the model of another file was asked after the question that it was shown for"
	if got := lines(r); !strings.HasPrefix(got, want) || !strings.Contains(got, "a.py:3: NRN902 warning make is called\n") {
		t.Error(got)
	}
	if r.Stats.InternalErrors != 1 {
		t.Errorf("%+v", r.Stats)
	}
}
