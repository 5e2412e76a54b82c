package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// review runs the program as a job does.
func review(t *testing.T, variables map[string]string, args ...string) (status int, out, log string) {
	t.Helper()
	program, err := linter()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status = run(context.Background(), append([]string{"--neuronlint", program}, args...), environment{
		func(name string) string { return variables[name] }, &stdout, &stderr,
	})
	return status, stdout.String(), stderr.String()
}

// server is one of the two places, with what a person sees there.
type server interface {
	variables() map[string]string
	shown() []shown
	summary() string
	written() []string // since the last call
	hook(func(w http.ResponseWriter, r *http.Request, after func()) bool)
}

// shown is a thread.
type shown struct {
	path string
	line int
	body string
	open bool
}

func (h *hub) shown() (list []shown) {
	for _, t := range h.threads {
		list = append(list, shown{t.path, t.last, t.body, !t.resolved && !t.folded})
	}
	return list
}

func (h *hub) summary() string {
	for _, c := range h.comments {
		if c.ours {
			return c.body
		}
	}
	return ""
}

func (h *hub) written() []string {
	list := h.writes
	h.writes = nil
	return list
}

func (h *hub) hook(f func(w http.ResponseWriter, r *http.Request, after func()) bool) {
	h.intercept = f
}

func (l *lab) shown() (list []shown) {
	for _, d := range l.discussions {
		if !d.individual {
			line, _ := d.position["new_line"].(float64)
			path, _ := d.position["new_path"].(string)
			list = append(list, shown{path, int(line), d.body, !d.resolved})
		}
	}
	return list
}

func (l *lab) summary() string {
	for _, d := range l.discussions {
		if d.individual && d.author == us {
			return d.body
		}
	}
	return ""
}

func (l *lab) written() []string {
	list := l.writes
	l.writes = nil
	return list
}

func (l *lab) hook(f func(w http.ResponseWriter, r *http.Request, after func()) bool) {
	l.intercept = f
}

// both runs a test with both places.
func both(t *testing.T, before, after map[string]string, test func(t *testing.T, r *repo, s server)) {
	t.Run("GitHub", func(t *testing.T) {
		r := newRepo(t, before, after)
		test(t, r, newHub(t, r))
	})
	t.Run("GitLab", func(t *testing.T) {
		r := newRepo(t, before, after)
		test(t, r, newLab(t, r))
	})
}

// old and changed are the files of a change: it adds lines with CUDA to two files, one of
// them with the line ends of Windows, and a call that makes a device of an old string in
// a file that it leaves alone.
func old() map[string]string {
	return map[string]string{
		"lib/names.py": "PLACE = \"cuda\"\n",
		"train.py":     "import torch\n\nfrom lib import names\n\nkept = torch.device(\"cuda\")\nprint(names.PLACE)\n",
		"windows.py":   "import torch\r\n\r\nx = 1\r\n",
		"quiet.py":     "x = 1\n",
	}
}

func changed() map[string]string {
	return map[string]string{
		"train.py": "import torch\n\nfrom lib import names\n\nkept = torch.device(\"cuda\")\nprint(names.PLACE)\n" +
			"new = torch.zeros(\n    3,\n    device=\"cuda\",\n)\nnew = new.cuda()\nhere = torch.device(names.PLACE)\n" +
			"text = \"\"\"```\n````\"\"\"; more = torch.ones(2, device=\"cuda\")\n",
		"windows.py": "import torch\r\n\r\nx = 1\r\ny = torch.ones(3, device=\"cuda\")\r\n",
		"quiet.py":   "x = 2\n",
	}
}

