package filegroup

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestLinksOutOfTheTree(t *testing.T) {
	root, groups := pair(t)
	outside, others := pair(t)
	link := func(from, to string) {
		if err := os.Symlink(to, from); err != nil {
			t.Skip(err)
		}
	}
	link(filepath.Join(root, "file.py"), others[1][0].Path)
	link(filepath.Join(root, "dir"), outside)
	link(filepath.Join(root, "inner.py"), groups[1][0].Path)
	w, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, name := range []string{"file.py", "dir/alone.py"} {
		f := others[1][0]
		f.Path = filepath.Join(root, name)
		if err := w.Write(t.Context(), [][]File{{f}}); err == nil || !strings.Contains(err.Error(), "leads out of the tree") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	f := groups[1][0]
	f.Path = filepath.Join(root, "inner.py")
	if err := w.Write(t.Context(), [][]File{{f}}); err != nil {
		t.Error(err)
	}
	if info, err := os.Lstat(f.Path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if a, b := written(t, groups), written(t, others); !slices.Equal(a, []int{0, 1, 0}) || !slices.Equal(b, []int{0, 0, 0}) {
		t.Errorf("written %v inside, %v outside", a, b)
	}
	// A directory that becomes a link once names are known.
	e := entry{path: "sub/d.py", temp: "sub/.neuronlint-A.tmp"}
	if err := errors.Join(os.Rename(filepath.Join(root, "sub"), filepath.Join(root, "was")), os.Symlink(filepath.Join(outside, "sub"), filepath.Join(root, "sub"))); err != nil {
		t.Fatal(err)
	}
	if err := w.stage(e, []byte("new")); err == nil || len(strays(t, outside)) > 0 {
		t.Errorf("it was written: %v, %q", err, strays(t, outside))
	}
}

func TestHostileJournal(t *testing.T) {
	h := strings.Repeat("0", 64)
	for name, text := range map[string]string{
		"a path out of the tree": "neuronlint-fix 1\ngroup\n" + h + " " + h + " .neuronlint-A.tmp \"../a.py\"\nend\n",
		"another's file":         "neuronlint-fix 1\ngroup\n" + h + " " + h + " a.py \"b.py\"\nend\n",
		"a path in the name":     "neuronlint-fix 1\ngroup\n" + h + " " + h + " .neuronlint-../a.tmp \"b.py\"\nend\n",
		"another version":        "neuronlint-fix 2\nend\n",
		"no group":               "neuronlint-fix 1\n" + h + " " + h + " .neuronlint-A.tmp \"a.py\"\nend\n",
	} {
		t.Run(name, func(t *testing.T) {
			root, groups := pair(t)
			if err := os.WriteFile(filepath.Join(root, JournalName), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			for what, f := range map[string]func() error{
				"open":   func() error { _, err := Open(t.Context(), root); return err },
				"check":  func() error { return Check(root) },
				"resume": func() error { _, err := Resume(t.Context(), root); return err },
			} {
				if err := f(); err == nil || !strings.HasPrefix(err.Error(), "journal: ") {
					t.Errorf("%s: %v", what, err)
				}
			}
			if got := written(t, groups); !slices.Equal(got, []int{0, 0, 0}) {
				t.Errorf("written %v", got)
			}
		})
	}
	t.Run("a pipe", func(t *testing.T) {
		root := t.TempDir()
		if err := exec.Command("mkfifo", filepath.Join(root, JournalName)).Run(); err != nil {
			t.Skip(err)
		}
		if err := Check(root); err == nil || !strings.Contains(err.Error(), JournalName) || !strings.Contains(err.Error(), "remove") {
			t.Errorf("got %v", err)
		}
	})
}

// Of a file that cannot be read nobody knows whether it has changed.
func TestUnreadableMeanwhile(t *testing.T) {
	root, groups := pair(t)
	w, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	g, err := w.prepare(groups[1])
	if err != nil {
		t.Fatal(err)
	}
	w.sys = &flaky{system: w.sys, fail: 5} // after create, Write, Chmod and Sync
	err = w.replace(g, groups[1])
	if err == nil || !strings.HasSuffix(err.Error(), "alone.py: read again: "+errFull.Error()) {
		t.Errorf("got %q", err)
	}
}

func TestEntryRoundTrip(t *testing.T) {
	for _, name := range []string{"a.py", "sub/ \t\n\".py", "\xff\xfe.py", "ü/\u202e.py"} {
		e := entry{path: filepath.FromSlash(name), before: hash(nil), after: hash([]byte("x"))}
		e.temp = filepath.Join(filepath.Dir(e.path), ".neuronlint-A2.tmp")
		line := strings.Split(string(journal{{e}}.text()), "\n")[2]
		if got, ok := parseEntry(line); !ok || got != e {
			t.Errorf("%q became %+v", line, got)
		}
	}
}
