// Package reviewdog tests the recipe of docs/ci.md: reviewdog reads what
// neuronlint writes and reviews a pull request with it. The GitHub that it
// talks to is a server of the test.
package reviewdog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// github is as much of GitHub as a review takes.
type github struct {
	diff []byte

	mu      sync.Mutex
	reviews []review
	onFiles []comment
	unknown []string // requests that nothing answers
}

type review struct {
	Event    string
	Comments []comment
}

type comment struct {
	Path        string
	Body        string
	Side        string
	Line        int
	StartLine   int    `json:"start_line"`
	SubjectType string `json:"subject_type"`
}

func (g *github) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var err error
	switch request := r.Method + " " + r.URL.Path; request {
	case "GET /repos/o/r":
		_, err = w.Write([]byte(`{"html_url": "https://example.org/o/r"}`))
	case "GET /repos/o/r/pulls/1":
		_, err = w.Write(g.diff)
	case "GET /repos/o/r/pulls/1/comments":
		_, err = w.Write([]byte(`[]`))
	case "POST /repos/o/r/pulls/1/reviews":
		var posted review
		err = json.NewDecoder(r.Body).Decode(&posted)
		g.reviews = append(g.reviews, posted)
		_, _ = w.Write([]byte(`{}`))
	case "POST /repos/o/r/pulls/1/comments":
		var posted comment
		err = json.NewDecoder(r.Body).Decode(&posted)
		g.onFiles = append(g.onFiles, posted)
		_, _ = w.Write([]byte(`{}`))
	default:
		g.unknown = append(g.unknown, request)
		http.NotFound(w, r)
	}
	if err != nil {
		g.unknown = append(g.unknown, err.Error())
	}
}

// before and after are the files of a pull request: it adds lines with CUDA, and
// a call that makes a device of an old string in a file that it leaves alone.
func before() map[string]string {
	return map[string]string{
		"names.py": "PLACE = \"cuda\"\n",
		"train.py": "import torch\n\nimport names\n\nold = torch.device(\"cuda\")\nprint(names.PLACE)\n",
	}
}

func after() map[string]string {
	return map[string]string{
		"train.py": "import torch\n\nimport names\n\nold = torch.device(\"cuda\")\nprint(names.PLACE)\n" +
			"new = torch.zeros(\n    3,\n    device=\"cuda\",\n)\nnew = new.cuda()\nhere = torch.device(names.PLACE)\n",
	}
}

func TestReviewOfAPullRequest(t *testing.T) {
	neuronlint, reviewdog := programs(t)
	dir := pullRequest(t)
	findings := output(t, dir, nil, neuronlint, "check", "--since", "main", "--exit-zero", "--format", "rdjsonl")
	if n := bytes.Count(findings, []byte("\n")); n != 3 {
		t.Fatalf("%d findings, want 3:\n%s", n, findings)
	}

	hub := &github{diff: output(t, dir, nil, "git", "diff", "main", "topic")}
	server := httptest.NewServer(hub)
	defer server.Close()
	cmd := program(t, dir, reviewdog, "-f=rdjsonl", "-name=neuronlint", "-reporter=github-pr-review", "-filter-mode=nofilter", "-fail-level=error")
	cmd.Env = append(cmd.Env, "GITHUB_API="+server.URL+"/", "REVIEWDOG_GITHUB_API_TOKEN=t",
		"GITHUB_ACTIONS=true", "GITHUB_EVENT_PATH="+event(t, dir))
	cmd.Stdin = bytes.NewReader(findings)
	log, err := cmd.CombinedOutput()
	if exit := cmd.ProcessState.ExitCode(); exit != 1 {
		t.Fatalf("reviewdog: exit code %d, %v, want 1 because of errors:\n%s", exit, err, log)
	}
	if len(hub.unknown) > 0 || len(hub.reviews) != 1 || hub.reviews[0].Event != "COMMENT" || len(hub.onFiles) != 0 {
		t.Fatalf("requests %q, reviews %+v, comments on files %+v\n%s", hub.unknown, hub.reviews, hub.onFiles, log)
	}
	if told := regexp.MustCompile(`(?m)^::error \S*file=names\.py\S*::`); !told.Match(log) {
		t.Errorf("the log says nothing of names.py:\n%s", log)
	}
	comments := hub.reviews[0].Comments
	if len(comments) != 2 {
		t.Fatalf("comments %+v", comments)
	}
	for i, want := range []struct {
		line int
		text string
	}{{9, "    device=\"neuron\",\n"}, {11, "new = new.to(\"neuron\")\n"}} {
		c := comments[i]
		if c.Path != "train.py" || c.Side != "RIGHT" || c.Line != want.line || c.StartLine != 0 || suggestion(c.Body) != want.text {
			t.Errorf("comment %+v, want line %d with the suggestion %q", c, want.line, want.text)
		}
	}
	accept(t, dir, neuronlint, comments)
}