func TestRoundTrip(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, r *repo, s server) {
		// First: a review and a summary.
		status, _, log := review(t, s.variables())
		if status != 1 {
			t.Fatalf("exit status %d, want that of check:\n%s", status, log)
		}
		list := s.shown()
		if len(list) != 4 {
			t.Fatalf("%d threads:\n%+v\n%s", len(list), list, log)
		}
		accept(t, r, list)
		summary := s.summary()
		for _, want := range []string{"### neuronlint: 5 errors", "4 comments on the lines", "4 with a suggestion", "lib/names.py:1"} {
			if !strings.Contains(summary, want) {
				t.Errorf("the summary lacks %q:\n%s", want, summary)
			}
		}
		s.written()
		// Again: nothing is written.
		if _, _, log = review(t, s.variables()); len(s.written()) != 0 || len(s.shown()) != 4 {
			t.Fatalf("the second run writes:\n%s", log)
		}
		// A finding is gone, the lines above another have moved: one thread is resolved.
		r.commit(map[string]string{"windows.py": "import torch\r\n\r\nx = 1\r\ny = torch.ones(3)\r\n", "train.py": "# more\n" + changed()["train.py"]})
		_, _, log = review(t, s.variables())
		for _, was := range s.shown() {
			if open := was.path != "windows.py"; was.open != open {
				t.Errorf("%s:%d is open: %v\n%s", was.path, was.line, was.open, log)
			}
		}
		if n := len(s.shown()); n != 4 || !strings.Contains(s.summary(), "### neuronlint: 4 errors") {
			t.Errorf("%d threads, summary:\n%s\n%s", n, s.summary(), log)
		}
		s.written()
		if _, _, log = review(t, s.variables()); len(s.written()) != 0 {
			t.Errorf("the fourth run writes:\n%s", log)
		}
		// It comes back: it is told again. All is gone: all is resolved.
		r.commit(map[string]string{"windows.py": changed()["windows.py"]})
		if review(t, s.variables()); len(s.shown()) != 5 || !s.shown()[4].open {
			t.Errorf("the finding that is back is not told: %+v", s.shown())
		}
		r.commit(old())
		status, _, log = review(t, s.variables())
		if slices.ContainsFunc(s.shown(), func(s shown) bool { return s.open }) || status != 0 {
			t.Errorf("exit status %d:\n%s\n%+v", status, log, s.shown())
		}
		if !strings.Contains(s.summary(), "no findings in this") {
			t.Errorf("summary:\n%s", s.summary())
		}
	})
}

// accept takes each suggestion alone, as a reviewer does, and wants it to be what fix does
// to these lines: its finding is gone, and no other.
func accept(t *testing.T, r *repo, list []shown) {
	t.Helper()
	for _, s := range list {
		info, text, ok := suggestion(s.body)
		if !ok {
			t.Errorf("%s:%d has no suggestion:\n%s", s.path, s.line, s.body)
			continue
		}
		above := 0
		if m := regexp.MustCompile(`^suggestion:-(\d+)\+0$`).FindStringSubmatch(info); m != nil {
			above, _ = strconv.Atoi(m[1])
		} else if info != "suggestion" {
			t.Errorf("info string %q", info)
		}
		was := r.read(s.path)
		lines := strings.SplitAfter(was, "\n")
		is := strings.Join(lines[:s.line-1-above], "") + text + strings.Join(lines[s.line:], "")
		want := len(findings(t, r)) - 1
		r.write(s.path, is)
		left := findings(t, r)
		if len(left) != want || strings.Contains(strings.Join(left, "\n"), "NRN001") || strings.Count(is, "\r\n") != strings.Count(was, "\r\n") {
			t.Errorf("after the suggestion on %s:%d, %q:\n%s", s.path, s.line, text, strings.Join(left, "\n"))
		}
		r.write(s.path, was)
	}
}

func findings(t *testing.T, r *repo) []string {
	t.Helper()
	program, err := linter()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "check", "--since", r.base, "--exit-zero", "--format", "concise", ".")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// Comments in a person's words, or closed by one, stay as they are.
func TestPersons(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	if _, _, log := review(t, h.variables()); len(h.threads) != 4 {
		t.Fatal(log)
	}
	// Somebody copies our marker, and somebody closes a thread.
	h.comments = slices.Insert(h.comments, 0, &hubComment{id: 1, body: h.comments[0].body, ours: false})
	h.threads = append(h.threads, &hubThread{hubComment: hubComment{50, strings.Replace(h.threads[0].body, "comment ", "comment 0", 1), false}, path: "train.py", last: 9})
	h.threads[0].resolved, h.threads[0].resolvedBy = true, "them"
	h.written()
	if _, _, log := review(t, h.variables()); len(h.written()) != 0 {
		t.Errorf("something is written:\n%s", log)
	}
	r.commit(old())
	review(t, h.variables())
	if h.threads[4].resolved || h.comments[0].body == h.comments[1].body {
		t.Error("what a person wrote is changed")
	}
}

