package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
		t.Helper()
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
		t.Helper()
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
		t.Helper()
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
		t.Helper()
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
