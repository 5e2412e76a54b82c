package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	both(t, old(), changed(), func(t *testing.T, r *repo, s server) {
		t.Helper()
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
		t.Helper()
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
		t.Helper()
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
		t.Helper()
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
