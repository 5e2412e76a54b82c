package main

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/config"
)

// payload moves the cursor, makes a link, rings the bell, turns the direction
// of text around and ends what it may stand in.
const payload = "\x1b[31m\x1b]8;;x\x07\u202e\u009b2J|`<b>\r\n::error::]]>"

// TestNothingReachesATerminalRaw plants a payload wherever a user, or a tree of
// somebody else's, can put text, and looks at everything that is printed for
// people.
func TestNothingReachesATerminalRaw(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names cannot be made there")
	}
	t.Chdir(t.TempDir())
	code := "import torch, os\nd = torch.device('cuda:" + payload[:4] + "\u202e')\nos.environ['CUDA_\u202e'] = '1'\n" +
		"torch.load(d, map_location='cuda\u202e')\ntorch.cuda.\u0430bc()\nx = torch.cat('\x1b')\n"
	for name, text := range map[string]string{
		payload + ".py":     code,
		"n\xff\xfe.py":      code,
		"tables.toml":       "exclude = [\"a\\u001b\u202e\"]\n[per-file-ignores]\n\"x\\u001b\u202e\" = [\"NRN1\"]\n",
		"value.toml":        "ignore = [\"a\\u001b\u202e\"]\n",
		"key.toml":          "\"k\\u001b\u202e\" = 1\n",
		"syntax.toml":       "x = \x1b[31m\xff\n",
		"ops.txt":           "aten::cat\n\x1b[31maten::x\u202e\n",
		"overlay.tsv":       "operator\tstatus\n\x1b[31mx\ty\u202e\n",
		"baseline.json":     "{\"\x1b\": 1}",
		"broken.py":         "x = = '\x1b\u202e'\n",
		payload + ".ipynb":  "{\"\x1b\u202e\"",
		"own\u202e.json":    "[]",
		"undecoded\x1b.py":  "# coding: \x1b\u202e\n",
		"encoding\u202e.py": "# coding: utf-8\nx = '\xff\x1b'\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Skip(err)
		}
	}
	runs := [][]string{
		{"check", "--statistics"},
		{"check", "--color", "always"},
		{"fix", "--select", "NRN8"},
		{"check", "--min-confidence", "possible", "missing" + payload},
		{"check", "--" + payload},
		{payload},
		{"explain", payload},
		{"why", payload + ":1"},
		{"why", payload + ".py:2"},
		{"why", "n\xff\xfe.py:4"},
		{"check", "--format", payload},
		{"check", "--select", payload},
		{"check", "--exclude", "[" + payload},
		{"check", "--output", "none" + payload + "/y"},
		{"check", "--since", payload},
		{"check", "--diff-file", payload},
		{"check", "--baseline", payload},
		{"check", "--baseline", "baseline.json"},
		{"check", "--baseline", "own\u202e.json"},
		{"baseline", "write", "-o", "b" + payload},
		{"baseline", "write", "-o", "baseline.json"},
		{"config", "--config", "tables.toml"},
		{"config", "--config", "value.toml"},
		{"config", "--config", "key.toml"},
		{"config", "--config", "syntax.toml"},
		{"config", "--config", payload},
		{"check", "--config", "value.toml"},
		{"ops", "scan"},
		{"ops", "scan", "--statistics"},
		{"ops", "check", "ops.txt"},
		{"ops", "check", payload},
		{"ops", "show", payload},
		{"ops", "list", payload},
		{"ops", "stats", payload},
		{"ops", "diff", payload, "x"},
		{"check", "--opsdb", "overlay.tsv"},
		{"check", "--opsdb", payload},
		{"check", "--color", payload},
		{"check", "--jobs", payload},
		{"man", payload + "/x"},
		{"completion", payload},
		{"rules", "--format", payload},
		{"help", payload},
	}
	for _, format := range config.Formats() {
		if !strings.HasPrefix(format, "json") && format != "sarif" && format != "gitlab" && format != "rdjsonl" {
			runs = append(runs, []string{"check", "--min-confidence", "possible", "--format", format})
		}
	}
	for _, args := range runs {
		var stdout, stderr bytes.Buffer
		if code := newApp(strings.NewReader(payload), &stdout, &stderr).run(t.Context(), args); code == exitInterrupted {
			t.Errorf("%q: exit code %d", args, code)
		}
		for _, text := range []string{stdout.String(), stderr.String()} {
			if args[len(args)-1] == "always" {
				text = withoutColour(text)
			}
			if at := strings.IndexFunc(text, disturbing); at >= 0 || !utf8.ValidString(text) {
				t.Errorf("%q: %q", args, text[max(0, at-60):min(len(text), max(at, 0)+20)])
			}
		}
	}
}

// TestLogsReadNoCommands names a file as a command of a GitHub workflow is
// written, and quotes one that is read wherever it stands in a line.
func TestLogsReadNoCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GITHUB_ACTIONS", "true")
	for _, name := range []string{"::error::.py", " ::error::.py"} {
		if err := os.WriteFile(name, []byte("import torch\nx = torch.device('cuda') ##[error]\nx.cuda()\n"), 0o644); err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{
		{"check"}, {"check", "--format", "concise"}, {"why", "::error::.py:2"}, {"ops", "scan"},
	} {
		var stdout, stderr bytes.Buffer
		newApp(strings.NewReader(""), &stdout, &stderr).run(t.Context(), args)
		if stdout.Len() == 0 {
			t.Errorf("%q printed nothing: %s", args, stderr.String())
		}
		for _, command := range commands(stdout.String() + stderr.String()) {
			t.Errorf("%q prints the command %q", args, command)
		}
	}
}

// commands are the lines that the log of a GitHub workflow obeys.
func commands(text string) []string {
	var list []string
	stopped := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		token, stop := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stopped != "":
			if line == "::"+stopped+"::" {
				stopped = ""
			}
		case stop:
			stopped = token
		case strings.HasPrefix(line, "::"), strings.Contains(line, "##["):
			list = append(list, line)
		}
	}
	return list
}

// disturbing reports whether a character does more than show itself.
func disturbing(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }

// withoutColour takes out what our own colours are made of.
func withoutColour(text string) string {
	for _, code := range []string{"0;22;0", "0", "1", "2", "22", "31;1", "33;1", "36;1", "36", "91;1", "0;22", "91", "31", "33"} {
		text = strings.ReplaceAll(text, "\x1b["+code+"m", "")
	}
	return text
}
