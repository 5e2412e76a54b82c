package driver

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// endless is a rule that asks about the files that mention "slow" until it is
// stopped.
func endless() *analyzer.Rule {
	return &analyzer.Rule{Code: "NRN901", Name: "endless", Run: func(p *analyzer.Pass) error {
		for strings.Contains(string(p.File.Text), "slow") {
			p.Model.Type(syntax.Root)
		}
		p.Report(analyzer.Diagnostic{Severity: analyzer.Warning, Confidence: analyzer.Certain, Message: "seen"})
		return nil
	}}
}

func TestSlowFileIsOneFinding(t *testing.T) {
	tree(t, map[string]string{"a.py": "slow = 1\n", "b.py": "x = 1\n"})
	opts := options(endless())
	opts.Paths, opts.Limits.Time = []string{"."}, 50*time.Millisecond
	r := mustRun(t, opts)
	want := "a.py:1: NRN001 warning not analyzed: the analysis took too long: the limit is 50ms\n" +
		"b.py:1: NRN901 warning seen\n"
	if got := lines(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if help := r.Diagnostics[0].Help; !strings.Contains(help, "--file-timeout") {
		t.Errorf("help %q", help)
	}
	if r.Stats.FilesFailed != 1 || r.Stats.InternalErrors != 0 {
		t.Errorf("%+v", r.Stats)
	}
	scanned, err := Scan(t.Context(), opts)
	if err != nil || len(scanned.Files) != 2 {
		t.Errorf("a scan runs no rules: %v, %d files", err, len(scanned.Files))
	}
}

// A file that waits while others have the processors costs no more for that.
func TestWaitingFileIsNotSlow(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("all time counts here")
	}
	const limit = 200 * time.Millisecond
	rule := &analyzer.Rule{Code: "NRN901", Name: "waits", Run: func(p *analyzer.Pass) error {
		time.Sleep(2 * limit)
		p.Model.Type(syntax.Root)
		return nil
	}}
	tree(t, map[string]string{"a.py": "x = 1\n"})
	opts := options(rule)
	opts.Paths, opts.Limits.Time = []string{"."}, limit
	if got := lines(mustRun(t, opts)); got != "" {
		t.Error(got)
	}
}

// A library model that was interrupted half-way must not answer the next file
// from what it has.
func TestInterruptLeavesNothingHalfKnown(t *testing.T) {
	tree(t, map[string]string{
		"lib.py": "import torch\ndef make():\n    return torch.zeros(1)\n",
		"a.py":   "from lib import make\nx = make()\ny = x.relu()\n",
	})
	ask := func(m *semantic.Model) string { return strings.Join(called(m), " ") }
	var whole, after string
	rule := &analyzer.Rule{Code: "NRN901", Name: "asks", Run: func(p *analyzer.Pass) error {
		if p.File.Path != "a.py" {
			return nil
		}
		var i semantic.Interrupt
		i.Raise()
		p.Model.InterruptBy(&i)
		if err := protect(func() error { ask(p.Model); return nil }); err == nil {
			t.Error("a raised interrupt did not end the questions")
		}
		p.Model.InterruptBy(nil)
		after = ask(p.Model)
		return nil
	}}
	opts := options(rule)
	opts.Paths = []string{"."}
	mustRun(t, opts)
	opts.Rules[len(opts.Rules)-1] = &analyzer.Rule{Code: "NRN901", Name: "asks", Run: func(p *analyzer.Pass) error {
		if p.File.Path == "a.py" {
			whole = ask(p.Model)
		}
		return nil
	}}
	mustRun(t, opts)
	if whole != after || !strings.Contains(whole, "torch.Tensor.relu") {
		t.Errorf("after an interrupt %q, without %q", after, whole)
	}
}

// called names what the calls of a file call.
func called(m *semantic.Model) []string {
	var names []string
	for _, call := range m.Calls() {
		name, _ := m.CallName(call)
		names = append(names, name)
	}
	return names
}

