// Package checkout asks git about the working tree that was checked.
package checkout

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// Tree is a working tree of git.
type Tree struct {
	Dir    string // working directory
	Prefix string // Dir below the root of the tree, with / at its end; empty in the root
}

// Open finds the working tree of a folder.
func Open(ctx context.Context, dir string) (*Tree, error) {
	t := &Tree{Dir: dir}
	out, err := t.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	t.Prefix = strings.TrimSpace(out)
	return t, nil
}

// Has reports whether a commit is there.
func (t *Tree) Has(ctx context.Context, commit string) bool {
	_, err := t.git(ctx, "cat-file", "-e", commit+"^{commit}")
	return err == nil
}

// Same reports whether a file, by its path from the root, is on disk as in a commit. If
// it is not, its lines have other numbers there, as where a pull request was merged with
// its base to be tested.
func (t *Tree) Same(ctx context.Context, commit, path string) bool {
	there, err := t.git(ctx, "rev-parse", "--verify", "--quiet", commit+":"+path)
	if err != nil {
		return false
	}
	here, err := t.git(ctx, "hash-object", "--", t.up()+path)
	return err == nil && here == there
}

// up is the way from the working directory to the root.
func (t *Tree) up() string { return strings.Repeat("../", strings.Count(t.Prefix, "/")) }

func (t *Tree) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = t.Dir
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(log.Bytes()))
	}
	return out.String(), nil
}
