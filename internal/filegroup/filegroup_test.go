package filegroup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// pair is a tree of three groups: what is written.
func pair(t *testing.T) (root string, groups [][]File) {
	t.Helper()
	root = t.TempDir()
	for _, names := range [][]string{{"a.py", "sub/b.py", "sub/deep/c.py"}, {"alone.py"}, {"sub/d.py", "odd\n\"\xff.py"}} {
		var g []File
		for _, name := range names {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			old := []byte("old " + name)
			if err := os.WriteFile(path, old, 0o640); err != nil {
				t.Skip(err) // not every system knows all names
			}
			g = append(g, File{Path: path, Old: old, New: []byte("new " + name)})
		}
		groups = append(groups, g)
	}
	return root, groups
}

// written says of each group how many of its files are new, and fails for a
// file that is neither old nor new, or has lost its mode.
func written(t *testing.T, groups [][]File) (counts []int) {
	t.Helper()
	for _, g := range groups {
		n := 0
		for _, f := range g {
			data, err := os.ReadFile(f.Path)
			if err != nil {
				t.Fatal(err)
			}
			switch string(data) {
			case string(f.New):
				n++
			case string(f.Old):
			default:
				t.Errorf("%q holds %q", f.Path, data)
			}
			if info, err := os.Stat(f.Path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
				t.Errorf("%q: %v %v", f.Path, info.Mode(), err)
			}
		}
		counts = append(counts, n)
	}
	return counts
}

