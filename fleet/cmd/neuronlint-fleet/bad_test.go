package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// TestBadRepositories has one of each kind that can go wrong. Each is a row with a reason,
// and none keeps the others from being judged.
func TestBadRepositories(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	python := map[string]string{"a.py": "import torch\n"}
	repository(t, at("good"), python)
	if err := os.MkdirAll(at("good/inner"), 0o755); err != nil { // no repository, but in one
		t.Fatal(err)
	}
	git(t, dir, "", "init", "--quiet", at("none"))
	repository(t, at("empty"), nil)
	repository(t, at("prose"), map[string]string{"a.md": "text"})
	for _, name := range []string{"crash", "hungry", "chatty", "other"} {
		repository(t, at(name), map[string]string{name + ".py": "x = 1\n"})
	}
	many := make(map[string]string)
	for i := range 40 {
		many[fmt.Sprintf("f%d.py", i)] = fmt.Sprint(i)
	}
	repository(t, at("many"), many)
	repository(t, at("large"), map[string]string{"a.py": "x = 1\n", "w.bin": strings.Repeat("\x00", 2<<20)})
	repository(t, at("lfs"), map[string]string{
		"a.py": "x = 1\n", "w.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n",
	})
	repository(t, at("sub"), python)
	git(t, at("sub"), "", "update-index", "--add", "--cacheinfo", "160000,"+git(t, at("good"), "", "rev-parse", "HEAD")+",lib")
	git(t, at("sub"), "", "commit", "--quiet", "--message=s")
	repository(t, at("broken"), python)
	if err := os.RemoveAll(at("broken/.git/objects")); err != nil {
		t.Fatal(err)
	}
	write(t, at("broken/.git/objects/none"), "")
	repository(t, at("garbled"), python)
	write(t, at("garbled/.git/config"), "[core")
	if err := os.Symlink(at("prose"), at("link")); err != nil {
		t.Fatal(err)
	}
	write(t, at("file"), "")

	manifest := `{"path": "nowhere"}
{"path": "good", "team": "a"}
{"path": "good", "name": "again"}
{"path": "good/inner"}
{"path": "good", "revision": "nope", "name": "unknown"}
{"path": "good", "revision": "--output=x", "name": "option"}
{"path": "good", "revision": "^main", "name": "not main"}
{"path": "none"}
{"path": "empty"}
{"path": "prose"}
{"path": "crash"}
{"path": "hungry"}
{"path": "chatty"}
{"path": "other"}
{"path": "many"}
{"path": "large"}
{"path": "lfs"}
{"path": "sub"}
{"path": "broken"}
{"path": "garbled"}
{"path": "link"}
{"path": "file", "name": "no folder"}
{"url": "ext::sh -c touch% x", "name": "ext"}
{"url": "file:///etc", "name": "file"}
{"url": "https://-x/y", "name": "dash"}
{"url": "--upload-pack=x", "name": "flag"}
{"url": "https://u:pass@h/a b", "name": "space"}
{"path":
[]
{}
`
	write(t, at("list.jsonl"), manifest)
	fleet(t, 0, at("list.jsonl"), "-o", at("out"), "--cache", at("cache"), "--workers", "4",
		"--max-output", "4", "--max-memory", "200", "--max-files", "30", "--max-file-size", "1")
	same(t, "failures", failures(t, at("out")), []string{
		": broken_line 1", ": broken_line 1", ": broken_line 1",
		"again: duplicate 1", "broken: revision_unknown 1", "chatty: output_too_large 1", "crash: crashed 1", "dash: bad_location 1",
		"empty: empty 1", "ext: bad_location 1", "file: bad_location 1", "flag: bad_location 1", "garbled: objects_missing 1",
		"good/inner: not_found 1", "hungry: out_of_memory 1", "large: file_too_large 1", "lfs: lfs_pointer 1", "link: no_python 1",
		"many: too_many_files 1", "no folder: not_found 1", "none: no_commits 1", "not main: revision_unknown 1", "nowhere: not_found 1",
		"option: broken_line 1", "other: bad_assessment 1", "prose: no_python 1", "space: bad_location 1", "sub: submodule 1",
		"unknown: revision_unknown 1",
	})
	same(t, "judged", judged(t, at("out")), []string{"good", "large", "lfs", "sub"})
	if left, err := filepath.Glob(at("out/shards/*/scratch/*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestTimeout checks that no repository takes longer than it may.
func TestTimeout(t *testing.T) {
	dir := t.TempDir()
	repository(t, filepath.Join(dir, "slow"), map[string]string{"slow.py": "x = 1\n"})
	write(t, filepath.Join(dir, "list.csv"), "path\nslow\n")
	out := filepath.Join(dir, "out")
	fleet(t, 0, filepath.Join(dir, "list.csv"), "-o", out, "--cache", filepath.Join(dir, "cache"), "--timeout", "3s")
	same(t, "failures", failures(t, out), []string{"slow: timeout 1"})
}

// TestHostileRepository checks that nothing which a repository brings is run.
func TestHostileRepository(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	evil := "touch '" + at("MARK") + "'; cat"
	repo := repository(t, at("evil"), map[string]string{"a.py": "x = 1\n", ".gitattributes": "* filter=evil diff=evil\n"})
	for _, hook := range []string{"post-checkout", "post-merge", "reference-transaction", "post-index-change", "pre-auto-gc"} {
		write(t, filepath.Join(repo, ".git/hooks", hook), "#!/bin/sh\n"+evil+"\n")
	}
	write(t, at("evil.sh"), "#!/bin/sh\n"+evil+"\n")
	script := at("evil.sh")
	write(t, filepath.Join(repo, ".git/config"), `[core]
	repositoryformatversion = 1
	fsmonitor = `+script+`
	sshCommand = `+script+`
	pager = `+script+`
	hooksPath = .git/hooks
	askPass = `+script+`
	alternateRefsCommand = `+script+`
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	url = ext::`+script+`
	uploadpack = `+script+`
[protocol "ext"]
	allow = always
[filter "evil"]
	smudge = `+script+`
	process = `+script+`
	required = true
[diff "evil"]
	textconv = `+script+`
[uploadpack]
	packObjectsHook = `+script+`
[credential]
	helper = `+script+`
[alias]
	rev-parse = !`+script+`
	ls-tree = !`+script+`
[url "ext::`+script+` "]
	insteadOf = /
[includeIf "gitdir:**"]
	path = more
[extensions]
	worktreeConfig = true
`)
	write(t, filepath.Join(repo, ".git/more"), "[core]\n\tgitProxy = "+script+"\n\tfsmonitor = "+script+"\n")
	write(t, filepath.Join(repo, ".git/config.worktree"), "[core]\n\tfsmonitor = "+script+"\n[credential]\n\thelper = "+script+"\n")
	// One more with an object that is missing, and a server of its own for it.
	copied := at("lacking")
	if err := os.CopyFS(copied, os.DirFS(repo)); err != nil {
		t.Fatal(err)
	}
	blob := git(t, repo, "", "-c", "extensions.partialClone=", "-c", "core.fsmonitor=false", "rev-parse", "HEAD:a.py")
	if err := os.Remove(filepath.Join(copied, ".git/objects", blob[:2], blob[2:])); err != nil {
		t.Fatal(err)
	}
	_ = exec.Command("git", "-C", repo, "status").Run() // it may fail: what it has run is no filter
	if err := os.Remove(at("MARK")); err != nil {
		t.Fatal("git status does not run what the repository names, so that the test shows nothing:", err)
	}
	write(t, at("list.csv"), "path\nevil\nlacking\n")
	fleet(t, 0, at("list.csv"), "-o", at("out"), "--cache", at("cache"))
	if _, err := os.Stat(at("MARK")); err == nil {
		t.Error("a program of the repository has run")
	}
	same(t, "judged", judged(t, at("out")), []string{"evil"})
	same(t, "failures", failures(t, at("out")), []string{"lacking: file_missing 1", "lacking: no_python 1"})
}

// TestOddNames has names that lead out of a folder, or that no file system may have, beside
// names that are only unusual.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	odd := "r $(touch x) 'q\" é \x1b[2J\n;-"
	repo := repository(t, filepath.Join(dir, odd), map[string]string{
		"a.py": "x = 1\n", "b c'\"\n$(x).py": "x = 1\n", "-rf.py": "x = 1\n", "\x1b[31m.py": "x = 1\n", "[a]*?.py": "x = 1\n", "é.py": "x = 1\n",
	})
	blob, err := hex.DecodeString(git(t, repo, "", "rev-parse", "HEAD:a.py"))
	if err != nil {
		t.Fatal(err)
	}
	raw := func(mode, name string, object []byte) string { return mode + " " + name + "\x00" + string(object) }
	up, err := hex.DecodeString(git(t, repo, raw("100644", "OUT.py", blob), "hash-object", "-w", "--literally", "-t", "tree", "--stdin"))
	if err != nil {
		t.Fatal(err)
	}
	tree := raw("40000", "..", up) + raw("40000", ".GIT", up) + raw("100644", "good.py", blob) + raw("120000", "link.py", blob) +
		raw("100644", "latin\xfc.py", blob) + raw("100644", strings.Repeat("n", 300), blob) + raw("100644", "x/y.py", blob)
	commit := git(t, repo, "", "commit-tree", "-m", "odd", git(t, repo, tree, "hash-object", "-w", "--literally", "-t", "tree", "--stdin"))
	line := `{"path": %q, "name": %q, "revision": %q}` + "\n"
	quoted := strings.ReplaceAll(fmt.Sprintf(line, odd, "plain", "")+fmt.Sprintf(line, odd, "crafted", commit), `\x1b`, `\u001b`)
	write(t, filepath.Join(dir, "list.jsonl"), quoted)
	out := filepath.Join(dir, "out")
	fleet(t, 0, filepath.Join(dir, "list.jsonl"), "-o", out, "--cache", filepath.Join(dir, "cache"))
	left, read := 3, int64(2)
	if runtime.GOOS == "darwin" { // whose names are in UTF-8
		left, read = 4, 1
	}
	same(t, "failures", failures(t, out), []string{fmt.Sprintf("crafted: odd_name %d", left)})
	for _, r := range rows[tables.Repository](t, out, "repositories") {
		if want := map[string]int64{"plain": 6, "crafted": read}[r.Repository]; r.Files != want {
			t.Errorf("%s: %d files of Python, want %d", r.Repository, r.Files, want)
		}
	}
	found, err := filepath.Glob(filepath.Join(dir, "*.py"))
	more, err2 := filepath.Glob(filepath.Join(out, "*.py"))
	if found = slices.Concat(found, more); err != nil || err2 != nil || len(found) > 0 {
		t.Errorf("written outside: %v", found)
	}
}
