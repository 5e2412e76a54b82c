package edit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestUnified(t *testing.T) {
	lines := func(n int, change map[int]string) string {
		var s strings.Builder
		for i := 1; i <= n; i++ {
			text, ok := change[i]
			if !ok {
				text = strconv.Itoa(i) + "\n"
			}
			s.WriteString(text)
		}
		return s.String()
	}
	for _, tc := range []struct{ name, old, new, want string }{
		{"equal", "a\n", "a\n", ""},
		{"one line", "a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"},
		{"middle", lines(9, nil), lines(9, map[int]string{5: "x\n"}), "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"},
		{"insertion", lines(9, nil), lines(9, map[int]string{5: "5\nx\n"}), "@@ -3,6 +3,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n"},
		{"deletion", lines(3, nil), lines(3, map[int]string{2: ""}), "@@ -1,3 +1,2 @@\n 1\n-2\n 3\n"},
		{"context that meets", lines(9, nil), lines(9, map[int]string{1: "x\n", 8: "y\n"}), "@@ -1,9 +1,9 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n"},
		{"context that does not", lines(9, nil), lines(9, map[int]string{1: "x\n", 9: "y\n"}), "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+y\n"},
		{"all new", "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{"all gone", "a\n", "", "@@ -1 +0,0 @@\n-a\n"},
		{"final line end lost", "a\nb\n", "a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
		{"final line end missing", "a\nb", "x\nb", "@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"},
		{"CRLF", "a\r\nb\r\n", "a\r\nc\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"},
		{"lone CR is no line end", "a\rb\nc\n", "a\rx\nc\n", "@@ -1,2 +1,2 @@\n-a\rb\n+a\rx\n c\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			want := tc.want
			if want != "" {
				want = "--- a/d/f.py\n+++ b/d/f.py\n" + want
			}
			if got := string(Unified("d/f.py", []byte(tc.old), []byte(tc.new), 3)); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func TestUnifiedPaths(t *testing.T) {
	for path, want := range map[string]string{
		"a b.py":   "--- a/a b.py\t\n+++ b/a b.py\t\n",
		`a"\.py`:   `--- "a/a\"\\.py"` + "\n" + `+++ "b/a\"\\.py"` + "\n",
		"é\t.py":   `--- "a/\303\251\t.py"` + "\n" + `+++ "b/\303\251\t.py"` + "\n",
		"/tmp/a":   "--- a/tmp/a\n+++ b/tmp/a\n",
		"\x01\x7f": `--- "a/\001\177"` + "\n" + `+++ "b/\001\177"` + "\n",
	} {
		got := string(Unified(path, []byte("a\n"), []byte("b\n"), 3))
		if got, _, _ = strings.Cut(got, "@@"); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

// TestUnifiedOfManyLines has more lines than go-diff numbers without gaps, and
// more than it can number at all.
func TestUnifiedOfManyLines(t *testing.T) {
	for _, n := range []int{70_000, 1_000_000} {
		var old strings.Builder
		for i := range n {
			fmt.Fprintln(&old, i)
		}
		text := "first\n" + old.String() + "last\n"
		changed := "1st\n" + strings.Replace(old.String(), "\n65533\n", "\nmiddle\n", 1) + "nth\n"
		patch := Unified("f", []byte(text), []byte(changed), 3)
		if got := patchLines(t, text, patch); got != changed {
			t.Errorf("%d lines: the patch does not apply", n)
		}
		if hunks := bytes.Count(patch, []byte("\n@@ ")); hunks != 3 {
			t.Errorf("%d lines: %d hunks", n, hunks)
		}
	}
}

// patchLines applies a patch as its format is defined: the lines of old
// outside the hunks, and of each hunk the unmarked and the added.
func patchLines(t *testing.T, old string, patch []byte) string {
	t.Helper()
	from := splitLines(old)
	var out strings.Builder
	at := 0
	lines := splitLines(string(patch))
	for i := 2; i < len(lines); i++ {
		line := lines[i]
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\`) {
			line = strings.TrimSuffix(line, "\n")
		}
		switch line[0] {
		case '@':
			var start int
			var rest string
			if _, err := fmt.Sscanf(line, "@@ -%d%s", &start, &rest); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(rest, ",0") {
				start--
			}
			for ; at < start; at++ {
				out.WriteString(from[at])
			}
		case '+':
			out.WriteString(line[1:])
		case ' ', '-':
			if at >= len(from) || from[at] != line[1:] {
				t.Fatalf("line %d of the patch is not line %d of the text: %q", i+1, at+1, line)
			}
			if at++; line[0] == ' ' {
				out.WriteString(line[1:])
			}
		}
	}
	return out.String() + strings.Join(from[at:], "")
}

// FuzzUnified checks that a patch turns the one text into the other.
func FuzzUnified(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc", uint8(3))
	f.Add("", "\r\n\r", uint8(0))
	f.Add("a\na\na\nb\na\n", "a\nb\na\na\na\na\n\n", uint8(1))
	f.Add("\xff\n\ufffd\n", "\ufffd\n\xff\n", uint8(3))
	f.Fuzz(func(t *testing.T, before, after string, context uint8) {
		patch := Unified("f", []byte(before), []byte(after), int(context%5))
		if before == after {
			if patch != nil {
				t.Fatalf("a patch of nothing: %s", patch)
			}
			return
		}
		if got := patchLines(t, before, patch); got != after {
			t.Fatalf("got %q, want %q by\n%s", got, after, patch)
		}
	})
}

// TestGitTakesPatches makes one patch of many files with random changes.
func TestGitTakesPatches(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(5, 6))
	names := []string{"a.py", "d/a b.py", `q"uo\te.py`, "é.py", "t\tab.py"}
	want := map[string]string{}
	var patch bytes.Buffer
	for i := range 200 {
		name := filepath.Join(fmt.Sprint(i), names[i%len(names)])
		before := randomText(rnd)
		after := randomChange(rnd, before)
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		want[file] = after
		patch.Write(Unified(filepath.ToSlash(name), []byte(before), []byte(after), 3))
	}
	cmd := exec.Command("git", "apply", "-")
	cmd.Dir = dir
	cmd.Stdin = &patch
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	for file, after := range want {
		got, err := os.ReadFile(file)
		if err != nil || string(got) != after {
			t.Errorf("%s: got %q, %v; want %q", file, got, err, after)
		}
	}
}

func randomText(rnd *rand.Rand) string {
	var s strings.Builder
	for range rnd.IntN(30) {
		s.WriteString(randomLine(rnd))
	}
	return strings.TrimSuffix(s.String(), []string{"", "\n", "\r\n"}[rnd.IntN(3)])
}

func randomLine(rnd *rand.Rand) string {
	return []string{"a", "b", "c = 1", "", "- d", "\\ e", "\xe9"}[rnd.IntN(7)] + []string{"\n", "\r\n"}[rnd.IntN(2)]
}

// randomChange drops, adds and replaces some lines.
func randomChange(rnd *rand.Rand, text string) string {
	var s strings.Builder
	for line := range strings.Lines(text) {
		switch rnd.IntN(8) {
		case 0:
		case 1:
			s.WriteString(randomLine(rnd))
		case 2:
			s.WriteString(randomLine(rnd) + line)
		default:
			s.WriteString(line)
		}
	}
	if rnd.IntN(4) == 0 {
		return strings.TrimSuffix(s.String(), "\n")
	}
	return s.String()
}
