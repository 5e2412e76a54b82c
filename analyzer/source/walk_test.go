package source

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// walk changes into dir and returns what Walk finds, explicit files with a
// '!' in front, and its problems.
func walk(t *testing.T, dir string, opts Options, paths ...string) (found, problems []string) {
	t.Helper()
	t.Chdir(dir)
	err := Walk(t.Context(), paths, opts, func(f Found) error {
		if _, err := os.Stat(f.Name); err != nil {
			t.Error(err)
		}
		mark := ""
		if f.Explicit {
			mark = "!"
		}
		found = append(found, mark+f.Path)
		return nil
	}, func(path string, err error) { problems = append(problems, path+": "+err.Error()) })
	if err != nil {
		t.Fatal(err)
	}
	return found, problems
}

func tree(t *testing.T, files ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name, content, _ := strings.Cut(f, "=")
		write(t, dir, name, content)
	}
	return dir
}

func TestWalk(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files []string
		opts  Options
		paths string
		want  string
	}{
		{
			name:  "sources in the order of names",
			files: []string{"b/c.py", "b/a.pyi", "a.py", "b.py", "c.txt", "d/e/f.py", ".hidden/g.py"},
			paths: ".", want: ".hidden/g.py a.py b/a.pyi b/c.py b.py d/e/f.py",
		},
		{
			name:  "directories of tools",
			files: []string{"a.py", "build/a.py", "x/node_modules/a.py", ".venv/a.py", "myenv/pyvenv.cfg", "myenv/lib/a.py", "env/a.py", "x.egg-info/a.py"},
			paths: ".", want: "a.py env/a.py",
		},
		{
			name:  "a directory of a tool that is named",
			files: []string{"build/a.py", "build/dist/b.py"},
			paths: "build", want: "build/a.py",
		},
		{
			name:  "named files whatever they are called",
			files: []string{"build/a.py", "script", ".gitignore=*", "ignored.py"},
			paths: "script build/a.py ./ignored.py", want: "!script !build/a.py !ignored.py",
		},
		{
			name:  "once",
			files: []string{"a/b.py", "a/c.py"},
			paths: "a/c.py a a/b.py ./a/ .", want: "!a/c.py a/b.py",
		},
		{
			name:  "ignored without a repository",
			files: []string{".gitignore=/b\n*.pyi", "b/a.py", "c/b/a.py", "c/a.pyi", "c/.gitignore=!a.pyi"},
			paths: ".", want: "c/a.pyi c/b/a.py",
		},
		{
			name:  "ignored from above",
			files: []string{".git/info/exclude=z.py", ".gitignore=gen/\n!z.py", "p/.gitignore=y.py", "p/q/x.py", "p/q/y.py", "p/q/z.py", "p/q/gen/a.py"},
			paths: "p/q", want: "p/q/x.py p/q/z.py",
		},
		{
			name:  "repository in a repository",
			files: []string{".git/config", ".gitignore=*.py", "sub/.git=gitdir: ../.git/modules/sub", ".git/modules/sub/info/exclude=b.py", "sub/a.py", "sub/b.py", "c.py"},
			paths: ".", want: "sub/a.py",
		},
		{
			name:  "ignored, but wanted",
			files: []string{".gitignore=*.py", "a.py"},
			opts:  Options{NoGitignore: true},
			paths: ".", want: "a.py",
		},
		{
			name:  "excludes",
			files: []string{"a.py", "tests/a.py", "x/tests/b.py", "x/y/gen_a.py", "x/y/a.py", "v/w/a.py", "u/a.py"},
			opts:  Options{Excludes: []string{"tests", "**/gen_*.py", "v/**", "./u/"}},
			paths: ".", want: "a.py x/y/a.py",
		},
		{
			name:  "excludes and what is named",
			files: []string{"tests/a.py", "x/b.py", "x/c.py"},
			opts:  Options{Excludes: []string{"tests", "x/b.py"}},
			paths: "tests/a.py x/b.py x/c.py", want: "!tests/a.py !x/b.py !x/c.py",
		},
		{
			name:  "excludes that are forced",
			files: []string{"tests/a.py", "tests/d/a.py", "x/b.py", "x/c.py"},
			opts:  Options{Excludes: []string{"tests", "x/b.py"}, ForceExclude: true},
			paths: "tests/a.py tests/d x/b.py x/c.py", want: "!x/c.py",
		},
		{
			name:  "excludes of a root",
			files: []string{"p/tests/a.py", "p/q/tests/a.py", "p/q/b.py"},
			opts:  Options{Excludes: []string{"tests/a.py"}, Root: "p"},
			paths: ".", want: "p/q/b.py p/q/tests/a.py",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			found, problems := walk(t, tree(t, tc.files...), tc.opts, strings.Fields(tc.paths)...)
			if got := strings.Join(found, " "); got != tc.want || problems != nil {
				t.Errorf("got  %s\nwant %s\nproblems %q", got, tc.want, problems)
			}
		})
	}
}

