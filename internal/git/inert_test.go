package git

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/internal/patch"
)

// TestNothingIsRun asks about a repository whose own settings name programs for
// all that git runs any for.
func TestNothingIsRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	dir := repository(t)
	ran := filepath.Join(t.TempDir(), "ran")
	program := func(name, rest string) string { return "touch " + ran + "-" + name + "; " + rest }
	write(t, "a.py", "1\n2\n")
	write(t, "b.py", "one\ntwo\nthree\nfour\n")
	write(t, ".gitattributes", "*.py filter=clean diff=driver\nb.py filter=process\n")
	base := commit(t, "base")
	write(t, ".git/info/attributes", "c.py filter=a.b\n")
	write(t, "c.py", "x\n")
	git(t, "add", "c.py")
	write(t, ".git/more", "[filter \"a.b\"]\n\tclean = \""+program("included", "cat")+"\"\n\trequired\n")
	write(t, "hook.sh", "#!/bin/sh\n"+program("monitor", "true")+"\n")
	if err := os.Chmod("hook.sh", 0o755); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{
		"filter.clean.clean": program("clean", "cat"), "filter.clean.required": "true",
		"filter.process.process": program("process", "false"), "filter.process.required": "true",
		"diff.driver.textconv": program("textconv", "cat"), "diff.driver.command": program("driver", "cat"), "diff.external": program("external", "cat"),
		"core.fsmonitor": filepath.Join(dir, "hook.sh"), "core.hooksPath": dir, "core.pager": program("pager", "cat"),
		"include.path": "more",
	} {
		git(t, "config", key, value)
	}
	write(t, "post-index-change", "#!/bin/sh\n"+program("hook", "true")+"\n")
	write(t, "a.py", "1\nb\n")
	write(t, "c.py", "x\ny\n")
	if err := os.Rename("b.py", "d.py"); err != nil {
		t.Fatal(err)
	}
	r := open(t)
	files, err := r.Changes(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	added := map[string][]patch.Range{}
	for _, f := range files {
		added[f.New] = f.Added
	}
	for name, want := range map[string][]patch.Range{"a.py": {{First: 2, Last: 2}}, "c.py": {{First: 1, Last: 2}}} {
		if !reflect.DeepEqual(added[name], want) {
			t.Errorf("%s: added %v, want %v", name, added[name], want)
		}
	}
	if left, err := filepath.Glob(ran + "-*"); err != nil || len(left) > 0 {
		t.Errorf("git ran programs: %v, %v", left, err)
	}

	git(t, "config", "filter.a=b.clean", "cat")
	if _, err := r.Changes(t.Context(), base); err == nil || !strings.Contains(err.Error(), `filter "a=b"`) {
		t.Errorf("a filter that cannot be turned off: %v", err)
	}
}

// TestNothingIsFetched asks about a clone without the files of old commits,
// which git gets from where the clone's settings say.
func TestNothingIsFetched(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	origin := repository(t)
	write(t, "a.py", "1\n")
	base := commit(t, "base")
	write(t, "a.py", "2\n")
	commit(t, "next")
	git(t, "config", "uploadpack.allowFilter", "true")
	clone, ran := t.TempDir(), filepath.Join(t.TempDir(), "ran")
	git(t, "clone", "-q", "--filter=blob:none", "file://"+origin, clone)
	t.Chdir(clone)
	git(t, "config", "remote.origin.uploadpack", "touch "+ran+"; git-upload-pack")
	git(t, "config", "protocol.allow", "always")
	r := open(t)
	_, err := r.Changes(t.Context(), base)
	if err == nil || !strings.Contains(err.Error(), "this partial clone lacks files of old commits; let git get them with: git diff "+base) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("git fetched")
	}
	git(t, "diff", "--no-ext-diff", base)
	if _, err := r.Changes(t.Context(), base); err != nil {
		t.Errorf("once it is there: %v", err)
	}
}

// TestRepositoryInRepository wants a directory of a tree that looks like a
// repository without a work tree to be no repository: clones can bring it.
func TestRepositoryInRepository(t *testing.T) {
	dir := repository(t)
	git(t, "init", "-q", "--bare", "sub")
	git(t, "-C", "sub", "config", "core.bare", "false")
	git(t, "-C", "sub", "config", "core.worktree", dir)
	if r, err := Open(t.Context(), filepath.Join(dir, "sub")); err == nil {
		t.Errorf("opened %s with the settings of sub", r.Root())
	}
}