func TestFindingsBeyondTheLimitAreCounted(t *testing.T) {
	text := strings.Repeat("mild()\n", 3) + "grave()\n" + "mild()  # neuronlint: ignore[NRN901]\n"
	opts := fromStdin(text,
		callRule("NRN901", "mild", "mild", analyzer.Warning, nil),
		callRule("NRN902", "grave", "grave", analyzer.Error, nil))
	opts.Limits.Findings = 2
	r := mustRun(t, opts)
	want := "a.py:1: NRN901 warning mild is called\na.py:2: NRN901 warning mild is called\n" +
		"a.py:3: NRN005 error 3 more findings in this file are not listed: the limit is 2\n"
	if got := lines(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if d := r.Diagnostics[2]; d.Fingerprint == "" || d.Help == "" {
		t.Errorf("%+v", d)
	}
	opts.Limits.Findings = 5
	if got := lines(mustRun(t, opts)); strings.Contains(got, CodeOmitted) || !strings.HasSuffix(got, "suppressed a.py:5: NRN901 warning mild is called\n") {
		t.Errorf("nothing is beyond the limit:\n%s", got)
	}
}

func TestDeepFilesNameThePlace(t *testing.T) {
	deep := strings.Repeat("(", 2<<20)
	book := `{"cells": [{"cell_type": "code", "source": "a = 1"}, {"cell_type": "code", "source": "x = 1\n` + deep + `"}]}`
	tree(t, map[string]string{"a.py": "x = '((('\n\n" + deep, "b.ipynb": book, "c.py": strings.Repeat("-", 2<<20)})
	opts := options(callRule("NRN901", "mild", "mild", analyzer.Warning, nil))
	opts.Paths = []string{"."}
	want := "a.py:1: NRN001 warning not analyzed: code is nested too deeply at line 3\n" +
		"b.ipynb:1: NRN001 warning not analyzed: code is nested too deeply at cell 2, line 2\n" +
		"c.py:1: NRN001 warning not analyzed: code is nested too deeply\n"
	if got := lines(mustRun(t, opts)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLargerFilesCanBeAllowed(t *testing.T) {
	opts := fromStdin("mild()\n"+strings.Repeat("# padding\n", 1000), callRule("NRN901", "mild", "mild", analyzer.Warning, nil))
	opts.Limits.Bytes = 1000
	if got := lines(mustRun(t, opts)); !strings.Contains(got, "file is too large to parse: 10007 bytes, the limit is 1000\n") {
		t.Error(got)
	}
	opts.Limits.Bytes = 20_000
	if got := lines(mustRun(t, opts)); got != "a.py:1: NRN901 warning mild is called\n" {
		t.Error(got)
	}
}

// The code of a notebook is refused before it is known where each of its bytes
// came from, which takes many times their size; and nobody asks again.
func TestLargeNotebooksCostLittle(t *testing.T) {
	const escapes = 1_000_000
	book := `{"cells": [{"cell_type": "code", "source": "` + strings.Repeat(`\u0041`, escapes) + `"}]}`
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.ipynb", []byte(book), 0o644); err != nil {
		t.Fatal(err)
	}
	opts := fromStdin("", callRule("NRN901", "mild", "mild", analyzer.Warning, nil))
	opts.Stdin, opts.Paths, opts.Limits.Bytes = nil, []string{"."}, 1000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res := mustRun(t, opts)
	res.File("a.ipynb")
	runtime.ReadMemStats(&after)
	if got := lines(res); !strings.Contains(got, "file is too large: its code has more than 1000 bytes\n") {
		t.Error(got)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 50*escapes {
		t.Errorf("took %d bytes for %d escapes", took, escapes)
	}
}

// What a file has beyond its limit is kept for its fixes, and no more of it.
func TestFindingsBeyondTheLimitAreCheap(t *testing.T) {
	const text = "import torch\nd = torch.device('cuda')\nif d.type == 'cuda':\n    bad()\nbad()\nbad()\n"
	rule := callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "g"))
	judge := rule.Run
	rule.Run = func(p *analyzer.Pass) error {
		for n := range p.Tree.OfKind(syntax.KindString) {
			p.Report(analyzer.Diagnostic{
				Span: p.Tree.Span(n), Message: "cuda", Severity: analyzer.Warning, Confidence: analyzer.Certain,
				Related: []analyzer.Related{{Message: "here"}},
			})
		}
		return judge(p)
	}
	opts := fromStdin(text, rule)
	opts.Limits.Findings = 1
	s, err := newSession(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	s.texting.bounded = true
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	s.linkAll()
	if s.links.parts != nil || s.files[0].summary != nil {
		t.Error("what links files is kept when they are linked")
	}
	list := s.files[0].findings
	if len(list) != 5 || list[0].cause == nil || list[0].part == nil || list[1].part == nil {
		t.Fatalf("the case shows nothing: %+v", list)
	}
	s.forgetUnshown()
	for i, fd := range list {
		if told := fd.cause != nil || fd.part != nil || fd.Related != nil; told != (i == 0) {
			t.Errorf("%d: %+v", i, fd)
		}
	}
	if len(list[4].Fixes) != 1 {
		t.Errorf("the fixes of the last: %+v", list[4].Fixes)
	}
}