func TestDryRun(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, _ *repo, s server) {
		status, out, log := review(t, s.variables(), "--dry-run")
		if n := len(s.written()); n != 0 || status != 1 {
			t.Errorf("%d writes, exit status %d\n%s", n, status, log)
		}
		if strings.Count(out, "-- would comment on ") != 4 || !strings.Contains(out, "### neuronlint: 5 errors") {
			t.Errorf("output:\n%s", out)
		}
	})
}

func TestMaxComments(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, _ *repo, s server) {
		for range 2 {
			_, _, log := review(t, s.variables(), "--max-comments", "2")
			if len(s.shown()) != 2 || !strings.Contains(s.summary(), "Beyond the number of comments") || strings.Count(s.summary(), "\n| [") != 3 {
				t.Fatalf("%d threads, summary:\n%s\n%s", len(s.shown()), s.summary(), log)
			}
		}
	})
}

// Only lines of the difference have comments, though check tells more.
func TestFarFromTheDifference(t *testing.T) {
	var lines []string
	for i := range 40 {
		lines = append(lines, fmt.Sprintf("x%d = %d", i, i))
	}
	before := "import torch\nplace = \"cpu\"\n" + strings.Join(lines, "\n") + "\ny = torch.device(place)\n"
	after := "import torch\nplace = \"cuda\"\n" + strings.Join(lines, "\n") + "\ny = torch.device(place)\n"
	both(t, map[string]string{"a.py": before}, map[string]string{"a.py": after}, func(t *testing.T, _ *repo, s server) {
		_, _, log := review(t, s.variables())
		for _, c := range s.shown() {
			if c.line > 5 {
				t.Errorf("a comment on line %d\n%s", c.line, log)
			}
		}
	})
}

// What is checked is what GitHub checks out: the change merged with its base, whose lines
// may have other numbers.
func TestMergedCheckout(t *testing.T) {
	r := newRepo(t, old(), changed())
	r.git("checkout", "--quiet", "main")
	r.base = r.commit(map[string]string{"train.py": "# a line\n" + old()["train.py"]})
	r.git("merge", "--quiet", "--no-edit", "topic")
	r.git("checkout", "--quiet", "--detach")
	h := newHub(t, r)
	_, _, log := review(t, h.variables())
	if len(h.threads) != 1 || h.threads[0].path != "windows.py" || !strings.Contains(h.summary(), "train.py:10") {
		t.Errorf("%d threads\n%s\n%s", len(h.threads), h.summary(), log)
	}
}

// A commit that is not here is reviewed by the run that has it.
func TestMovedOn(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	h.intercept = func(w http.ResponseWriter, req *http.Request, _ func()) bool {
		if req.URL.Path != "/repos/o/r/pulls/1" {
			return false
		}
		answer(w, 200, map[string]any{
			"html_url": "https://github.com/o/r/pull/1", "base": map[string]any{"sha": r.base},
			"head": map[string]any{"sha": strings.Repeat("1", 40)},
		})
		return true
	}
	status, _, log := review(t, h.variables())
	if status != 0 || len(h.written()) != 0 || !strings.Contains(log, "has moved on") {
		t.Errorf("exit status %d\n%s", status, log)
	}
}

// A token that may not write is told apart, and the summary is in the log.
func TestDenied(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	for message, want := range map[string]string{
		"Resource not accessible by integration":           `posting a review is not permitted: the token of the workflow needs "permissions: pull-requests: write"; in a pull request from a fork it cannot have it`,
		"Resource not accessible by personal access token": `the fine-grained token needs the repository permission "pull-requests" (write)`,
	} {
		h.readOnly = message
		variables := h.variables()
		variables["GITHUB_STEP_SUMMARY"] = filepath.Join(t.TempDir(), "summary")
		status, out, log := review(t, variables)
		step, _ := os.ReadFile(variables["GITHUB_STEP_SUMMARY"])
		if status != 1 || !strings.Contains(log, want) || strings.Count(out, "\n| ") < 6 || !strings.Contains(out, "train.py:11") || !strings.Contains(string(step), "train.py:11") {
			t.Errorf("exit status %d\n%s\n%s\n%s", status, log, out, step)
		}
	}
	h.token = "another"
	if status, _, log := review(t, h.variables()); status != failed || !strings.Contains(log, "does not know the token") {
		t.Errorf("exit status %d\n%s", status, log)
	}
	l := newLab(t, r)
	for body, want := range map[string]string{
		`{"error": "insufficient_scope"}`: "posting a comment is not permitted: the token needs the scope \"api\"\n",
		`{"message": "403 Forbidden"}`:    "a role in the project",
	} {
		l.deny = func(r *http.Request) (int, string) {
			if r.Method == http.MethodGet {
				return 0, ""
			}
			return http.StatusForbidden, body
		}
		if status, out, log := review(t, l.variables()); status != 1 || !strings.Contains(log, want) || !strings.Contains(out, "train.py:11") {
			t.Errorf("exit status %d\n%s\n%s", status, log, out)
		}
	}
	variables := l.variables()
	variables["GITLAB_TOKEN"] = ""
	if status, _, log := review(t, variables); status != failed || !strings.Contains(log, "CI_JOB_TOKEN") {
		t.Errorf("exit status %d\n%s", status, log)
	}
}

