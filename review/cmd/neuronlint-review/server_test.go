package main

import (
	"bytes"
	"context"
	"net/http"
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
	path  string
	first int // of its lines, as GitHub has them
	line  int // the last of them
	body  string
	open  bool
}

func (h *hub) shown() (list []shown) {
	for _, t := range h.threads {
		list = append(list, shown{t.path, t.first, t.last, t.body, !t.resolved && !t.folded})
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
			list = append(list, shown{path, int(line), int(line), d.body, !d.resolved})
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
	t.Helper()
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
