package driver

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// againstBaseline runs over the working directory.
func againstBaseline(t *testing.T, b *Baseline, change func(*Options)) *Result {
	t.Helper()
	opts := options(bad(analyzer.Safe), callRule("NRN902", "worse", "worse", analyzer.Info, nil))
	opts.Paths, opts.Baseline = []string{"."}, b
	if change != nil {
		change(&opts)
	}
	return mustRun(t, opts)
}

// stored is a baseline that was written and read again.
func stored(t *testing.T, b *Baseline) *Baseline {
	t.Helper()
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if b, err = ParseBaseline("baseline.json", data); err != nil {
		t.Fatal(err)
	}
	return b
}

func empty(t *testing.T) *Baseline {
	t.Helper()
	b, err := NewBaseline("baseline.json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// counts are those of a ratchet: new, fixed, and what the next baseline holds
// without and with what is new.
func counts(r *Result) string {
	k := r.Ratchet
	return fmt.Sprintf("%d new, %d fixed, %d or %d", len(k.New), len(k.Fixed), k.Baseline(false).Len(), k.Baseline(true).Len())
}

func TestBaseline(t *testing.T) {
	tree(t, map[string]string{
		"a.py": "bad()\nbad()\nworse()\nbad(2)  # neuronlint: ignore[NRN901]\n", "b/b.py": "bad()\n", "c.py": "worse()\n",
	})
	first := againstBaseline(t, empty(t), nil)
	if got, want := counts(first), "5 new, 0 fixed, 0 or 5"; got != want {
		t.Fatalf("at first: %s", got)
	}
	base := stored(t, first.Ratchet.Baseline(true))

	steps := []struct {
		name, path, text string
		options          func(*Options)
		want, counts     string
	}{
		{"nothing changed", "", "", nil, "suppressed a.py:4: NRN901 warning bad is called\n", "0 new, 0 fixed, 5 or 5"},
		{"moved", "a.py", "x = 1\nworse()\nif x:\n  bad()\nbad()\n", nil, "", "0 new, 0 fixed, 5 or 5"},
		{"one more, one less", "a.py", "bad()\nbad()\nbad()\n", nil, "a.py:3: NRN901 warning bad is called\n", "1 new, 1 fixed, 4 or 5"},
		{
			"not looked at", "", "", func(o *Options) { o.Paths = []string{"b"} },
			"", "0 new, 0 fixed, 5 or 5",
		},
		{
			"not reported", "", "", func(o *Options) { o.Ignore = []string{"NRN901"} },
			"", "0 new, 1 fixed, 4 or 4",
		},
		{"silenced", "b/b.py", "bad()  # neuronlint: ignore[NRN901]\n", nil, "a.py:3: NRN901 warning bad is called\nsuppressed b/b.py:1: NRN901 warning bad is called\n", "1 new, 2 fixed, 3 or 4"},
		{"deleted", "c.py", "", nil, "a.py:3: NRN901 warning bad is called\nsuppressed b/b.py:1: NRN901 warning bad is called\n", "1 new, 3 fixed, 2 or 3"},
		{"not readable", "a.py", "# -*- coding: nonsense -*-\n", func(o *Options) { o.Ignore = []string{"NRN001"}; o.Paths = []string{"a.py"} }, "", "0 new, 1 fixed, 4 or 4"},
	}
	for _, step := range steps {
		switch {
		case step.path != "" && step.text == "":
			if err := os.Remove(step.path); err != nil {
				t.Fatal(err)
			}
		case step.path != "":
			write(t, step.path, step.text)
		}
		r := againstBaseline(t, base, step.options)
		if got := lines(r); got != step.want {
			t.Errorf("%s: got\n%s", step.name, got)
		}
		if got := counts(r); got != step.counts {
			t.Errorf("%s: %s, want %s", step.name, got, step.counts)
		}
	}
}

// TestBaselineIsOfADirectory wants the same baseline to hold wherever the run
// starts.
func TestBaselineIsOfADirectory(t *testing.T) {
	tree(t, map[string]string{"sub/a.py": "bad()\n"})
	data, err := againstBaseline(t, empty(t), nil).Ratchet.Baseline(true).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("sub")
	b, err := ParseBaseline("../baseline.json", data)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(againstBaseline(t, b, nil)); got != "" {
		t.Errorf("got %s", got)
	}
}

// A list of nothing, which is no finding, is not taken for a long one first.
func TestBaselineOfNothing(t *testing.T) {
	text := []byte(`{"neuronlint_baseline": 1, "findings": [{}` + strings.Repeat(",{}", 1_000_000) + "]}")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ParseBaseline("b.json", text)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "damaged: finding 1") {
		t.Errorf("got %v", err)
	}
	if took := int(after.TotalAlloc - before.TotalAlloc); took > 5*len(text) {
		t.Errorf("took %d bytes for %d", took, len(text))
	}
}

func TestBaselineErrors(t *testing.T) {
	const entry = `{"neuronlint_baseline": 1, "findings": [{"path": "%s", "code": "NRN901", "severity": "%s", "fingerprint": "%s"}]}`
	for text, want := range map[string]string{
		"{\n\"neuronlint_baseline\": 1,\n<<<<<<< HEAD\n": "b.json:3: damaged: ",
		"":                                    "b.json:1: damaged: unexpected end of JSON input; restore it, or remove it and write a new one with: neuronlint baseline write -o b.json",
		"{}":                                  "not a baseline of neuronlint",
		"[]":                                  "not a baseline of neuronlint",
		`{"version": "1.4.0", "results": {}}`: "not a baseline of neuronlint",
		`{"neuronlint_baseline": 3}`:          "update neuronlint",
		`{"neuronlint_baseline": 1}`:          "not a baseline of neuronlint",
		`{"neuronlint_baseline": 1, "findings": {"path": "a.py"}}`:     "not a baseline of neuronlint",
		`{"neuronlint_baseline": 1, "findings": [1]}`:                  "not a baseline of neuronlint",
		fmt.Sprintf(entry, "a.py", "bad", "0123456789abcdef"):          "damaged: finding 1 lacks its path, code, severity or fingerprint; restore it, or remove it and write a new one with: neuronlint baseline write -o b.json",
		fmt.Sprintf(entry, "a.py", "info", ""):                         "damaged: finding 1",
		fmt.Sprintf(entry, "b/../../a.py", "info", "0123456789abcdef"): "damaged: finding 1",
		fmt.Sprintf(entry, "../b/../a.py", "info", "0123456789abcdef"): "damaged: finding 1",
		fmt.Sprintf(entry, "/a.py", "info", "0123456789abcdef"):        "damaged: finding 1",
	} {
		if _, err := ParseBaseline("b.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
