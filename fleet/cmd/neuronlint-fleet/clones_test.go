package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestClonesServeTheirLimit checks that a clone without large files is not taken for one
// that has them.
func TestClonesServeTheirLimit(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	repository(t, at("srv/r"), map[string]string{"a.py": "x = 1\n", "b.py": "#" + strings.Repeat("x", 2<<20) + "\n"})
	write(t, at("list.csv"), "url,name\n"+server(t, at("srv")).URL+"/r/.git,r\n")
	for _, run := range []struct{ limit, failure string }{{"1", "r: file_too_large 1"}, {"16", ""}} {
		fleet(t, 0, at("list.csv"), "-o", at("out"+run.limit), "--cache", at("cache"), "--max-file-size", run.limit)
		if got := strings.Join(failures(t, at("out"+run.limit)), "\n"); got != run.failure {
			t.Errorf("--max-file-size %s: failures %q, want %q", run.limit, got, run.failure)
		}
	}
}

// TestDamagedCloneIsMadeAgain checks that a clone without its objects is fetched again.
func TestDamagedCloneIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	repository(t, at("srv/r"), map[string]string{"a.py": "x = 1\n"})
	write(t, at("list.csv"), "url,name\n"+server(t, at("srv")).URL+"/r/.git,r\n")
	for i := range 2 {
		out := at(fmt.Sprint("out", i))
		fleet(t, 0, at("list.csv"), "-o", out, "--cache", at("cache"), "--no-results")
		same(t, "judged", judged(t, out), []string{"r"})
		clones, err := filepath.Glob(at("cache/clones/*.git"))
		if err != nil || len(clones) != 1 {
			t.Fatalf("%d clones: %v", len(clones), err)
		}
		if err := os.RemoveAll(filepath.Join(clones[0], "objects")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPartialResultsAreNotKept checks that the result of a repository that lacks an object
// does not stand for the commit.
func TestPartialResultsAreNotKept(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	repo := repository(t, at("r"), map[string]string{"a.py": "x = 1\n", "b.py": "y = 1\n"})
	blob := git(t, repo, "", "rev-parse", "HEAD:b.py")
	object := filepath.Join(at("r/.git/objects"), blob[:2], blob[2:])
	write(t, at("list.csv"), "path,name\nr,r\n")
	if err := os.Rename(object, at("kept")); err != nil {
		t.Fatal(err)
	}
	fleet(t, 0, at("list.csv"), "-o", at("partial"), "--cache", at("cache"))
	same(t, "failures", failures(t, at("partial")), []string{"r: file_missing 1"})
	if err := os.Rename(at("kept"), object); err != nil {
		t.Fatal(err)
	}
	fleet(t, 0, at("list.csv"), "-o", at("whole"), "--cache", at("cache"))
	same(t, "failures", failures(t, at("whole")), nil)
}

// TestSecretsStayWithTheirServer checks that a server cannot send a password on to another.
func TestSecretsStayWithTheirServer(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"r", "open"} {
		repository(t, filepath.Join(dir, "srv", name), map[string]string{"a.py": "x = 1\n"})
	}
	behind, err := url.Parse(server(t, filepath.Join(dir, "srv")).URL)
	if err != nil {
		t.Fatal(err)
	}
	var asked, told atomic.Int32
	proxy := httputil.NewSingleHostReverseProxy(behind)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("Authorization") != "" {
			told.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, strings.Replace(other.URL, "127.0.0.1", "localhost", 1)+r.URL.RequestURI(), http.StatusMovedPermanently)
	}))
	t.Cleanup(first.Close)
	list := filepath.Join(dir, "list.csv")
	write(t, list, "url,name\n"+strings.Replace(first.URL, "http://", "http://user:secret@", 1)+"/r/.git,secret\n"+first.URL+"/open/.git,open\n")
	fleet(t, 0, list, "-o", filepath.Join(dir, "out"), "--cache", filepath.Join(dir, "cache"), "--no-results", "--workers", "1")
	same(t, "judged", judged(t, filepath.Join(dir, "out")), []string{"open"})
	if told.Load() > 0 || asked.Load() == 0 {
		t.Errorf("the other server was asked %d times, %d of them with the password", asked.Load(), told.Load())
	}
}
