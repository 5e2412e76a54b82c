package source

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzIgnores asks git about any two .gitignore files, in the root and below.
func FuzzIgnores(f *testing.F) {
	f.Add("*.py\n!a.py\n", "b.py")
	f.Add("/a/*\n!/a/b.py\n", "!*")
	f.Add("**/c/**/b.py\n[[:alpha:]].py\r\n", "a\\ \n#c.py")
	f.Add("\ufeffa\n[a-\n", "[^]a].py\n\\")
	root := gitRepository(f)
	for _, p := range ignorePaths {
		write(f, root, p, "")
	}
	paths := withDirectories(ignorePaths)
	input := strings.Join(paths, "\x00")
	f.Fuzz(func(t *testing.T, above, below string) {
		if len(above)+len(below) > 1000 {
			t.Skip("too long to be instructive")
		}
		c := ignoreCase{"": above, "a": below, "b": below}
		for dir, content := range c {
			write(t, root, filepath.Join(dir, ".gitignore"), content)
		}
		out := git(t, root, input, "check-ignore", "--no-index", "--stdin", "-z")
		want := strings.FieldsFunc(out, func(r rune) bool { return r == 0 })
		for _, p := range paths {
			if got := c.ignoredAsWalked(root, p); got != slices.Contains(want, p) {
				t.Errorf("%q: path %q: got %v, git says otherwise", c, p, got)
			}
		}
	})
}
