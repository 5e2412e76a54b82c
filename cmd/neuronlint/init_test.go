package main

import (
	"strings"
	"testing"
)

// A released program sets up its release; the scripts run one that is none.
func TestInitNamesTheRelease(t *testing.T) {
	p := &project{flags: &initFlags{}, root: t.TempDir(), at: "a dir/b", config: "a dir/b/neuronlint.toml", git: true, version: "v1.2.0-rc.3"}
	hook, err := p.hook()
	if err != nil {
		t.Fatal(err)
	}
	if want := "repos:\n- repo: https://github.com/neuronlint/neuronlint\n  rev: v1.2.0-rc.3\n  hooks:\n" +
		"  - id: neuronlint-python\n    args: [--since, HEAD, --config, 'a dir/b/neuronlint.toml']\n    files: '^a dir/b/'\n"; string(hook.text) != want {
		t.Errorf("hook\n%s\nwant\n%s", hook.text, want)
	}
	if text := p.githubWorkflow(); !strings.HasSuffix(text, "uses: neuronlint/neuronlint@v1.2.0-rc.3\n        with:\n          paths: 'a dir/b'\n          args: --config 'a dir/b/neuronlint.toml'\n") {
		t.Errorf("workflow\n%s", text)
	}
	p.flags.ci = ciGitHub
	if s, err := p.job(); err != nil || s.text != nil || !strings.Contains(s.note, "blanks") {
		t.Errorf("a path with a blank becomes an input of the action: %+v, %v", s, err)
	}
	job := p.gitlabJob()
	for _, want := range []string{
		"  image: python:3.13\n", "    - pip install neuronlint==1.2.0rc3\n",
		"--format gitlab=quality.json --config ''a dir/b/neuronlint.toml'' ''a dir/b'''\n",
	} {
		if !strings.Contains(job, want) {
			t.Errorf("job\n%s\nwithout %q", job, want)
		}
	}
	for _, version := range []string{"devel", "v0.0.0-20261124120000-0123456789ab", "v1.2.0+dirty"} {
		if p.version = version; p.release() != "" {
			t.Errorf("%s counts as a release", version)
		}
	}
}

// An entry is added only where the rest means the same as before.
func TestWithHook(t *testing.T) {
	p := &project{at: "."}
	for _, old := range []string{
		"repos:\n- repo: meta\n  hooks:\n  - id: identity\n",
		"# c\r\nrepos:   # d\r\n\r\n    - repo: meta\r\n      hooks: []\r\n",
		"repos:\n-\n  repo: meta\n  hooks: [{id: identity}]",
	} {
		text := p.withHook([]byte(old), 1)
		got, err := parseHooks(text)
		if err != nil || len(got.Repos) != 2 || got.Repos[0].Repo != "local" || got.Repos[1].Repo != "meta" {
			t.Errorf("%q becomes %q: %v", old, text, err)
		}
		if crlf := strings.Contains(old, "\r\n"); crlf && strings.Count(string(text), "\n") != strings.Count(string(text), "\r\n") {
			t.Errorf("line ends of %q", text)
		}
	}
	for _, old := range []string{
		"repos: []\n",
		"repos: {}\n",
		"ci: {}\n",
		"repos:\n",
		"text: |\n  x\nrepos:\n  !!seq\n  - repo: meta\n    hooks: []\n",
		"repos: &r\n- repo: meta\n  hooks: []\n",
	} {
		if text := p.withHook([]byte(old), strings.Count(old, "repo:")); text != nil {
			t.Errorf("%q becomes %q", old, text)
		}
	}
}
