package driver

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/internal/patch"
)

// changeOf is the change of the working directory from what files were. Its
// reader knows only what differs: a run that asks for more is wrong.
func changeOf(t *testing.T, before map[string]string, files ...patch.File) *Scope {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(wd)
	if err != nil {
		t.Fatal(err)
	}
	return &Scope{Root: root, Files: files, Before: func(path string, _ int64) ([]byte, error) {
		text, ok := before[path]
		if !ok {
			return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
		}
		return []byte(text), nil
	}}
}

func added(lines ...int) []patch.Range {
	var list []patch.Range
	for _, n := range lines {
		list = append(list, patch.Range{First: n, Last: n})
	}
	return list
}

func bad(safety analyzer.Safety) *analyzer.Rule {
	return callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", safety, ""))
}

func TestScopeReportsWhatTheChangeBrings(t *testing.T) {
	const finding = "NRN901 warning bad is called\n"
	tests := map[string]struct {
		before, now map[string]string
		change      []patch.File
		want        string
	}{
		"added line": {
			map[string]string{"a.py": "bad()\n"},
			map[string]string{"a.py": "bad()\nbad(1)\n"},
			[]patch.File{{Old: "a.py", New: "a.py", Added: added(2)}},
			"a.py:2: " + finding,
		},
		"of two that look the same the added one": {
			map[string]string{"a.py": "x\nbad()\n"},
			map[string]string{"a.py": "bad()\nx\nbad()\n"},
			[]patch.File{{Old: "a.py", New: "a.py", Added: added(1)}},
			"a.py:1: " + finding,
		},
		"moved line": {
			map[string]string{"a.py": "bad()\nx\ny\n"},
			map[string]string{"a.py": "x\ny\nif x:\n    bad()\n"},
			[]patch.File{{Old: "a.py", New: "a.py", Added: added(3, 4)}},
			"",
		},
		"renamed file": {
			map[string]string{"a.py": "bad()\n"},
			map[string]string{"b/c.py": "bad()\nbad(1)\n"},
			[]patch.File{{Old: "a.py", New: "b/c.py", Added: added(2)}},
			"b/c.py:2: " + finding,
		},
		"new file": {
			nil,
			map[string]string{"a.py": "bad()\n", "old.py": "bad()\n"},
			[]patch.File{{New: "a.py", Added: []patch.Range{{First: 1, Last: 1 << 40}}}},
			"a.py:1: " + finding,
		},
		"a name that another file had": {
			map[string]string{"a.py": "bad()\n"},
			map[string]string{"a.py": "bad()\n", "b.py": "bad()\n"},
			[]patch.File{{Old: "a.py", New: "b.py"}, {New: "a.py", Added: added(1)}},
			"a.py:1: " + finding,
		},
		"silenced no more": {
			map[string]string{"a.py": "# neuronlint: ignore-file[NRN901]\nbad()\n"},
			map[string]string{"a.py": "bad()\n"},
			[]patch.File{{Old: "a.py", New: "a.py"}},
			"a.py:1: " + finding,
		},
		"nothing that Python reads": {
			nil,
			map[string]string{"a.py": "bad()\n", "README": "x\n"},
			[]patch.File{{New: "README", Added: added(1)}, {Old: "gone.txt"}},
			"",
		},
		"deleted file": {
			map[string]string{"gone.py": "bad()\n"},
			map[string]string{"a.py": "bad()\n"},
			[]patch.File{{Old: "gone.py"}},
			"",
		},
		"broken before": {
			map[string]string{"a.py": "# -*- coding: nonsense -*-\n"},
			map[string]string{"a.py": "bad()\n"},
			[]patch.File{{Old: "a.py", New: "a.py", Added: added(1)}},
			"a.py:1: " + finding,
		},
		"broken now": {
			map[string]string{"a.py": "bad()\n"},
			map[string]string{"a.py": "# -*- coding: nonsense -*-\n", "b.py": "# -*- coding: nonsense -*-\n"},
			[]patch.File{{Old: "a.py", New: "a.py", Added: added(1)}},
			"a.py:1: NRN001 warning not analyzed: file cannot be decoded at line 1: unknown encoding \"nonsense\"\n",
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			tree(t, tc.now)
			opts := options(bad(analyzer.Safe))
			opts.Paths, opts.Scope = []string{"."}, changeOf(t, tc.before, tc.change...)
			if got := lines(mustRun(t, opts)); got != tc.want {
				t.Errorf("got  %swant %s", got, tc.want)
			}
		})
	}
}

