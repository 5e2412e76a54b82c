package git

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/internal/patch"
)

// repository makes a repository in the working directory of the test.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	git(t, "init", "-q", "-b", "main")
	git(t, "config", "user.name", "t")
	git(t, "config", "user.email", "t@example.org")
	return dir
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, message string) string {
	t.Helper()
	git(t, "add", "-A")
	git(t, "commit", "-q", "-m", message)
	return git(t, "rev-parse", "HEAD")
}

func open(t *testing.T) *Repo {
	t.Helper()
	r, err := Open(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestChanges(t *testing.T) {
	repository(t)
	write(t, "a.py", "1\n2\n3\n")
	write(t, "old.py", "one\ntwo\nthree\nfour\nfive\n")
	write(t, "gone.py", "x\n")
	write(t, ".gitignore", "ignored.py\n")
	base := commit(t, "base")
	git(t, "checkout", "-q", "-b", "topic")
	git(t, "mv", "old.py", "nëw.py")
	write(t, "nëw.py", "one\ntwo\nthree\nfour\nfive\nsix\n")
	git(t, "rm", "-q", "gone.py")
	commit(t, "topic")
	write(t, "a.py", "1\n2a\n3\n4\n") // not committed
	write(t, "sub/untracked.py", "x\n")
	write(t, "ignored.py", "x\n")
	git(t, "checkout", "-q", "-B", "other", base)
	git(t, "stash", "-q", "-u")
	write(t, "main.py", "x\n")
	commit(t, "main moves on")
	git(t, "checkout", "-q", "topic")
	git(t, "stash", "pop", "-q")
	t.Chdir("sub") // answers are relative to the root wherever one stands

	r := open(t)
	got, err := r.MergeBase(t.Context(), "other")
	if err != nil || got != base {
		t.Fatalf("merge base %s, %v; want %s", got, err, base)
	}
	files, err := r.Changes(t.Context(), got)
	if err != nil {
		t.Fatal(err)
	}
	want := []patch.File{
		{Old: "a.py", New: "a.py", Added: []patch.Range{{First: 2, Last: 2}, {First: 4, Last: 4}}},
		{Old: "gone.py"},
		{Old: "old.py", New: "nëw.py", Added: []patch.Range{{First: 6, Last: 6}}},
		{New: "sub/untracked.py", Added: []patch.Range{{First: 1, Last: wholeFile}}},
	}
	if !reflect.DeepEqual(files, want) {
		t.Errorf("got  %+v\nwant %+v", files, want)
	}
}

// TestFirstCommit wants everything to be new before there is a commit.
func TestFirstCommit(t *testing.T) {
	repository(t)
	write(t, "a.py", "1\n")
	write(t, "b.py", "1\n")
	git(t, "add", "a.py")
	r := open(t)
	base, err := r.MergeBase(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.Changes(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	want := []patch.File{
		{New: "a.py", Added: []patch.Range{{First: 1, Last: 1}}},
		{New: "b.py", Added: []patch.Range{{First: 1, Last: wholeFile}}},
	}
	if !reflect.DeepEqual(files, want) {
		t.Errorf("got  %+v\nwant %+v", files, want)
	}
	blobs, err := r.Blobs(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blobs.Read("a.py", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that it does not exist", err)
	}
	if err := blobs.Close(); err != nil {
		t.Error(err)
	}
}

func TestBlobs(t *testing.T) {
	repository(t)
	write(t, "a b.py", "old\n")
	write(t, "dir/x.py", "no line feed")
	latin := "latin\xfc.py"
	if err := os.WriteFile(latin, []byte("old\n"), 0o644); err != nil {
		latin = "a b.py" // this file system wants UTF-8
	}
	base := commit(t, "base")
	write(t, "a b.py", "new\n")
	blobs, err := open(t).Blobs(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := blobs.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, name := range []string{"none.py", "dir", "../a b.py", "a\nb"} {
		if _, err := blobs.Read(name, 100); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: error %v, want that it does not exist", name, err)
		}
	}
	if _, err := blobs.Read("dir/x.py", 3); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("error %v, want that it is too large", err)
	}
	for name, want := range map[string]string{"a b.py": "old\n", "dir/x.py": "no line feed", latin: "old\n"} {
		got, err := blobs.Read(name, 100)
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Run("no repository", func(t *testing.T) {
		dir := t.TempDir()
		t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
		if _, err := Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "not inside a git repository") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("no git", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := Open(t.Context(), "."); err == nil || !strings.Contains(err.Error(), "git is not installed") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("revisions", func(t *testing.T) {
		dir := repository(t)
		write(t, "a.py", "1\n")
		commit(t, "one")
		write(t, "a.py", "2\n")
		commit(t, "two")
		git(t, "checkout", "-q", "--orphan", "apart")
		commit(t, "apart")
		r := open(t)
		hash := strings.Repeat("9", 40)
		for revision, want := range map[string]string{
			"nowhere":       `unknown revision "nowhere"; fetch it first, as with: git fetch origin nowhere:nowhere`,
			"origin/main":   `unknown revision "origin/main"; fetch it first, as with: git fetch origin main:refs/remotes/origin/main`,
			hash:            "as with: git fetch origin " + hash,
			"--output=x":    "is not a revision",
			"":              "is not a revision",
			"main":          `"main" and HEAD have no common commit; name a revision that HEAD comes from, or use --baseline`,
			"main:a.py":     `"main:a.py" is not a commit; git log shows those there are`,
			"main^^^^^^^^^": `"main^^^^^^^^^" is not a commit; git log shows those there are`,
		} {
			if _, err := r.MergeBase(t.Context(), revision); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: error %v, want %q", revision, err, want)
			}
		}
		git(t, "checkout", "-q", "main")
		git(t, "checkout", "-q", "-b", "topic")
		write(t, "b.py", "1\n")
		commit(t, "three")
		clone := t.TempDir()
		git(t, "clone", "-q", "--depth=1", "--no-single-branch", "file://"+dir, clone)
		t.Chdir(clone)
		r = open(t)
		for revision, want := range map[string]string{
			"origin/main": "git fetch --unshallow",
			"HEAD~1":      "git fetch --unshallow",
			"main":        `unknown revision "main"; did you mean "origin/main"?`,
		} {
			if _, err := r.MergeBase(t.Context(), revision); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("shallow clone: %q: error %v, want %q", revision, err, want)
			}
		}
	})
}
