package filegroup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// planted is a tree with two files that a fix would change together, the new
// text of both, and a file beside the tree.
var planted = map[string]string{
	"out.py":                       "outside",
	"tree/a.py":                    "old a",
	"tree/sub/b.py":                "old b",
	"tree/.neuronlint-AAAA.tmp":    "new a",
	"tree/sub/.neuronlint-BB2.tmp": "new b",
}

// journalOf is the journal of a run that was about to change both.
func journalOf() journal {
	one := func(path, temp, before, after string) entry {
		return entry{path: filepath.FromSlash(path), temp: filepath.FromSlash(temp), before: hash([]byte(before)), after: hash([]byte(after))}
	}
	return journal{{
		one("a.py", ".neuronlint-AAAA.tmp", "old a", "new a"),
		one("sub/b.py", "sub/.neuronlint-BB2.tmp", "old b", "new b"),
	}}
}

// Whatever a journal says that comes with somebody else's tree: no source is
// lost or mixed up, and what lies outside is not touched.
func FuzzJournal(f *testing.F) {
	text := string(journalOf().text())
	f.Add(text, false)
	f.Add(text, true)
	f.Add(strings.Replace(text, `"a.py"`, `"../out.py"`, 1), true)
	f.Add(strings.Replace(text, `"a.py"`, `"sub/../a.py"`, 1), true)
	f.Add(strings.Replace(text, `"sub/b.py"`, `"a.py"`, 1), true)
	f.Add(strings.ReplaceAll(text, "group\n", ""), true)
	f.Add(strings.TrimSuffix(text, "end\n"), true)
	f.Fuzz(func(t *testing.T, text string, begun bool) {
		dir := t.TempDir()
		for name, content := range planted {
			if begun && name == "tree/a.py" {
				content = "new a" // of which the temporary file is gone in truth
			}
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		root := filepath.Join(dir, "tree")
		if err := os.WriteFile(filepath.Join(root, JournalName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_ = Check(root)
		_, _ = Resume(t.Context(), root)
		for name, allowed := range map[string]string{"out.py": "outside", "tree/a.py": "old a, new a", "tree/sub/b.py": "old b, new b"} {
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
			if err != nil || len(data) == 0 || !strings.Contains(allowed, string(data)) {
				t.Errorf("%s holds %q (%v) after\n%s", name, data, err, text)
			}
		}
	})
}