// strays are the files of a tree that a run should not have left.
func strays(t *testing.T, root string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".neuronlint") {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// settle does what the run after one that was cut short does, and checks that
// each group is whole then.
func settle(t *testing.T, root string, groups [][]File, when string) (resumed bool) {
	t.Helper()
	before := written(t, groups)
	var half []int
	for i, n := range before {
		if n > 0 && n < len(groups[i]) {
			half = append(half, i)
		}
	}
	w, err := Open(t.Context(), root)
	var broken *Interrupted
	switch {
	case len(half) == 0 && err != nil:
		t.Fatalf("%s: nothing is half-written, but %v", when, err)
	case len(half) == 0:
		w.Close()
	case !errors.As(err, &broken) || len(broken.Groups) != len(half) || len(broken.Groups[0].Written) != before[half[0]]:
		t.Fatalf("%s: written %v, told %v", when, before, err)
	default:
		left := broken.Groups[0].Left
		if err := Check(root); err == nil || err.Error() != broken.Error() {
			t.Errorf("%s: Check says %v", when, err)
		}
		all, err := Resume(t.Context(), root)
		if err != nil || !slices.Equal(all.Written, left) || len(all.Changed) > 0 {
			t.Errorf("%s: resumed %v, left were %v: %v", when, all, left, err)
		}
		before[half[0]] = len(groups[half[0]])
	}
	if after := written(t, groups); !slices.Equal(after, before) {
		t.Errorf("%s: written %v, want %v", when, after, before)
	}
	if left := strays(t, root); len(left) > 0 {
		t.Errorf("%s: left %q", when, left)
	}
	return len(half) > 0
}

// TestKilledBetweenAnyTwoCalls kills a run before each of its calls.
func TestKilledBetweenAnyTwoCalls(t *testing.T) {
	resumed, total := 0, 1
	for n := 1; n <= total; n++ {
		root, groups := pair(t)
		w, err := Open(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		sys := &flaky{system: w.sys, fail: n, killed: true}
		w.sys = sys
		err = w.Write(t.Context(), groups)
		w.Close()
		total = max(total, sys.calls) // one that is killed calls no more often
		if n < 20 && err == nil {
			t.Errorf("killed at call %d, but nothing failed", n)
		}
		if settle(t, root, groups, fmt.Sprint("call ", n)) {
			resumed++
		}
	}
	if resumed != 3 || total < 30 {
		t.Errorf("%d of %d kills were between files of a group, want 3", resumed, total)
	}
}

// TestDiskFull lets each call fail once.
func TestDiskFull(t *testing.T) {
	for n, total := 1, 1; n <= total; n++ {
		root, groups := pair(t)
		w, err := Open(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		sys := &flaky{system: w.sys, fail: n}
		w.sys = sys
		err = w.Write(t.Context(), groups)
		w.Close()
		total = max(total, sys.calls)
		var broken *Interrupted
		if !errors.As(err, &broken) && !strings.Contains(strings.Join(strays(t, root), " "), JournalName) && len(strays(t, root)) > 0 {
			t.Errorf("call %d: left %q", n, strays(t, root))
		}
		settle(t, root, groups, fmt.Sprint("call ", n))
	}
}

// TestKill kills a process that writes, at any time.
func TestKill(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs signals")
	}
	root, groups := pair(t)
	if dir := os.Getenv("FILEGROUP_CHILD"); dir != "" {
		writeForEver(t, dir)
	}
	for i := range 8 {
		child := exec.Command(os.Args[0], "-test.run=^TestKill$")
		child.Env = append(os.Environ(), "FILEGROUP_CHILD="+root)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = out.Read(make([]byte, 1)) // it has begun
		time.Sleep(time.Duration(i) * 1300 * time.Microsecond)
		_ = child.Process.Kill()
		_ = child.Wait()
		settle(t, root, groups, fmt.Sprint("kill ", i))
	}
}

// writeForEver writes the new content of a tree, and the old one, until it is
// killed.
func writeForEver(t *testing.T, root string) {
	t.Helper()
	_, groups := pair(t)
	for i := range groups {
		for k := range groups[i] {
			rel, _ := filepath.Rel(filepath.Dir(groups[0][0].Path), groups[i][k].Path)
			groups[i][k].Path = filepath.Join(root, rel)
		}
	}
	for n := 0; ; n++ {
		for i := range groups {
			for k := range groups[i] {
				f := &groups[i][k]
				f.Old, _ = os.ReadFile(f.Path)
				if string(f.Old[:3]) == "new" {
					f.New = append([]byte("old"), f.Old[3:]...)
				} else {
					f.New = append([]byte("new"), f.Old[3:]...)
				}
			}
		}
		w, err := Open(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(t.Context(), groups); err != nil {
			t.Fatal(err)
		}
		w.Close()
		if n == 0 {
			fmt.Println("begun")
		}
	}
}

func TestChangedMeanwhile(t *testing.T) {
	root, groups := pair(t)
	own := []byte("somebody else's")
	if err := os.WriteFile(groups[0][1].Path, own, 0o640); err != nil {
		t.Fatal(err)
	}
	w, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	err = w.Write(t.Context(), groups)
	if err == nil || !strings.Contains(err.Error(), "b.py: it has changed since it was read") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(groups[0][1].Path); string(data) != string(own) {
		t.Errorf("it holds %q", data)
	}
	groups[0] = slices.Delete(groups[0], 1, 2)
	if got := written(t, groups); !slices.Equal(got, []int{0, 1, 2}) || len(strays(t, root)) > 0 {
		t.Errorf("written %v, left %q", got, strays(t, root))
	}
}

func TestOneWriterAtATime(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no locks")
	}
	root, _ := pair(t)
	w, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, root); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("two at once: %v", err)
	}
	w.Close()
	if w, err = Open(t.Context(), root); err != nil {
		t.Fatal(err)
	}
	w.Close()
}

func TestInterruptedBetweenGroups(t *testing.T) {
	root, groups := pair(t)
	w, err := Open(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	sys := &flaky{system: w.sys}
	w.sys = &atRename{sys, cancel}
	err = w.Write(ctx, groups)
	w.Close()
	if !errors.Is(err, context.Canceled) || len(strays(t, root)) > 0 {
		t.Errorf("%v, left %q", err, strays(t, root))
	}
	if got := written(t, groups); !slices.Equal(got, []int{3, 0, 0}) {
		t.Errorf("the group that was begun is completed, and no other: %v", got)
	}
}
