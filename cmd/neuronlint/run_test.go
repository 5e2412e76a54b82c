package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/analysis"
)

// invoke runs the program with rules of the test.
func invoke(ctx context.Context, stdin string, stdout io.Writer, rules []*analyzer.Rule, args ...string) (code int, stderr string) {
	var errors bytes.Buffer
	a := &app{
		stdin: strings.NewReader(stdin), stdout: stdout, stderr: &errors,
		rules: append(analysis.Rules(), rules...), db: opsdb.New(), shared: new(shared),
	}
	code = a.run(ctx, args)
	return code, errors.String()
}

// closedPipe is a writer whose reader has gone.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestBrokenPipeEndsQuietly(t *testing.T) {
	everywhere := &analyzer.Rule{Code: "NRN901", Name: "everywhere", Run: func(p *analyzer.Pass) error {
		p.Report(analyzer.Diagnostic{Severity: analyzer.Error, Confidence: analyzer.Certain, Message: "here"})
		return nil
	}}
	for want, args := range map[int][]string{0: {"rules"}, 1: {"check", "-"}} {
		code, stderr := invoke(t.Context(), "x = 1\n", closedPipe{}, []*analyzer.Rule{everywhere}, args...)
		if code != want || stderr != "" {
			t.Errorf("%v: exit code %d, want %d; standard error %q", args, code, want, stderr)
		}
	}
}

// overwriting replaces files as soon as something is written to it.
type overwriting struct {
	t     *testing.T
	files []string
}

func (o overwriting) Write(text []byte) (int, error) {
	for _, name := range o.files {
		if err := os.WriteFile(name, []byte("y = 2\n"), 0o600); err != nil {
			o.t.Error(err)
		}
	}
	return len(text), nil
}

// Texts beyond what is held in memory are read again for the report. What
// somebody has put there instead is not shown, and it is told.
func TestFilesThatChangeBeforeTheReport(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("# a line of a long file\n", 20_000)
	out := overwriting{t: t}
	for i := range 30 {
		name := fmt.Sprintf("m%02d.py", i)
		if err := os.WriteFile(name, []byte("x = 1\n"+long), 0o600); err != nil {
			t.Fatal(err)
		}
		out.files = append(out.files, name)
	}
	wordy := &analyzer.Rule{Code: "NRN901", Name: "wordy", Run: func(p *analyzer.Pass) error {
		p.Report(analyzer.Diagnostic{Severity: analyzer.Info, Confidence: analyzer.Certain, Message: strings.Repeat("word ", 10_000)})
		return nil
	}}
	for _, format := range []string{"json", "text"} {
		code, stderr := invoke(t.Context(), "", out, []*analyzer.Rule{wordy}, "check", "--no-cache", "--jobs=1", "--max-equal=0", "--format="+format)
		if code != 2 || !strings.Contains(stderr, "m29.py was changed while it was checked") || strings.Contains(stderr, "m00.py") {
			t.Errorf("%s: exit code %d, standard error\n%s", format, code, stderr)
		}
		for _, name := range out.files {
			if err := os.WriteFile(name, []byte("x = 1\n"+long), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestInternalErrorIsExitCodeTwo(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	broken := &analyzer.Rule{Code: "NRN901", Name: "broken", Run: func(*analyzer.Pass) error { panic("out of luck") }}
	for _, args := range [][]string{{"check", "-"}, {"check", "--exit-zero", "-"}, {"check", "--diff", "-"}, {"check", "--format", "json", "-"}} {
		var out bytes.Buffer
		code, stderr := invoke(t.Context(), "x = 1\n", &out, []*analyzer.Rule{broken}, args...)
		if code != 2 {
			t.Errorf("%v: exit code %d", args, code)
		}
		if !strings.Contains(out.String()+stderr, "out of luck") {
			t.Errorf("%v: the cause is not named in\n%s%s", args, out.String(), stderr)
		}
	}
}

func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.py", []byte("x = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, stderr := invoke(ctx, "", io.Discard, nil, "check"); code != 130 || !strings.Contains(stderr, "interrupted") {
		t.Errorf("exit code %d, standard error %q", code, stderr)
	}
}

func TestParsePlace(t *testing.T) {
	for _, tt := range []struct {
		place, path string
		at          driver.Place
	}{
		{"a.py:3", "a.py", driver.Place{Cell: -1, Line: 3}},
		{"a.py:3:14", "a.py", driver.Place{Cell: -1, Line: 3, Column: 14}},
		{"dir:x/a.py:3", "dir:x/a.py", driver.Place{Cell: -1, Line: 3}},
		{"c:/a.py:3:1", "c:/a.py", driver.Place{Cell: -1, Line: 3, Column: 1}},
		{"a.ipynb:cell 2:3", "a.ipynb", driver.Place{Cell: 1, Line: 3}},
		{"a.ipynb:cell2:3:4", "a.ipynb", driver.Place{Cell: 1, Line: 3, Column: 4}},
		{"a.ipynb:3", "a.ipynb", driver.Place{Cell: -1, Line: 3}},
		{"a.ipynb:cell 0:3", "a.ipynb:cell 0", driver.Place{Cell: -1, Line: 3}},
		{"a:cell 2:3", "a:cell 2", driver.Place{Cell: -1, Line: 3}},
		{"a.py", "", driver.Place{Cell: -1}},
		{"a.py:0", "", driver.Place{Cell: -1}},
		{":3", "", driver.Place{Cell: -1}},
	} {
		path, at, err := parsePlace(tt.place)
		if (err != nil) != (tt.path == "") || path != tt.path || at != tt.at {
			t.Errorf("%s: %q %+v %v", tt.place, path, at, err)
		}
	}
}
