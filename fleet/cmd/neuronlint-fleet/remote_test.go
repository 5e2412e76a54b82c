package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// server serves the repositories below a folder, to whom has the password.
func server(t *testing.T, dir string) *httptest.Server {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{Path: path, Args: []string{"http-backend"}, Env: []string{
		"GIT_PROJECT_ROOT=" + dir, "GIT_HTTP_EXPORT_ALL=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=uploadpack.allowFilter", "GIT_CONFIG_VALUE_0=true",
	}, InheritEnv: []string{"PATH"}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "secret" && strings.HasPrefix(r.URL.Path, "/private") {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		// Servers say which version of the protocol is asked for.
		withVersion := *backend
		withVersion.Env = append(withVersion.Env[:len(withVersion.Env):len(withVersion.Env)], "GIT_PROTOCOL="+r.Header.Get("Git-Protocol"))
		withVersion.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// TestRemotes clones from a server: by branch, tag and hash, with a password, without large
// files, and says what is not there. No secret is in what is written.
func TestRemotes(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	repo := repository(t, at("srv/public"), map[string]string{"a.py": "x = 1\n", "w.bin": strings.Repeat("\x00", 2<<20)})
	first := git(t, repo, "", "rev-parse", "HEAD")
	git(t, repo, "", "tag", "-m", "v1", "v1")
	write(t, filepath.Join(repo, "b.py"), "y = 1\n")
	git(t, repo, "", "add", "--all")
	git(t, repo, "", "commit", "--quiet", "--message=second")
	git(t, repo, "", "branch", "other")
	repository(t, at("srv/private"), map[string]string{"a.py": "x = 1\n"})
	repository(t, at("srv/private2"), map[string]string{"a.py": "x = 1\n"})
	git(t, dir, "", "init", "--quiet", "--bare", at("srv/void"))
	s := server(t, at("srv"))
	secret := strings.Replace(s.URL, "http://", "http://user:secret@", 1)
	wrong := strings.Replace(s.URL, "http://", "http://user:hunter2@", 1)
	write(t, at("list.csv"), fmt.Sprintf(`url,revision,name
%[1]s/public/.git,,head
%[1]s/public/.git,other,branch
%[1]s/public/.git,v1,tag
%[1]s/public/.git,%[4]s,hash
%[1]s/public/.git,nope,unknown
%[1]s/public/.git,0123456789012345678901234567890123456789,no hash
%[2]s/private/.git,,private
%[3]s/private2/.git,,locked
%[1]s/void,,void
`, s.URL, secret, wrong, first))
	args := []string{at("list.csv"), "-o", at("out"), "--cache", at("cache"), "--max-file-size", "1", "--workers", "3"}
	fleet(t, 0, args...)
	same(t, "judged", judged(t, at("out")), []string{"branch", "hash", "head", "private", "tag"})
	same(t, "failures", failures(t, at("out")), []string{
		"branch: file_too_large 1", "hash: file_too_large 1", "head: file_too_large 1", "locked: clone_failed 1",
		"no hash: revision_unknown 1", "tag: file_too_large 1", "unknown: revision_unknown 1", "void: no_commits 1",
	})
	for _, r := range rows[tables.Repository](t, at("out"), "repositories") {
		if want, ok := map[string]int64{"head": 2, "branch": 2, "tag": 1, "hash": 1}[r.Repository]; ok && r.Files != want {
			t.Errorf("%s: %d files, want %d", r.Repository, r.Files, want)
		}
	}
	for _, word := range []string{"secret", "hunter2"} {
		out, err := exec.Command("grep", "-r", word, at("out"), at("cache")).CombinedOutput()
		if err == nil || len(out) > 0 {
			t.Errorf("%s is in what was written: %s", word, out)
		}
	}
	// The commits are known now, so that neither clones nor neuronlint are needed.
	if err := os.RemoveAll(at("cache/clones")); err != nil {
		t.Fatal(err)
	}
	args[2] = at("again")
	fleet(t, 0, args...)
	for _, m := range rows[tables.Measurement](t, at("again"), "measurements") {
		if want := map[string]bool{"head": true, "branch": true, "tag": true, "hash": true, "private": true}[m.Repository]; m.Cached != want {
			t.Errorf("%s: cached %v, want %v", m.Repository, m.Cached, want)
		}
	}
	equal(t, at("out/findings"), at("again/findings"))
}

// TestClonesAreBounded checks that the cache of clones keeps to its size.
func TestClonesAreBounded(t *testing.T) {
	dir := t.TempDir()
	list := "url\n"
	for i := range 5 {
		name := fmt.Sprintf("r%d", i)
		noise := make([]byte, 800<<10)
		_, _ = rand.NewChaCha8([32]byte{byte(i)}).Read(noise) // it never fails
		repository(t, filepath.Join(dir, "srv", name), map[string]string{"a.py": "x = 1\n", "noise": string(noise)})
		list += "http://SERVER/" + name + "/.git\n"
	}
	s := server(t, filepath.Join(dir, "srv"))
	write(t, filepath.Join(dir, "list.csv"), strings.ReplaceAll(list, "http://SERVER", s.URL))
	for limit, most := range map[string]int{"0": 0, "1": 2, "100": 5} {
		cache := filepath.Join(dir, "cache"+limit)
		fleet(t, 0, filepath.Join(dir, "list.csv"), "-o", filepath.Join(dir, "out"+limit), "--cache", cache, "--clones", limit, "--workers", "1")
		kept, err := filepath.Glob(filepath.Join(cache, "clones/*.git"))
		if err != nil || len(kept) > most || most == 5 && len(kept) != 5 {
			t.Errorf("--clones %s keeps %d clones: %v", limit, len(kept), err)
		}
	}
}

// TestListings lists an organization and a group, page by page.
func TestListings(t *testing.T) {
	pages := func(w http.ResponseWriter, r *http.Request, header string, list []map[string]any) {
		if r.Header.Get("Authorization") != "Bearer tok" && r.Header.Get("Private-Token") != "tok" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		page := 0
		if r.URL.Query().Get("page") == "2" {
			page = 1
		} else if header == "Link" {
			w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=2>; rel="next"`, r.Host, r.URL.Path))
		} else {
			w.Header().Set("X-Next-Page", "2")
		}
		if err := json.NewEncoder(w).Encode(list[page : page+2]); err != nil {
			t.Error(err)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v3/orgs/acme/repos", func(w http.ResponseWriter, r *http.Request) {
		pages(w, r, "Link", []map[string]any{
			{"clone_url": "https://h/acme/a.git", "full_name": "acme/a"},
			{"clone_url": "https://h/acme/f.git", "full_name": "acme/f", "fork": true},
			{"clone_url": "https://h/acme/b.git", "full_name": "acme/b"},
		})
	})
	mux.HandleFunc("/api/v4/groups/acme/projects", func(w http.ResponseWriter, r *http.Request) {
		pages(w, r, "X-Next-Page", []map[string]any{
			{"http_url_to_repo": "https://h/acme/x/a.git", "path_with_namespace": "acme/x/a", "namespace": map[string]any{"full_path": "acme/x"}},
			{"http_url_to_repo": "https://h/acme/f.git", "path_with_namespace": "acme/f", "forked_from_project": map[string]any{"id": 1}},
			{"http_url_to_repo": "https://h/acme/b.git", "path_with_namespace": "acme/b"},
		})
	})
	s := httptest.NewServer(mux)
	defer s.Close()
	t.Setenv("GITHUB_TOKEN", "tok")
	t.Setenv("GITLAB_TOKEN", "tok")
	for flag, want := range map[string]string{
		"--github-org":   `{"url":"https://h/acme/a.git","name":"acme/a"}` + "\n" + `{"url":"https://h/acme/b.git","name":"acme/b"}` + "\n",
		"--gitlab-group": `{"url":"https://h/acme/x/a.git","name":"acme/x/a","team":"acme/x"}` + "\n" + `{"url":"https://h/acme/b.git","name":"acme/b"}` + "\n",
	} {
		if got := fleet(t, 0, "list", flag, "acme", "--forge", s.URL); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", flag, got, want)
		}
	}
	t.Setenv("GITHUB_TOKEN", "wrong")
	fleet(t, 2, "list", "--github-org", "acme", "--forge", s.URL)
}
