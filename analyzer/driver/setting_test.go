package driver

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

func badAndWorse() []*analyzer.Rule {
	return []*analyzer.Rule{
		callRule("NRN901", "bad", "bad", analyzer.Error, nil),
		callRule("NRN912", "worse", "worse", analyzer.Error, nil),
	}
}

func TestPerFileIgnores(t *testing.T) {
	tree(t, map[string]string{
		"p/a.py": "bad()\nworse()\n", "p/tests/a.py": "bad()\nworse()\n", "p/q/tests/b.py": "bad()\n", "tests/c.py": "bad()\n",
	})
	opts := options(badAndWorse()...)
	opts.Paths, opts.Root = []string{"."}, "p"
	opts.Tests = true
	opts.PerFileIgnores = map[string][]string{"tests/**": {"NRN90"}, "q/tests": {"bad"}, "a.py": {"worse"}, "none.py": {"NRN9"}}
	want := "p/a.py:1: NRN901 error bad is called\ntests/c.py:1: NRN901 error bad is called\n"
	if got := lines(mustRun(t, opts)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	opts.Root, opts.Exclude = mustAbs(t, "p"), []string{"q/**"}
	if got := lines(mustRun(t, opts)); got != want {
		t.Errorf("absolute root: got\n%swant\n%s", got, want)
	}
}

// A fix that is only about findings that are ignored in the file is not made.
func TestPerFileIgnoresKeepFixesAway(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\n", "b.py": "bad()\n"})
	opts := options(callRule("NRN901", "bad", "bad", analyzer.Error, rename("good", edit.Safe, "")))
	opts.Paths, opts.PerFileIgnores = []string{"."}, map[string][]string{"b.py": {"NRN901"}}
	fixed, err := Fix(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(fixed.Changes) != 1 || fixed.Changes[0].Path != "a.py" {
		t.Errorf("changes %+v", fixed.Changes)
	}
}

func TestSeverity(t *testing.T) {
	for name, test := range map[string]struct {
		chosen map[string]analyzer.Severity
		want   string // of bad, worse and an unused suppression
	}{
		"none":              {nil, "error error info"},
		"prefix":            {map[string]analyzer.Severity{"NRN90": analyzer.Warning}, "warning error info"},
		"the longer prefix": {map[string]analyzer.Severity{"nrn9": analyzer.Info, "NRN91": analyzer.Warning}, "info warning info"},
		"the name":          {map[string]analyzer.Severity{"NRN90": analyzer.Info, "bad": analyzer.Warning}, "warning error info"},
		"the tool's own":    {map[string]analyzer.Severity{"NRN003": analyzer.Error}, "error error error"},
	} {
		opts := fromStdin("bad()\nworse()\nx = 1  # neuronlint: ignore[NRN901]\n", badAndWorse()...)
		opts.Severity = test.chosen
		var got []string
		for _, d := range mustRun(t, opts).Diagnostics {
			got = append(got, d.Severity.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %s, want %s", name, strings.Join(got, " "), test.want)
		}
	}
}

// What cannot run, or is avoided, does no harm whatever the user says of it,
// and what is planned does not depend on it.
func TestSeverityOfWhatDoesNotRun(t *testing.T) {
	opts := fromStdin("import torch\nif torch.cuda.is_available():\n    bad()\nbad()\n", badAndWorse()...)
	opts.Severity = map[string]analyzer.Severity{"NRN901": analyzer.Warning}
	s, err := newSession(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.analyseAll(t.Context(), s.analyse); err != nil {
		t.Fatal(err)
	}
	dead, alive := s.findings()[0], s.findings()[1]
	if dead.Severity != analyzer.Info || alive.Severity != analyzer.Warning || dead.live != analyzer.Error {
		t.Errorf("dead %s, alive %s, live %s", dead.Severity, alive.Severity, dead.live)
	}
}

func TestInternalErrorsKeepTheirSeverity(t *testing.T) {
	broken := &analyzer.Rule{Code: "NRN903", Name: "broken", Run: func(*analyzer.Pass) error { return errors.New("no") }}
	opts := fromStdin("x = 1\n", broken)
	opts.Severity = map[string]analyzer.Severity{"NRN0": analyzer.Info}
	if got := lines(mustRun(t, opts)); !strings.Contains(got, "NRN004 error") {
		t.Errorf("got %s", got)
	}
}

func TestSettingErrors(t *testing.T) {
	for want, change := range map[string]func(*Options){
		`select: no rule is called "bda"; did you mean bad?`:                     func(o *Options) { o.Select = []string{"NRN9", "bda"} },
		`ignore: no rule is called ""`:                                           func(o *Options) { o.Ignore = []string{""} },
		`select: no rule is called "cuda-everything"`:                            func(o *Options) { o.Select = []string{"cuda-everything"} },
		`ignore: no rule is left to report: all that are selected are ignored`:   func(o *Options) { o.Select, o.Ignore = []string{"bad"}, []string{"NRN9"} },
		`exclude: "" is not a valid glob`:                                        func(o *Options) { o.Exclude = []string{""} },
		`exclude: "[" is not a valid glob`:                                       func(o *Options) { o.Exclude = []string{"["} },
		`per-file-ignores: {a: it is not a valid glob`:                           func(o *Options) { o.PerFileIgnores = map[string][]string{"{a": nil} },
		`per-file-ignores: a.py: no rule is called "wores"; did you mean worse?`: func(o *Options) { o.PerFileIgnores = map[string][]string{"a.py": {"wores"}} },
		`severity: no rule is called "NRN913"; did you mean NRN912?`:             func(o *Options) { o.Severity = map[string]analyzer.Severity{"NRN913": analyzer.Info} },
	} {
		opts := fromStdin("", badAndWorse()...)
		change(&opts)
		_, err := Run(t.Context(), opts)
		var setting *SettingError
		if !errors.As(err, &setting) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
