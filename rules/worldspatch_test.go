package rules_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// programsOf gives the programs of a planted archive by name: NAME.py, or the folder NAME of several files.
func programsOf(archive namedArchive) map[string]files {
	out := make(map[string]files)
	for _, f := range archive.Files {
		name, path, several := strings.Cut(f.Name, "/")
		if !several {
			name, path = strings.TrimSuffix(name, ".py"), "program.py"
		}
		if out[name] == nil {
			out[name] = make(files)
		}
		out[name][path] = string(f.Data)
	}
	return out
}

// namedArchive is an archive with the name of its file.
type namedArchive struct {
	*txtar.Archive

	name  string
	whole bool // whether a program that is left half as it is keeps all of it
}

func parseArchives(t *testing.T, pattern string) []namedArchive {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives %s (%v)", pattern, err)
	}
	var archives []namedArchive
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archives = append(archives, namedArchive{Archive: archive, name: strings.TrimSuffix(filepath.Base(path), ".txtar")})
	}
	return archives
}

// unpatched names the programs of an archive that no case patches.
func unpatched(archive namedArchive, cases []worldCase) []string {
	patched := make(map[string]bool)
	for _, c := range cases {
		patched[c.program] = true
	}
	singles, projects := split(archive)
	var names []string
	for _, f := range singles.Files {
		if strings.HasSuffix(f.Name, ".py") && !patched[f.Name] {
			names = append(names, f.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(projects)) {
		if !patched[name] {
			names = append(names, name)
		}
	}
	return names
}

// split parts the programs of one file from those of several, which have a folder each.
func split(archive namedArchive) (singles namedArchive, projects map[string]files) {
	singles = namedArchive{&txtar.Archive{Comment: archive.Comment}, archive.name, archive.whole}
	projects = make(map[string]files)
	for _, f := range archive.Files {
		name, path, several := strings.Cut(f.Name, "/")
		switch {
		case !several:
			singles.Files = append(singles.Files, f)
		case projects[name] == nil:
			projects[name] = files{path: string(f.Data)}
		default:
			projects[name][path] = string(f.Data)
		}
	}
	return singles, projects
}

// programPatches patches the programs of an archive, those of several files too.
func programPatches(t *testing.T, archive namedArchive, rewrite opsdb.Rewrite, unsafe bool) []worldCase {
	t.Helper()
	singles, projects := split(archive)
	cases := patchesOf(t, singles, rewrite, unsafe)
	for _, name := range slices.Sorted(maps.Keys(projects)) {
		opts := archiveOptions(t, archive.Comment)
		opts.Unsafe, opts.Target.Rewrite = unsafe, rewrite
		c := worldCase{
			Name: archive.name + "/" + name + " " + string(rewrite), Rewrite: string(rewrite), Unsafe: unsafe, program: name,
			Before: projects[name], Drive: projects[name]["main.py.drive"],
		}
		delete(c.Before, "main.py.drive")
		if c.After = patched(t, opts, c.Before); c.After != nil {
			cases = append(cases, c)
		}
	}
	return cases
}

// patched is a program of several files with its fixes, nil if it has none.
func patched(t *testing.T, opts driver.Options, before files) files {
	t.Helper()
	opts.Root = t.TempDir()
	opts.Paths = []string{opts.Root}
	opts.Apart = false
	for path, text := range before {
		name := filepath.Join(opts.Root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	result, err := driver.Fix(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Changes) == 0 {
		return nil
	}
	after := maps.Clone(before)
	for _, c := range result.Changes {
		path, err := filepath.Rel(opts.Root, c.Name)
		if err != nil {
			t.Fatal(err)
		}
		after[filepath.ToSlash(path)] = string(c.New)
	}
	return after
}

// patchesOf patches the programs of an archive with safe fixes, or with all; those
// without one are left out. NAME.py.drive drives NAME.py.
func patchesOf(t *testing.T, archive namedArchive, rewrite opsdb.Rewrite, unsafe bool) []worldCase {
	t.Helper()
	opts := archiveOptions(t, archive.Comment)
	opts.Unsafe, opts.Target.Rewrite, opts.Apart = unsafe, rewrite, opts.Apart && !archive.whole
	drives := make(map[string]string)
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".drive"); ok {
			drives[name] = string(f.Data)
		}
	}
	var cases []worldCase
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".py") {
			continue
		}
		opts.Stdin = &driver.Input{Path: f.Name, Raw: caseText(f)}
		result, err := driver.Fix(context.Background(), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Changes {
			cases = append(cases, worldCase{
				Name: archive.name + "/" + f.Name + " " + string(rewrite), Rewrite: string(rewrite),
				Before: files{"program.py": string(c.Old)}, After: files{"program.py": string(c.New)}, Drive: drives[f.Name], Unsafe: unsafe, program: f.Name,
			})
		}
	}
	return cases
}
