package source

import "testing"

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
	f.Fuzz(func(t *testing.T, above, below string) {
		if len(above)+len(below) > 1000 {
			t.Skip("too long to be instructive")
		}
		c := ignoreCase{"": above, "a": below, "b": below}
		c.likeGit(t, root, paths)
	})
}