func TestScopeWithoutTheFilesBeforeGoesByLines(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\nbad(\n  1)\nbad()\n", "b.py": "bad()\n"})
	opts := options(bad(analyzer.Safe))
	opts.Paths, opts.Scope = []string{"."}, changeOf(t, nil, patch.File{Old: "a.py", New: "a.py", Added: added(3)})
	opts.Scope.Before = nil
	r := mustRun(t, opts)
	if got, want := lines(r), "a.py:2: NRN901 warning bad is called\n"; got != want {
		t.Errorf("got %s", got)
	}
	if r.Stats.Known != 3 {
		t.Errorf("%d known findings, want 3", r.Stats.Known)
	}
}

// TestScopeOfNamesThatAreNotUTF8 must not take such a file for untouched, and
// all in it for known.
func TestScopeOfNamesThatAreNotUTF8(t *testing.T) {
	tree(t, nil)
	const name = "latin\xfc.py"
	if err := os.WriteFile(name, []byte("bad()\nbad(1)\n"), 0o644); err != nil {
		t.Skip(err)
	}
	opts := options(bad(analyzer.Safe))
	opts.Paths = []string{"."}
	opts.Scope = changeOf(t, map[string]string{name: "bad()\n"}, patch.File{Old: name, New: name, Added: added(2)})
	if got, want := lines(mustRun(t, opts)), name+":2: NRN901 warning bad is called\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestScopeSeesWhatRunsNow wants a finding again that was harmless before:
// its line is old, but not what it does.
func TestScopeSeesWhatRunsNow(t *testing.T) {
	before := "import torch\nif torch.cuda.is_available():\n    bad()\n"
	tree(t, map[string]string{"a.py": "import torch\nif True:\n    bad()\n"})
	opts := options(bad(analyzer.NoFix))
	opts.Paths = []string{"."}
	opts.Scope = changeOf(t, map[string]string{"a.py": before}, patch.File{Old: "a.py", New: "a.py", Added: added(2)})
	if got, want := lines(mustRun(t, opts)), "a.py:3: NRN901 warning bad is called\n"; got != want {
		t.Errorf("got %s", got)
	}
}

// TestScopeFixes wants the group of a finding that the change brings as a
// whole, and no other.
func TestScopeFixes(t *testing.T) {
	tree(t, map[string]string{"a.py": "bad()\nworse()\n", "b.py": "bad()\nbad(1)\nbad()\n"})
	opts := options(
		bad(analyzer.Safe),
		callRule("NRN902", "worse", "worse", analyzer.Warning, nil))
	opts.Paths = []string{"."}
	opts.Scope = changeOf(t, map[string]string{"b.py": "bad()\nbad()\n"}, patch.File{Old: "b.py", New: "b.py", Added: added(2)})
	f := mustFix(t, opts)
	if got, want := changed(f), "b.py (0)\nbad()\ngood(1)\nbad()\n"; got != want {
		t.Errorf("alone: got\n%s", got)
	}
	if got := lines(f.After); got != "" {
		t.Errorf("alone: after\n%s", got)
	}

	opts.Rules = append(ownRules(), callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "all")))
	f = mustFix(t, opts)
	if got, want := changed(f), "a.py (0)\ngood()\nworse()\nb.py (0)\ngood()\ngood(1)\ngood()\n"; got != want {
		t.Errorf("as a group: got\n%s", got)
	}
}
