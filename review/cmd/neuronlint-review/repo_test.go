package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// repo is a repository with a branch that is reviewed.
type repo struct {
	t    *testing.T
	dir  string
	base string
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@example.org", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@example.org")
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

// newRepo commits the files before the change and the files of the change, and makes the
// repository the working directory.
func newRepo(t *testing.T, before, after map[string]string) *repo {
	t.Helper()
	r := &repo{t: t, dir: t.TempDir()}
	r.git("init", "--quiet", "--initial-branch", "main")
	r.base = r.commit(before)
	r.git("checkout", "--quiet", "-b", "topic")
	r.commit(after)
	t.Chdir(r.dir)
	t.Setenv("NEURONLINT_CACHE_DIR", t.TempDir())
	return r
}

func (r *repo) commit(files map[string]string) string {
	r.t.Helper()
	for name, text := range files {
		r.write(name, text)
	}
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message", "m", "--allow-empty")
	return strings.TrimSpace(r.git("rev-parse", "HEAD"))
}

func (r *repo) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

func (r *repo) head() string { return strings.TrimSpace(r.git("rev-parse", "topic")) }

func (r *repo) changed() []string {
	return strings.Fields(r.git("diff", "--name-only", r.base+"...topic"))
}

// patch is a difference as both places have it: without the names of the file.
func (r *repo) patch(name string) string {
	text := r.git("diff", r.base+"...topic", "--", name)
	at := strings.Index(text, "@@ ")
	if at < 0 {
		return ""
	}
	return strings.TrimSuffix(text[at:], "\n")
}

// inOneHunk reads the heads of the hunks.
func (r *repo) inOneHunk(name string, first, last int) bool {
	for _, m := range regexp.MustCompile(`(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@`).FindAllStringSubmatch(r.patch(name), -1) {
		start, _ := strconv.Atoi(m[1])
		count := 1
		if m[2] != "" {
			count, _ = strconv.Atoi(m[2])
		}
		if start <= first && last < start+count {
			return true
		}
	}
	return false
}

// linter is the program that checks.
var linter = sync.OnceValues(func() (string, error) {
	if program := os.Getenv("NEURONLINT"); program != "" {
		return filepath.Abs(program)
	}
	folder, err := os.MkdirTemp("", "neuronlint-review")
	if err != nil {
		return "", err
	}
	program := filepath.Join(folder, "neuronlint")
	out, err := exec.Command("go", "build", "-C", "../../..", "-o", program, "./cmd/neuronlint").CombinedOutput()
	if err != nil {
		return "", errorf("%w: %s", err, out)
	}
	return program, nil
})

// TestMain builds the linter before any test changes the working directory.
func TestMain(m *testing.M) {
	if _, err := linter(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// oldLine counts the lines of the difference with all of its context: the number of a
// line before the change, 0 if it was added. It is not ok where the difference does not
// show the line.
func (r *repo) oldLine(name string, line int) (old int, ok bool) {
	if !r.inOneHunk(name, line, line) {
		return 0, false
	}
	text := r.git("diff", "-U100000", r.base+"...topic", "--", name)
	before, after := 0, 0
	for _, l := range strings.Split(text[strings.Index(text, "\n@@ ")+1:], "\n")[1:] {
		switch {
		case strings.HasPrefix(l, "+"):
			after++
			if after == line {
				return 0, true
			}
		case strings.HasPrefix(l, "-"):
			before++
		case strings.HasPrefix(l, " "):
			before++
			after++
			if after == line {
				return before, true
			}
		}
	}
	return 0, false
}