// Resolving takes the right to push. Without it our comments are folded.
func TestResolveWithoutPush(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	h.canPush = false
	review(t, h.variables())
	r.commit(old())
	for range 2 {
		_, _, log := review(t, h.variables())
		for _, thread := range h.threads {
			if !thread.folded || thread.resolved {
				t.Errorf("%+v\n%s", thread, log)
			}
		}
	}
	if n := len(slices.DeleteFunc(h.written(), func(s string) bool { return s != "minimizeComment" })); n != 4 {
		t.Errorf("%d comments are folded", n)
	}
}

// An answer that is lost after the server has done what was asked leads to no second
// comment; one that asks to wait is waited for.
func TestLostAnswers(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, _ *repo, s server) {
		lost, limited := 0, 0
		s.hook(func(w http.ResponseWriter, r *http.Request, after func()) bool {
			switch {
			case r.Method == http.MethodPost && r.URL.Path != "/graphql" && lost == 0:
				lost++
				after()
				w.WriteHeader(http.StatusBadGateway)
				return true
			case limited == 0 && lost > 0:
				limited++
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusTooManyRequests)
				return true
			}
			return false
		})
		_, _, log := review(t, s.variables())
		seen := make(map[string]bool)
		for _, c := range s.shown() {
			if seen[c.body] {
				t.Errorf("a comment is posted twice:\n%s", log)
			}
			seen[c.body] = true
		}
		if len(seen) != 4 || s.summary() == "" || lost+limited != 2 {
			t.Errorf("%d comments, summary %q\n%s", len(seen), s.summary(), log)
		}
	})
}

// A server that is busy for too long is not waited for.
func TestTooBusy(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, _ *repo, s server) {
		s.hook(func(w http.ResponseWriter, r *http.Request, _ func()) bool {
			if r.Method == http.MethodGet || r.URL.Path == "/graphql" {
				return false
			}
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		})
		status, out, log := review(t, s.variables())
		if status != 1 || !strings.Contains(log, "too many requests") || !strings.Contains(out, "train.py:11") {
			t.Errorf("exit status %d\n%s\n%s", status, log, out)
		}
	})
}

// A comment whose place is refused keeps no other from being posted.
func TestRefusedPlace(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	h.refuse = func(path string, line int) bool { return path == "train.py" && line == 11 }
	for range 2 {
		_, _, log := review(t, h.variables())
		if len(h.threads) != 3 || !strings.Contains(h.summary(), "| [`train.py:11`]") || strings.Contains(h.summary(), "| [`train.py:9`]") {
			t.Fatalf("%d threads\n%s\n%s", len(h.threads), h.summary(), log)
		}
	}
}

// An app asks for a token with its key, and writes with that.
func TestApp(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	h.app, h.token = &key.PublicKey, "of the installation"
	text := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
	name := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	variables := h.variables()
	variables["GITHUB_TOKEN"] = ""
	if status, _, log := review(t, variables, "--app-id", "12", "--app-key", name); status != 1 || len(h.threads) != 4 {
		t.Errorf("exit status %d, %d threads\n%s", status, len(h.threads), log)
	}
	h.readOnly = "Resource not accessible by integration"
	h.threads = nil
	if _, _, log := review(t, variables, "--app-id", "12", "--app-key", name); !strings.Contains(log, `the app's installation needs the permission "pull-requests" (write)`) {
		t.Error(log)
	}
	variables["NEURONLINT_APP_ID"], variables["NEURONLINT_APP_KEY"] = "12", "no key"
	if status, _, log := review(t, variables); status != failed || !strings.Contains(log, "private key of the app") {
		t.Errorf("exit status %d\n%s", status, log)
	}
}

