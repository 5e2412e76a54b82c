package edit

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// listing is the content and the mode of every file below dir.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, strings.TrimPrefix(path, dir+"/")+" "+info.Mode().String()+" "+string(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "sub", "a.py")
	if err := os.Mkdir(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(target, 0o751); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("sub/a.py", filepath.Join(dir, "link.py")); err != nil {
		t.Skip(err)
	}
	if err := WriteFile(filepath.Join(dir, "link.py"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "b.py"), nil); err != nil {
		t.Fatal(err)
	}
	want := "b.py -rw-r--r-- \nlink.py Lrwxrwxrwx new\nsub/a.py -rwxr-x--x new"
	if got := listing(t, dir); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "dir.py"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{filepath.Join("missing", "b.py"), "dir.py"} {
		err := WriteFile(filepath.Join(dir, bad), nil)
		if err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: got %v", bad, err)
		}
		if got := listing(t, dir); got != "" {
			t.Errorf("%s: left\n%s", bad, got)
		}
	}
}
