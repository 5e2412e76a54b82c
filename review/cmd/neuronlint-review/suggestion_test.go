package main

import (
	"maps"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// accept takes each suggestion alone, as a reviewer does. It wants fewer findings, code that
// is whole, and the line ends as they were.
func accept(t *testing.T, r *repo, list []shown) {
	t.Helper()
	for _, s := range list {
		info, text, ok := suggestion(s.body)
		if !ok {
			t.Errorf("%s:%d has no suggestion:\n%s", s.path, s.line, s.body)
			continue
		}
		first := s.first
		if m := regexp.MustCompile(`^suggestion:-(\d+)\+0$`).FindStringSubmatch(info); m != nil {
			above, _ := strconv.Atoi(m[1])
			first = s.line - above
		} else if info != "suggestion" {
			t.Errorf("info string %q", info)
		}
		was := r.read(s.path)
		lines := strings.SplitAfter(was, "\n")
		is := strings.Join(lines[:first-1], "") + text + strings.Join(lines[s.line:], "")
		before := len(findings(t, r))
		r.write(s.path, is)
		left := findings(t, r)
		if len(left) >= before || strings.Contains(strings.Join(left, "\n"), "NRN001") || strings.Count(is, "\r\n") != strings.Count(was, "\r\n") {
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

// suggestion is the block of a comment that a reviewer takes, by the rules of CommonMark
// for fences; -1 lines if there is none.
func suggestion(body string) (info, text string, ok bool) {
	m := regexp.MustCompile("(?m)^(`{3,})(suggestion[^\n]*)\n").FindStringSubmatchIndex(body)
	if m == nil {
		return "", "", false
	}
	fence, rest := body[m[2]:m[3]], body[m[1]:]
	end := regexp.MustCompile("(?m)^" + fence + "`*[ \t\r]*$").FindStringIndex(rest)
	if end == nil {
		return "", "", false
	}
	return body[m[4]:m[5]], rest[:end[0]], true
}

// Suggestions of several lines, of lines that end as on Windows, and of lines that go.
func TestSuggestions(t *testing.T) {
	text := "import torch\n\nplace = \"cuda\"\nif place == \"cuda\":\n    print(1)\nm = torch.device(place)\n"
	files := map[string]string{
		"several.py": text, "crlf.py": strings.ReplaceAll(text, "\n", "\r\n"),
		"gone.py": "import torch\ntorch.manual_seed(1)\ntorch.cuda.manual_seed_all(1)\nx = 1\n",
		"last.py": "import torch\nx = torch.device(\"cuda\")",
	}
	both(t, map[string]string{"README": ""}, files, func(t *testing.T, r *repo, s server) {
		t.Helper()
		_, _, log := review(t, s.variables(), "--comment-on", "info")
		lines := make(map[string]int)
		var list []shown
		for _, c := range s.shown() {
			_, text, ok := suggestion(c.body)
			if !ok {
				if !strings.Contains(c.body, "`neuronlint check --diff` prints it") && !strings.Contains(c.body, "mends this too") {
					t.Errorf("%s:%d has neither a suggestion nor the way to a fix:\n%s", c.path, c.line, c.body)
				}
				continue
			}
			list = append(list, c)
			lines[c.path] = strings.Count(text, "\n")
		}
		// In last.py the last line has no end, and no suggestion can say that.
		if want := map[string]int{"several.py": 2, "crlf.py": 2, "gone.py": 0}; !maps.Equal(lines, want) {
			t.Errorf("lines of suggestions %v, want %v\n%s", lines, want, log)
		}
		accept(t, r, list)
	})
}
