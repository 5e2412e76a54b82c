package driver

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// TestProgress: a run tells its phases in their order, and in those with a total
// comes to it, whatever the cache and the sieve spare it.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		text := "import torch\nbad()\n"
		if i%3 == 0 {
			text = "x = 1\n"
		}
		write(t, filepath.Join(dir, fmt.Sprintf("m%02d.py", i)), text)
	}
	opts := options(callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")))
	opts.Paths, opts.Jobs = []string{dir}, 4
	p := &Progress{}
	var phases []string
	far := make(map[string]int)
	told := make(chan struct{}, 1) // one at a time
	p.told = func() {
		told <- struct{}{}
		defer func() { <-told }()
		phase, done, total := p.Now()
		if total > 0 && done > total {
			t.Errorf("%s: %d of %d", phase, done, total)
		}
		if !slices.Contains(phases, phase) {
			phases = append(phases, phase)
		}
		far[phase] = max(far[phase], done)
	}
	opts.Progress = p
	if _, err := Fix(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	want := []string{phaseLooking, phaseAnalysing, phaseFixing}
	if !slices.Equal(phases, want) || far[phaseLooking] != 20 || far[phaseAnalysing] != 20 || far[phaseFixing] != 13 {
		t.Errorf("phases %q, files %v", phases, far)
	}
}
