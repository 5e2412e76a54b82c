//go:build unix && !race

// The race detector makes everything slow, and not everything alike.

package rules_test

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestNotebooksGrowAsTheyShould checks files that take long to read, to patch or
// to take apart, and four times as large ones, which take four times as long and
// not sixteen times.
func TestNotebooksGrowAsTheyShould(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, most = 4000, 8
	db := opsdb.New()
	patch(t, db, "a.py", "import torch\ntorch.zeros(2).cuda()\n") // loads the tables
	for name, text := range largeFiles() {
		t.Run(name, func(t *testing.T) {
			path := name[strings.LastIndexByte(name, ' ')+1:]
			ratio := most + 1.0
			for range attempts { // a busy machine makes some runs slower, and none faster
				small, large := patching(t, db, path, text(n)), patching(t, db, path, text(4*n))
				t.Logf("%v for %d, %v for %d", small, n, large, 4*n)
				if ratio = float64(large) / float64(max(small, 10*time.Millisecond)); ratio <= most {
					break
				}
			}
			if ratio > most {
				t.Errorf("%d takes %.1f times as much as %d", 4*n, ratio, n)
			}
		})
	}
}

// largeFiles are made of n parts each.
func largeFiles() map[string]func(n int) string {
	const start, moves = "import torch\n", "torch.zeros(2).cuda()\n"
	source := func(part string) func(int) string {
		return func(n int) string { return written(start + moves + strings.Repeat(part, n)) }
	}
	cells := func(cell string) func(int) string {
		return func(n int) string {
			list := make([]string, n)
			for i := range list {
				list[i] = cell
			}
			return written(append([]string{start + moves}, list...)...)
		}
	}
	return map[string]func(n int) string{
		"tiny cells.ipynb":             cells("x"),
		"cells with fixes.ipynb":       cells(moves),
		"cells of shell.ipynb":         cells("%%bash\nls"),
		"magics.ipynb":                 source("%timeit x\n"),
		"commands.ipynb":               source("x = !ls\n"),
		"questions.ipynb":              source("x?\n"),
		"magics that go on.ipynb":      source("%foo \\\n"),
		"fixes.ipynb":                  source(moves),
		"fixes beside wide text.ipynb": source("x.cuda() # \U0001F600\n"),
		"escapes.ipynb":                source("#\x01\x02\"\\\n"),
		"one line.ipynb": func(n int) string {
			return written(start + "x = [" + strings.Repeat("torch.zeros(2).cuda(), ", n) + "]\n")
		},
		// All fixes are discarded, since what they leave is no Python.
		"discarded fixes.py": func(n int) string { return start + strings.Repeat(moves, n) },
	}
}

// written is a notebook whose cells are given as Python, not as JSON.
func written(cells ...string) string {
	for i, cell := range cells {
		quoted, _ := json.Marshal(cell) // text is always JSON
		cells[i] = string(quoted[1 : len(quoted)-1])
	}
	return notebook(cells...)
}

// breaks turns all calls of cuda into what is no Python.
func breaks() *analyzer.Rule {
	return &analyzer.Rule{Code: "NRN999", Name: "breaks", Run: func(p *analyzer.Pass) error {
		for _, call := range p.Model.Calls() {
			if strings.HasSuffix(p.File.Path, ".py") && strings.HasSuffix(p.Tree.Text(p.Tree.Callee(call)), ".cuda") {
				span := p.Tree.Span(call)
				p.Report(analyzer.Diagnostic{Span: span, Confidence: analyzer.Certain, Fixes: []analyzer.Fix{{
					Safety: analyzer.Safe, Edits: []analyzer.Edit{{Path: p.File.Path, Span: span, Text: "x = ("}},
				}}})
			}
		}
		return nil
	}}
}

// patch checks a file and makes its fixes.
func patch(t *testing.T, db *opsdb.DB, path, text string) {
	t.Helper()
	list := rules.All()
	if strings.HasSuffix(path, ".py") {
		list = []*analyzer.Rule{breaks()}
	}
	fixed, err := driver.Fix(t.Context(), driver.Options{
		Stdin: &driver.Input{Path: path, Raw: []byte(text)}, Rules: list, DB: db, Jobs: 1,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"}, MinConfidence: analyzer.Likely,
	})
	if err != nil {
		t.Fatal(err)
	}
	if fixed.Before.Stats.FilesFailed > 0 {
		t.Fatalf("it was not read: %+v", fixed.Before.Diagnostics)
	}
}

// patching is the least processor time of two that it takes.
func patching(t *testing.T, db *opsdb.DB, path, text string) time.Duration {
	t.Helper()
	var best time.Duration
	for i := range 2 {
		var before, after syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
			t.Fatal(err)
		}
		patch(t, db, path, text)
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &after); err != nil {
			t.Fatal(err)
		}
		if took := time.Duration(after.Utime.Nano() - before.Utime.Nano()); i == 0 || took < best {
			best = took
		}
	}
	return best
}
