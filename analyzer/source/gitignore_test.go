package source

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gitRepository makes an empty repository and returns its directory without
// symbolic links; the test is skipped where there is no git.
func gitRepository(t testing.TB) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "", "init", "-q")
	return dir
}

func git(t testing.TB, dir, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(input)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && args[0] == "check-ignore" {
		err = nil // nothing is ignored
	}
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// ignoreCase is a set of .gitignore files by directory.
type ignoreCase map[string]string

// ignoredAsWalked repeats what a walk does: a path is left out if it or a
// directory above it is ignored.
func (c ignoreCase) ignoredAsWalked(root, path string) bool {
	parts := strings.Split(path, "/")
	ig := (*ignores)(nil).with("", []byte(c[""]))
	for i := range parts {
		prefix := strings.Join(parts[:i+1], "/")
		info, err := os.Stat(filepath.Join(root, prefix))
		if ig.ignored(prefix, err == nil && info.IsDir()) {
			return true
		}
		ig = ig.with(prefix, []byte(c[prefix]))
	}
	return false
}

// likeGit writes the case into a repository and asks git which of the paths are
// ignored.
func (c ignoreCase) likeGit(t *testing.T, root string, paths []string) {
	t.Helper()
	for dir, content := range c {
		write(t, root, filepath.Join(dir, ".gitignore"), content)
	}
	out := git(t, root, strings.Join(paths, "\x00"), "check-ignore", "--no-index", "--stdin", "-z")
	want := strings.FieldsFunc(out, func(r rune) bool { return r == 0 })
	for _, p := range paths {
		if got := c.ignoredAsWalked(root, p); got != slices.Contains(want, p) {
			t.Errorf("%q: path %q: got %v, git says otherwise", c, p, got)
		}
	}
}

// paths of the tree that patterns are tried on, by what is peculiar to them.
var ignorePaths = []string{
	"a.py", "b.py", "a/bb", "a/b.py", "a/b/c.py", "a/ab/b.py", "abc/b.py", "ab/c/a.py",
	"b/a.py", "b/a/b/c/a/b.py", "c/x y.py", "c/sp ", "#c.py", "!c.py", "c/[a].py", "c/a*b.py",
	`c/a\b.py`, "A.py", "c/9.py", "é.py", "a-b.py", "c/.a.py", "b/c/a-b/a.py", "a]b.py", "^a.py", "c/a\tb",
}

func TestIgnoresLikeGit(t *testing.T) {
	root := gitRepository(t)
	for _, p := range ignorePaths {
		write(t, root, p, "")
	}
	paths := withDirectories(ignorePaths)

	cases := handmadeIgnores()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		cases = append(cases, randomIgnores(rnd))
	}
	for _, c := range cases {
		c.likeGit(t, root, paths)
		for dir := range c {
			if err := os.Remove(filepath.Join(root, dir, ".gitignore")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// withDirectories adds the directories above paths, and sorts all.
func withDirectories(paths []string) []string {
	all := slices.Clone(paths)
	for _, p := range paths {
		for dir := filepath.Dir(p); dir != "."; dir = filepath.Dir(dir) {
			all = append(all, dir)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// handmadeIgnores tries one pattern after the other, and how they interact.
func handmadeIgnores() []ignoreCase {
	var cases []ignoreCase
	for _, pattern := range []string{
		"a", "/a", "a/", "/a/", "a/b", "/a/b", "a/b/", "b/c", "*", "/*", "*/", "*/*", "*.py", "/*.py", "a/*.py", "?.py", "?",
		"**", "/**", "**/", "**/a.py", "**/b", "a/**", "a/**/", "a/**/b.py", "a/**/c.py", "**/b/**", "**/c/**/b.py", "b/**/a.py", "a**", "a**b", "a**/b.py", "a/**b.py", "a/b**/c.py", "***", "***/a.py", "a/***/b.py",
		"#c.py", `\#c.py`, `\!c.py`, "!c.py", "", "/", "//", "!", "a//", "//a", "a//b", "./a", "../a",
		"c/sp", `c/sp\ `, "c/sp ", "a ", "a  ", `a\`, `a\ `, "a\t", "a.py\r", "c/x y.py", "c/a\tb", "\ufeffa",
		"[a]", "[ab].py", "[!a].py", "[^a].py", "[a-c].py", "[c-a].py", "[a-", "[", "[]", "[]a].py", "a[]]b.py", "[^]a].py", "[^].py", "[a-].py", "a[-]b.py", "a[,-.]b.py",
		`c/[\[]a].py`, `c/\[a\].py`, `c/a\*b.py`, `c/a\\b.py`, `c/a[\\]b.py`, `[\a].py`, "[[:alpha:]].py", "c/[[:digit:]].py", "[[:upper:]].py", "[[:nope:]].py", "[[:alpha].py", "[[:alpha:].py", "[[:punct:]]*", "[![:lower:]].py", "a[/]b", "a[!x]b", "a?b",
		"a\x00", "a \x00b", "[[a].py", "[[:].py", `[a-\c].py`, `[\a-c].py`, "c/.*", ".*", "*a*b*", "*/a/*/c/*", "é.py", "?.py", "[é].py", "a.*", "*[!y]", "**/**/b.py", "a/**/**/b.py", "**/*.py", "*/**/c.py", `a\/b`, `**\/b.py`,
	} {
		cases = append(cases, ignoreCase{"": pattern + "\n"}, ignoreCase{"": "*\n!" + pattern}, ignoreCase{"b": pattern})
	}
	return append(cases,
		ignoreCase{"": "*.py\r\n!a.py\r\n", "a": "!b.py\n"},
		ignoreCase{"": "a\n!a/b.py\n"},
		ignoreCase{"": "/a/*\n!/a/b.py\n"},
		ignoreCase{"": "!*.py\n", "a": "*.py\n", "a/b": "!c.py"},
		ignoreCase{"": "b.py\n", "a": "!/b.py\n", "b": "a/\n"},
	)
}

// randomIgnores puts random patterns into the root and one directory.
func randomIgnores(rnd *rand.Rand) ignoreCase {
	c := ignoreCase{}
	for _, dir := range []string{"", []string{"a", "b", "c", "b/a"}[rnd.IntN(4)]} {
		var lines bytes.Buffer
		for range 1 + rnd.IntN(4) {
			fmt.Fprintln(&lines, randomPattern(rnd))
		}
		c[dir] = lines.String()
	}
	return c
}

func randomPattern(rnd *rand.Rand) string {
	atoms := []string{"a", "b", "c", "a", "b", "/", "/", "*", "**", "?", ".py", "*.py", "[ab]", "[!a]", `\`, "-", "**/", "/**", "[", "]", " "}
	var p strings.Builder
	if rnd.IntN(4) == 0 {
		p.WriteByte('!')
	}
	for range 1 + rnd.IntN(5) {
		p.WriteString(atoms[rnd.IntN(len(atoms))])
	}
	return p.String()
}

func TestGlobIsLinear(t *testing.T) {
	g, err := compileGlob(strings.Repeat("*a", 50) + "/" + strings.Repeat("**/a", 50) + "b")
	if err != nil {
		t.Fatal(err)
	}
	if g.match(strings.Repeat("a", 1000) + "/" + strings.Repeat("a/", 1000)) {
		t.Error("matches a text without a b")
	}
}
