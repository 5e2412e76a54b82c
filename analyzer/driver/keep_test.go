package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
)

// A run with a Keep comes to what one without it does, whatever has changed: texts, files
// on disk, and where imports lead.
func TestKeepMakesNoDifference(t *testing.T) {
	k := newKept(t, map[string]string{
		"setup.py": "", "a.py": "from lib import good\ngood()\n", "b.py": "import a\na.good()\n", "lib.py": "from os import path as good\n", "c.py": "bad()\n",
	})
	k.opts = options(callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")), nameRule())
	k.opts.Dir, k.opts.Paths = k.dir, []string{"."}
	t.Chdir(t.TempDir()) // the process works elsewhere
	with := k.opts
	with.Cache = &Cache{Keep: NewKeep()}
	same := func(why string) {
		t.Helper()
		with.Texts, with.Hasty = k.opts.Texts, false
		cold, warm := mustRun(t, k.opts), mustRun(t, with)
		if diff := cmp.Diff(tell(cold), tell(warm)); diff != "" || warm.Stale {
			t.Errorf("%s (-without +with):\n%s", why, diff)
		}
	}
	text := func(path, text string) { k.opts.Texts = map[string][]byte{path: []byte(text)} }
	same("at first")
	same("again")
	text("lib.py", "from os import sep as good\n")
	same("a text")
	text("fresh.py", "bad()\n")
	same("a text without a file")
	text("lib/__init__.py", "from os import curdir as good\n")
	same("a text in a folder that is not there")
	k.opts.Texts = nil
	k.write(t, "lib.py", "from os import linesep as good\n")
	same("a file")
	k.write(t, "lib/__init__.py", "from os import curdir as good\n")
	same("a package before a module")
	for i := range 10 {
		text("a.py", fmt.Sprintf("from lib import good\nimport m%d\ngood()\nm%d.f()\n", i, i))
		same("typing")
	}
}

func TestHastyRun(t *testing.T) {
	k := newKept(t, map[string]string{"setup.py": "", "a.py": "from lib import good\ngood()\n", "lib.py": "from os import path as good\n", "c.py": ""})
	k.opts = options(nameRule())
	k.opts.Dir, k.opts.Paths, k.opts.Cache = k.dir, []string{"."}, &Cache{Keep: NewKeep()}
	mustRun(t, k.opts)
	run := func(hasty bool, stale bool, want string) {
		t.Helper()
		k.opts.Hasty = hasty
		r := mustRun(t, k.opts)
		got := ""
		for _, d := range r.Diagnostics {
			got += filepath.Base(d.Path) + " " + d.Message + "\n"
		}
		if got != want || r.Stale != stale {
			t.Errorf("stale %t, got %q, want %q", r.Stale, got, want)
		}
	}
	const before = "a.py os.path is called\n"
	run(true, false, before)
	k.opts.Texts = map[string][]byte{"c.py": []byte("import os\nos.getcwd()\n")}
	run(true, false, before+"c.py os.getcwd is called\n")
	k.opts.Texts = map[string][]byte{"lib.py": []byte("import os\nfrom os import sep as good\nos.getcwd()\n")}
	run(true, true, before+"lib.py os.getcwd is called\n")
	run(false, false, "a.py os.sep is called\nlib.py os.getcwd is called\n")
	run(true, false, "a.py os.sep is called\nlib.py os.getcwd is called\n")
}

// Looks at files that were written just now do not count, as another change within the
// same tick of the clock would not be seen.
func TestLooksWait(t *testing.T) {
	k := newKept(t, map[string]string{"a.py": "x = 1\n"})
	name := filepath.Join(k.dir, "a.py")
	keep := NewKeep()
	if keep.before(name) != nil {
		t.Error("a file of this moment counts")
	}
	long := time.Now().Add(-time.Hour)
	age(t, name, long)
	info := keep.before(name)
	if info == nil {
		t.Fatal("a file of an hour ago does not count")
	}
	keep.saw(name, info, []byte("x = 1\n"))
	if _, ok := keep.unchanged(name); !ok {
		t.Error("an unchanged file has changed")
	}
	age(t, name, long.Add(time.Second))
	if _, ok := keep.unchanged(name); ok {
		t.Error("a file of another time is unchanged")
	}
}

func age(t *testing.T, name string, when time.Time) {
	t.Helper()
	if err := os.Chtimes(name, when, when); err != nil {
		t.Fatal(err)
	}
}
