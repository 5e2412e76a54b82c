package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// asFleet has the test program be neuronlint-fleet, so that a test can kill it.
const asFleet = "NEURONLINT_TEST_AS_FLEET"

// TestMain has the test program also be a neuronlint, which does what files of the
// repository tell it to.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "version":
		fmt.Println("neuronlint v0.0.0-test (database 0)")
	case len(os.Args) > 1 && os.Args[1] == "assess":
		os.Exit(pretend())
	case os.Getenv(asFleet) != "":
		main()
	default:
		os.Exit(m.Run())
	}
}

// pretend assesses the current folder, whose files say how that ends.
func pretend() int {
	has := func(name string) bool { _, err := os.Stat(name); return err == nil }
	switch {
	case has("slow.py"):
		time.Sleep(time.Minute)
	case has("crash.py"):
		fmt.Fprintln(os.Stderr, "neuronlint: internal error")
		return 2
	case has("hungry.py"):
		var held [][]byte
		for range 600 {
			held = append(held, bytes.Repeat([]byte{1}, 1<<20))
			time.Sleep(2 * time.Millisecond)
		}
		return len(held) % 2
	case has("chatty.py"):
		for line := bytes.Repeat([]byte("x"), 1<<20); ; {
			if _, err := os.Stdout.Write(line); err != nil {
				return 2
			}
		}
	case has("other.py"):
		fmt.Println(`{"schema_version": 99, "verdict": "ready"}`)
		return 0
	}
	files, _ := filepath.Glob("*.py")
	if len(files) == 0 {
		fmt.Fprintln(os.Stderr, "neuronlint: there is no Python file to assess")
		return 2
	}
	time.Sleep(15 * time.Millisecond)
	var lines int
	for _, file := range files {
		data, _ := os.ReadFile(file)
		lines += bytes.Count(data, []byte("\n"))
	}
	path, err := json.Marshal(files[0])
	if err != nil {
		return 2
	}
	fmt.Printf(`{"schema_version": 1, "verdict": "work", "project": {"files": %d, "lines": %d},
		"findings": [{"path": %s, "line": 1, "rule": "NRN101", "severity": "error"}]}`, len(files), lines, path)
	return 0
}

// fleet runs a command line, and returns what it said on standard error.
func fleet(t *testing.T, code int, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NEURONLINT", self)
	var out, errs bytes.Buffer
	if got := execute(t.Context(), args, &out, &errs); got != code {
		t.Fatalf("%v: exit code %d, want %d: %s", args, got, code, errs.String())
	}
	return errs.String() + out.String()
}

// git runs git in a folder.
func git(t *testing.T, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(input)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=n@example.org", "GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=n@example.org",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes a repository with a commit of some files.
func repository(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "", "init", "--quiet", "--initial-branch=main")
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	git(t, dir, "", "add", "--all")
	git(t, dir, "", "commit", "--quiet", "--message=m", "--allow-empty")
	return dir
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// rows are the rows of a table.
func rows[T any](t *testing.T, dir, name string) (list []T) {
	t.Helper()
	if err := tables.Each(dir, name, func(r *T) error { list = append(list, *r); return nil }); err != nil {
		t.Fatal(err)
	}
	return list
}

// failures are the failures of a run as "name: reason count".
func failures(t *testing.T, dir string) (list []string) {
	t.Helper()
	for _, f := range rows[tables.Failure](t, dir, "failures") {
		list = append(list, fmt.Sprintf("%s: %s %d", f.Repository, f.Reason, f.Count))
	}
	slices.Sort(list)
	return list
}

// judged are the names of the repositories that have a verdict.
func judged(t *testing.T, dir string) (list []string) {
	t.Helper()
	for _, r := range rows[tables.Repository](t, dir, "repositories") {
		if r.Verdict != "" {
			list = append(list, r.Repository)
		}
	}
	slices.Sort(list)
	return list
}

// same fails unless two lists are equal.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
