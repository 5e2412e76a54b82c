package driver

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// slowly is a session whose files are analysed without a limit; from then on no
// file has time for anything.
func slowly(t *testing.T, opts Options) *session {
	t.Helper()
	s, err := newSession(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	s.opts.Limits.Time = time.Millisecond
	return s
}

// large is a file that takes longer than a millisecond, whatever is done for it.
func large(line string) string { return "import torch\n" + strings.Repeat(line, 20_000) }

// A device is followed through files that are not judged, and one that takes too
// long is said to be left out.
func TestLinkingHeedsTheLimit(t *testing.T) {
	tree(t, map[string]string{
		"a.py": "import torch\nimport b\nDEVICE = 'cuda'\nb.use(DEVICE)\ntorch.device(DEVICE)\n",
		"b.py": "import a\ndef use(d): pass\n" + large("torch.device(a.DEVICE)\n"),
	})
	opts := options(callRule("NRN901", "seen", "bad", analyzer.Warning, nil))
	opts.Paths = []string{"a.py"}
	s := slowly(t, opts)
	s.linkAll()
	if s.summary("b.py") != nil { // whether linking asks for it or not
		t.Error("it was not cut")
	}
	if _, err := s.plan(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "b.py:1: NRN001 warning devices are not followed through this file: the analysis took too long: the limit is 1ms\n"
	if got := lines(s.result()); got != want || !s.slow.Load() {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A file whose patched text takes too long loses its fixes and keeps its findings.
func TestFixesHeedTheLimit(t *testing.T) {
	tree(t, map[string]string{"a.py": large("x = [1, 2]\n") + "bad()\n", "b.py": "bad()\n"})
	opts := options(callRule("NRN901", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")))
	opts.Paths = []string{"."}
	s := slowly(t, opts)
	s.linkAll()
	s.files[0].outline = nil       // the whole text is parsed
	s.charge("b.py", -time.Minute) // a millisecond may be too little for a small file, too
	changes, err := s.plan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := lines(s.result())
	want := "a.py:1: NRN002 warning the fixes of this file were discarded: making them took too long: the limit is 1ms\n"
	if !strings.Contains(got, want) || !strings.Contains(got, "a.py:20002: NRN901") || !strings.Contains(got, "b.py:1: NRN901") {
		t.Error(got)
	}
	if len(changes) != 1 || changes[0].path != "b.py" {
		t.Errorf("%d changes", len(changes))
	}
}

// What why says of a place takes no longer than an analysis may.
func TestReasonsHeedTheLimit(t *testing.T) {
	tree(t, map[string]string{"a.py": large("x = torch.zeros(2).relu()\n")})
	opts := options()
	opts.Paths = []string{"a.py"}
	s := slowly(t, opts)
	raw, err := s.read(s.files[0])
	if err != nil {
		t.Fatal(err)
	}
	file, err := source.New("a.py", raw)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := syntax.ParseFile(t.Context(), file, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.reasons(t.Context(), file, parsed, func(*syntax.Tree) []int { return []int{file.LineStart(1000)} }); !errors.Is(err, errSlow) {
		t.Error(err)
	}
}

// Questions about other files count for the file that asks them, and operators are
// looked for within the limit, too.
func TestQuestionsAndScansHeedTheLimit(t *testing.T) {
	tree(t, map[string]string{
		"a.py":   "import torch\nfrom lib import slow\nslow()\n",
		"lib.py": "def slow():\n    return 1\n",
		"z.py":   "import torch\ntorch.zeros(2)\n",
	})
	endlessly := &analyzer.Rule{Code: "NRN901", Name: "endless-within", Run: func(p *analyzer.Pass) error {
		for _, call := range p.Model.Calls() {
			p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
				for {
					in.Returns(fn)
				}
			})
		}
		return nil
	}}
	opts := options(endlessly)
	opts.Paths, opts.Limits.Time = []string{"."}, 50*time.Millisecond
	const slow = "not analyzed: the analysis took too long: the limit is 50ms"
	if got, want := lines(mustRun(t, opts)), "a.py:1: NRN001 warning "+slow+"\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tree(t, map[string]string{"a.py": large("x = torch.zeros(2).relu().cuda()\n"), "z.py": "import torch\ntorch.zeros(2)\n"})
	opts.Limits.Time = 20 * time.Millisecond
	scanned, err := Scan(t.Context(), opts)
	if err != nil || len(scanned.Problems) != 1 || !strings.Contains(scanned.Problems[0].Message, "took too long") || len(scanned.Files) != 1 {
		t.Errorf("%v: %+v", err, scanned)
	}
}
