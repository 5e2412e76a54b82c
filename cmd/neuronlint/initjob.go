package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// job is the file that has the project checked on its server.
func (p *project) job() (step, error) {
	ci := p.flags.ci
	if ci == ciAuto {
		ci = p.server()
	}
	s := step{path: githubFile, text: []byte(p.githubWorkflow())}
	switch ci {
	case ciGitHub:
	case ciGitLab:
		s = step{path: gitlabFile, text: []byte(p.gitlabJob())}
	default:
		return step{path: "CI", note: "no job, since neither GitHub nor GitLab can be seen here; --ci github and --ci gitlab write one"}, nil
	}
	if p.at != "." && ci == ciGitHub && strings.ContainsAny(p.at, " \t") {
		return step{path: s.path, note: "not written, since inputs of the action are separated by blanks, and " + strconv.Quote(p.at) + " has one"}, nil
	}
	old, err := p.read(s.path)
	switch {
	case err != nil || old == nil:
		return s, err
	case strings.Contains(string(old), "neuronlint"):
		return step{path: s.path, note: "runs neuronlint already"}, nil
	default:
		return step{path: s.path, note: "not changed; add to it:", hand: string(s.text)}, nil
	}
}

// server is where the project's jobs run, as its files and its origin tell; empty if they
// do not.
func (p *project) server() string {
	for _, sign := range []struct{ file, ci string }{{gitlabFile, ciGitLab}, {".github", ciGitHub}} {
		if _, err := os.Lstat(filepath.Join(p.root, sign.file)); err == nil {
			return sign.ci
		}
	}
	origin := p.gitFile("config")
	switch {
	case strings.Contains(origin, "github.com"):
		return ciGitHub
	case strings.Contains(origin, "gitlab"):
		return ciGitLab
	}
	return ""
}

// gitFile is the text of a small file of the repository; empty if there is none, as in a
// work tree beside it.
func (p *project) gitFile(name string) string {
	text, err := regular.Read(filepath.Join(p.root, ".git", filepath.FromSlash(name)), maxSetupBytes)
	if err != nil {
		return ""
	}
	return string(text)
}

// branch is the main branch: that of the origin, or else the one that is checked out.
func (p *project) branch() string {
	for _, from := range []struct{ file, before string }{
		{"refs/remotes/origin/HEAD", "ref: refs/remotes/origin/"}, {"HEAD", "ref: refs/heads/"},
	} {
		if name, ok := strings.CutPrefix(strings.TrimSpace(p.gitFile(from.file)), from.before); ok {
			return name
		}
	}
	return "main"
}

func (p *project) githubWorkflow() string {
	branch := yamlWord(p.branch())
	ref := p.release()
	if ref == "" {
		ref = "main"
	}
	text := `name: neuronlint
on:
  pull_request:
  push:
    branches: [` + branch + `]
permissions:
  contents: read
  security-events: write
jobs:
  neuronlint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: neuronlint/neuronlint@` + ref + "\n"
	if p.at != "." {
		text += "        with:\n          paths: " + yamlWord(p.at) + "\n"
		if p.config != "" {
			text += "          args: --config " + yamlWord(p.config) + "\n"
		}
	}
	return text
}

// gitlabJob installs the released program with pip, and builds another one.
func (p *project) gitlabJob() string {
	image, install := "golang:1.26", "go install github.com/neuronlint/neuronlint/cmd/neuronlint@main"
	if release := p.release(); release != "" {
		image, install = "python:3.13", "pip install neuronlint=="+pythonVersion(release)
	}
	check := `neuronlint check --since "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --format text --format gitlab=quality.json`
	if p.config != "" {
		check += " --config " + quoted([]string{p.config})
	}
	if p.at != "." {
		check = yamlText(check + " " + quoted([]string{p.at}))
	}
	return `neuronlint:
  image: ` + image + `
  variables:
    GIT_DEPTH: 0
  script:
    - ` + install + `
    - ` + check + `
  artifacts:
    when: always
    reports:
      codequality: quality.json
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
`
}

// pythonVersion is a release as Python's packages name it.
func pythonVersion(release string) string {
	return strings.NewReplacer("-alpha.", "a", "-beta.", "b", "-rc.", "rc").Replace(strings.TrimPrefix(release, "v"))
}