// accept takes each suggestion alone, as a reviewer does, and wants its finding
// gone and no other.
func accept(t *testing.T, dir, neuronlint string, comments []comment) {
	t.Helper()
	for _, c := range comments {
		name := filepath.Join(dir, c.Path)
		lines := strings.SplitAfter(after()[c.Path], "\n")
		lines[c.Line-1] = suggestion(c.Body)
		write(t, name, strings.Join(lines, ""))
		left := output(t, dir, nil, neuronlint, "check", "--since", "main", "--exit-zero", "--format", "concise")
		if n := bytes.Count(left, []byte("\n")); n != 2 || bytes.Contains(left, []byte("NRN001")) {
			t.Errorf("after the suggestion on line %d:\n%s", c.Line, left)
		}
	}
	write(t, filepath.Join(dir, "train.py"), after()["train.py"])
}

func TestReviewOnTheTerminal(t *testing.T) {
	neuronlint, reviewdog := programs(t)
	dir := pullRequest(t)
	findings := output(t, dir, nil, neuronlint, "check", "--since", "main", "--exit-zero", "--format", "rdjsonl")
	for mode, want := range map[string]string{
		"nofilter": "names.py:1 train.py:9 train.py:11",
		"added":    "train.py:9 train.py:11",
	} {
		log := output(t, dir, findings, reviewdog, "-f=rdjsonl", "-name=neuronlint", "-reporter=local", "-filter-mode="+mode, "-diff=git diff main")
		var places []string
		for line := range strings.Lines(string(log)) {
			var d struct {
				Location struct {
					Path  string
					Range struct{ Start struct{ Line int } }
				}
			}
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			places = append(places, fmt.Sprintf("%s:%d", d.Location.Path, d.Location.Range.Start.Line))
		}
		if got := strings.Join(places, " "); got != want {
			t.Errorf("%s: %s, want %s:\n%s", mode, got, want, log)
		}
	}
}

// suggestion is the text that a comment suggests.
func suggestion(body string) string {
	_, text, _ := strings.Cut(body, "```suggestion\n")
	text, _, _ = strings.Cut(text, "```")
	return text
}

// programs builds what is tested, unless NEURONLINT names one.
func programs(t *testing.T) (neuronlint, reviewdog string) {
	t.Helper()
	dir := t.TempDir()
	reviewdog = filepath.Join(dir, "reviewdog")
	output(t, ".", nil, "go", "build", "-o", reviewdog, "github.com/reviewdog/reviewdog/cmd/reviewdog")
	if neuronlint = os.Getenv("NEURONLINT"); neuronlint == "" {
		neuronlint = filepath.Join(dir, "neuronlint")
		output(t, "../..", nil, "go", "build", "-o", neuronlint, "./cmd/neuronlint")
	}
	return neuronlint, reviewdog
}

// pullRequest is a repository with the branches main and topic.
func pullRequest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	git := func(args ...string) { output(t, dir, nil, "git", args...) }
	git("init", "--quiet", "--initial-branch", "main")
	git("config", "user.name", "n")
	git("config", "user.email", "n@example.org")
	for _, side := range []struct {
		branch string
		files  map[string]string
	}{{"main", before()}, {"topic", after()}} {
		git("checkout", "--quiet", "-B", side.branch)
		for name, text := range side.files {
			write(t, filepath.Join(dir, name), text)
		}
		git("add", ".")
		git("commit", "--quiet", "--message", side.branch)
	}
	return dir
}

// event is the file in which GitHub describes a pull request to a workflow.
func event(t *testing.T, dir string) string {
	t.Helper()
	head := strings.TrimSpace(string(output(t, dir, nil, "git", "rev-parse", "HEAD")))
	name := filepath.Join(t.TempDir(), "event.json")
	write(t, name, fmt.Sprintf(`{"repository": {"owner": {"login": "o"}, "name": "r"},
		"pull_request": {"number": 1, "head": {"sha": %q, "ref": "topic"}}}`, head))
	return name
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// program is a command that ends with the test, in an environment that is no
// CI system's and holds nobody's configuration of git.
func program(t *testing.T, dir, name string, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "CI") && !strings.HasPrefix(entry, "GITHUB_") && !strings.HasPrefix(entry, "GIT_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "NO_COLOR=1")
	return cmd
}

func output(t *testing.T, dir string, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := program(t, dir, name, args...)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, &stderr)
	}
	return out
}
