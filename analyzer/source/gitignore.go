package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// maxIgnoreBytes is more than any file of patterns has.
const maxIgnoreBytes = 1 << 20

// ignorePattern is one line of a .gitignore file.
type ignorePattern struct {
	negate   bool // the line begins with '!'
	dirOnly  bool // it ends in '/'
	basename bool // it has no other '/', and is about the last component
	literal  string
	glob     glob // nil: equal to literal
}

// ignores is a chain of .gitignore files, the deepest first. It is immutable, so the
// entries of a directory can share that of their parent.
type ignores struct {
	outer    *ignores
	base     string // its directory within the repository, "" or ending in '/'
	patterns []ignorePattern
}

// ignored reports whether git would ignore path, which is relative to the
// repository, provided it does not ignore a directory above. The last pattern
// of the deepest file that matches decides.
func (ig *ignores) ignored(path string, dir bool) bool {
	name := path[strings.LastIndexByte(path, '/')+1:]
	for ; ig != nil; ig = ig.outer {
		rel := path[len(ig.base):]
		for _, p := range slices.Backward(ig.patterns) {
			if p.dirOnly && !dir {
				continue
			}
			if p.basename && p.match(name) || !p.basename && p.match(rel) {
				return !p.negate
			}
		}
	}
	return false
}

func (p *ignorePattern) match(s string) bool {
	if p.glob == nil {
		return p.literal == s
	}
	return p.glob.match(s)
}

// with is the chain with one more file of patterns on top; base is the
// directory of the file within the repository.
func (ig *ignores) with(base string, content []byte) *ignores {
	patterns := parseIgnores(string(content))
	if len(patterns) == 0 {
		return ig
	}
	if base != "" {
		base += "/"
	}
	return &ignores{outer: ig, base: base, patterns: patterns}
}

// parseIgnores reads a .gitignore file. Lines that can match nothing are left
// out.
func parseIgnores(content string) []ignorePattern {
	var patterns []ignorePattern
	for line := range strings.Lines(strings.TrimPrefix(content, "\ufeff")) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		line, _, _ = strings.Cut(line, "\x00") // as git, whose lines are strings of C
		if p, ok := parseIgnore(trimSpaces(line)); ok && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

func parseIgnore(line string) (p ignorePattern, ok bool) {
	line, p.negate = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.basename = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	if !strings.ContainsAny(line, wildcards) {
		p.literal = line
		return p, true
	}
	var err error
	p.glob, err = compileGlob(line)
	return p, err == nil
}

// trimSpaces removes trailing spaces that no backslash protects.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
		} else if line[i] == ' ' {
			continue
		}
		end = min(i+1, len(line))
	}
	return line[:end]
}

// outerIgnores reads the patterns that apply to the entries of dir from the directories
// above it up to the root of the repository, and says where dir lies in the repository.
// Outside a repository only files in and below dir count. dir is absolute, without
// symbolic links.
func outerIgnores(dir string) (ig *ignores, rel string, err error) {
	root := dir
	for !exists(filepath.Join(root, ".git")) {
		up := filepath.Dir(root)
		if up == root {
			return nil, "", nil
		}
		root = up
	}
	if rel, err = filepath.Rel(root, dir); err != nil {
		return nil, "", fmt.Errorf("find repository: %w", err)
	}
	if ig, err = repositoryIgnores(root); rel == "." || err != nil {
		return ig, "", err
	}
	rel = filepath.ToSlash(rel)
	base := ""
	for part := range strings.SplitSeq(rel, "/") {
		if ig, err = ig.read(filepath.Join(root, base, ".gitignore"), base); err != nil {
			return nil, rel, err
		}
		base = filepath.ToSlash(filepath.Join(base, part))
	}
	return ig, rel, nil
}

// repositoryIgnores reads the patterns that a repository keeps outside its tree. Those of
// the user are left alone: the set of checked files must not depend on who checks them.
func repositoryIgnores(root string) (*ignores, error) {
	git := filepath.Join(root, ".git")
	// In a worktree or a submodule .git is a file that names the directory.
	if info, err := os.Stat(git); err == nil && !info.IsDir() {
		content, err := regular.Read(git, maxIgnoreBytes)
		if err != nil {
			return nil, fmt.Errorf("find repository: %w", err)
		}
		target, _ := strings.CutPrefix(strings.TrimSpace(string(content)), "gitdir: ")
		git = within(root, target)
		if common, err := regular.Read(filepath.Join(git, "commondir"), maxIgnoreBytes); err == nil {
			git = within(git, strings.TrimSpace(string(common)))
		}
	}
	return (*ignores)(nil).read(filepath.Join(git, "info", "exclude"), "")
}

// within is path seen from dir.
func within(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// read adds the patterns of a file, if there is one.
func (ig *ignores) read(name, base string) (*ignores, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return ig, nil
	}
	content, err := regular.Read(name, maxIgnoreBytes)
	if err != nil {
		return ig, fmt.Errorf("read ignore patterns: %w", err)
	}
	return ig.with(base, content), nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