func TestWalkReportsRelativePaths(t *testing.T) {
	dir := tree(t, "wd/in/a.py", "out/b.py")
	wd := filepath.Join(dir, "wd")
	found, problems := walk(t, wd, Options{}, filepath.Join(wd, "in"), "../out", filepath.Join(wd, "in", "..", "..", "out", "b.py"))
	if want := []string{"in/a.py", "../out/b.py"}; !slices.Equal(found, want) || problems != nil {
		t.Errorf("got %q, want %q; problems %q", found, want, problems)
	}
	found, _ = walk(t, wd, Options{}, filepath.Join(dir, "out"))
	if want := []string{filepath.ToSlash(filepath.Join(dir, "out", "b.py"))}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}

func TestWalkAndSymbolicLinks(t *testing.T) {
	dir := tree(t, "in/a.py", "in/sub/b.py", "out/c.py")
	for link, target := range map[string]string{
		"in/loop": ".", "in/self": "self", "in/alias.py": "a.py", "in/outside.py": "../out/c.py", "in/out": "../out", "named": "out", "named.py": "in/a.py",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	found, problems := walk(t, dir, Options{}, "in", "named", "out", "named.py", "in/self")
	if want := []string{"in/a.py", "in/sub/b.py", "named/c.py"}; !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "in/self: cannot find it: ") {
		t.Errorf("a link to itself: problems %q", problems)
	}
}

func TestWalkGoesOn(t *testing.T) {
	dir := tree(t, "a/locked/a.py", "a/z.py")
	if err := os.Chmod(filepath.Join(dir, "a", "locked"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chmod(filepath.Join(dir, "a", "locked"), 0o777); err != nil {
			t.Error(err)
		}
	})
	want := []string{"missing.py: cannot find it: no such file or directory", ": path is empty"}
	if os.Geteuid() != 0 { // who may read everything
		want = append(want, "a/locked: cannot read directory: permission denied")
	}
	found, problems := walk(t, dir, Options{}, "missing.py", "", "a")
	if !slices.Contains(found, "a/z.py") || !slices.Equal(problems, want) {
		t.Errorf("found %q, problems %q, want %q", found, problems, want)
	}
}

func TestWalkEnds(t *testing.T) {
	t.Chdir(tree(t, "a.py", "b.py"))
	stop := errors.New("enough")
	visit := func(Found) error { return stop }
	if err := Walk(t.Context(), []string{"."}, Options{}, visit, nil); !errors.Is(err, stop) {
		t.Errorf("error of visit: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Walk(ctx, []string{"."}, Options{}, visit, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	if err := Walk(t.Context(), nil, Options{Excludes: []string{"[a"}}, visit, nil); err == nil || !strings.Contains(err.Error(), `"[a"`) {
		t.Errorf("malformed pattern: got %v", err)
	}
}
