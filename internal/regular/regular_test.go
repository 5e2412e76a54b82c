package regular

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	write(t, name, "12345")
	if text, err := Read(name, 5); string(text) != "12345" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := Read(name, 4); err == nil || err.Error() != "open "+name+": file is too large: 5 bytes, the limit is 4" {
		t.Errorf("got %v", err)
	}
	if _, err := Read(filepath.Join(dir, "none"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := Read(dir, 5); err == nil {
		t.Error("read a directory")
	}
}

// Neither waits nor grows: what is no regular file is not opened at all.
func TestReadWhatNeverEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs pipes and devices")
	}
	dir := t.TempDir()
	pipe, zero := filepath.Join(dir, "pipe"), filepath.Join(dir, "zero")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("/dev/zero", zero); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, zero, "/dev/full"} {
		if _, err := Read(name, 100); err == nil || err.Error() != "open "+name+": not a regular file" {
			t.Errorf("got %v", err)
		}
	}
}

// What lies under a name may become something else between its description and
// its reading.
func TestFileThatChanges(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs links and pipes")
	}
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a.py"), filepath.Join(dir, "b.py")
	for what, become := range map[string]func() error{
		"another file": func() error { return os.Rename(other, name) },
		"a link":       func() error { return os.Symlink(other, name) },
		"a pipe":       func() error { return exec.Command("mkfifo", name).Run() },
		"a directory":  func() error { return os.Mkdir(name, 0o755) },
		"nothing":      func() error { return nil },
	} {
		t.Run(what, func(t *testing.T) {
			write(t, name, "x = 1\n")
			write(t, other, "x = 1\n")
			err := ReadInto(new(bytes.Buffer), name, 100, func(name string) (fs.FileInfo, error) {
				info, err := os.Lstat(name)
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
				if err := become(); err != nil {
					t.Fatal(err)
				}
				return info, err
			})
			if err == nil {
				t.Error("it was read")
			}
			_ = os.RemoveAll(name)
		})
	}
}

func TestFileThatGrows(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.py")
	write(t, name, "")
	err := ReadInto(new(bytes.Buffer), name, 100, func(name string) (fs.FileInfo, error) {
		info, err := os.Lstat(name)
		if err := os.Truncate(name, 105); err != nil {
			t.Fatal(err)
		}
		return info, err
	})
	if err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("got %v", err)
	}
}

func TestBounded(t *testing.T) {
	for _, text := range []string{"", "1234", "12345"} {
		if got, err := io.ReadAll(Bounded(strings.NewReader(text), 5)); string(got) != text || err != nil {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	source := strings.NewReader(strings.Repeat("x", 10_000))
	if got, err := io.ReadAll(Bounded(source, 5)); err == nil || len(got) > 5 {
		t.Errorf("got %q, %v", got, err)
	}
	if left := source.Len(); left < 10_000-6 {
		t.Errorf("%d bytes are left of 10000", left)
	}
}