// Thousands of findings fit into a summary, and a huge fix into no suggestion.
func TestLimits(t *testing.T) {
	text := "import torch\n" + strings.Repeat("torch.cuda.synchronize(); x = torch.ones(3, device=\"cuda\")\n", 900)
	both(t, map[string]string{"b.py": ""}, map[string]string{"a.py": text}, func(t *testing.T, _ *repo, s server) {
		_, _, log := review(t, s.variables(), "--comment-on", "info")
		if len(s.shown()) != 30 || s.summary() == "" {
			t.Fatalf("%d threads, summary %d bytes\n%s", len(s.shown()), len(s.summary()), log)
		}
		s.written()
		if review(t, s.variables(), "--comment-on", "info"); len(s.written()) != 0 {
			t.Error("the second run writes")
		}
	})
}

// Below the root of the repository the paths are those of the repository.
func TestFolder(t *testing.T) {
	both(t, map[string]string{"sub/a.py": "x = 1\n"}, map[string]string{"sub/a.py": "import torch\nx = torch.device(\"cuda\")\n"}, func(t *testing.T, _ *repo, s server) {
		t.Chdir("sub")
		_, _, log := review(t, s.variables())
		if list := s.shown(); len(list) != 1 || list[0].path != "sub/a.py" {
			t.Errorf("%+v\n%s", list, log)
		}
	})
}

// The JSON of an earlier run will do, for a job that has the token and not the code's trust.
func TestReport(t *testing.T) {
	r := newRepo(t, old(), changed())
	h := newHub(t, r)
	program, err := linter()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "report.json")
	if out, err := exec.Command(program, "check", "--since", r.base, "--exit-zero", "--format", "json="+name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if status, _, log := review(t, h.variables(), "--report", name); status != 0 || len(h.threads) != 4 {
		t.Errorf("exit status %d, %d threads\n%s", status, len(h.threads), log)
	}
	if err := os.WriteFile(name, []byte(`{"schema_version": 2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, log := review(t, h.variables(), "--report", name); status != failed || !strings.Contains(log, "version 2 of its schema") {
		t.Errorf("exit status %d\n%s", status, log)
	}
}

func TestUsage(t *testing.T) {
	pull := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/1/merge", "GITHUB_TOKEN": "t"}
	without := func(name string) map[string]string {
		out := make(map[string]string)
		for k, v := range pull {
			if k != name {
				out[k] = v
			}
		}
		return out
	}
	for _, tt := range []struct {
		variables map[string]string
		args      []string
		want      string
	}{
		{nil, nil, "no job of GitHub or GitLab"},
		{pull, []string{"--max-comments", "101"}, "between 0 and 100"},
		{pull, []string{"--comment-on", "all"}, "info, warning, error"},
		{pull, []string{"--name", "a b"}, "--name"},
		{pull, []string{"--forge", "gitea"}, "github or gitlab"},
		{pull, []string{"--report", "x", ".", "--", "--unsafe"}, "takes no flags"},
		{without("GITHUB_TOKEN"), nil, "there is no token"},
		{without("GITHUB_REF"), nil, "not of a pull request"},
		{without("GITHUB_REPOSITORY"), nil, "owner/name"},
	} {
		if status, _, log := review(t, tt.variables, tt.args...); status != failed || !strings.Contains(log, tt.want) {
			t.Errorf("%v: exit status %d, %q, want %q", tt.args, status, log, tt.want)
		}
	}
	if status, out, _ := review(t, nil, "--help"); status != 0 || !strings.Contains(out, "--max-comments") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

func TestGraphQLAddress(t *testing.T) {
	for api, want := range map[string]string{
		"https://api.github.com/":        "https://api.github.com/graphql",
		"https://github.example/api/v3/": "https://github.example/api/graphql",
	} {
		if got := graphQL(api); got != want {
			t.Errorf("%s: %s", api, got)
		}
	}
}
