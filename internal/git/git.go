// Package git asks git about a change: the commit it branched from, the lines it adds,
// and the files before it. It runs the git of the user's machine and changes nothing.
package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/neuronlint/neuronlint/internal/patch"
)

// Repo is a work tree.
type Repo struct {
	root string // absolute
}

// Open finds the work tree that holds a directory.
func Open(ctx context.Context, dir string) (*Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is not installed, or not in PATH")
	}
	r := &Repo{root: dir}
	out, err := r.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		var failed *failure
		if errors.As(err, &failed) && strings.Contains(failed.message, "not a git repository") {
			return nil, fmt.Errorf("%s: not inside a git repository", dir)
		}
		return nil, err
	}
	r.root = filepath.FromSlash(strings.TrimSuffix(string(out), "\n"))
	if r.root == "" {
		return nil, fmt.Errorf("%s: the repository has no work tree", dir)
	}
	return r, nil
}

// Root is the top directory of the work tree, absolute.
func (r *Repo) Root() string { return r.root }

// emptyTrees are the names of the tree without files, by either hash: what MergeBase says
// of a repository without commits.
const emptyTrees = "4b825dc642cb6eb9a060e54bf8d69288fbee4904 6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"

// IsEmptyTree reports whether a name is that of the tree without files, and of no commit.
func IsEmptyTree(name string) bool { return name != "" && strings.Contains(emptyTrees, name) }

// MergeBase is the commit at which the work tree's HEAD and a revision parted. Its
// errors tell the remedy: the revision may be unknown, or the history may end before
// the commit, as in the shallow clones that CI systems make. Where nothing is committed
// yet, HEAD parted from an empty tree: hooks then see the first commit as they see
// others.
func (r *Repo) MergeBase(ctx context.Context, revision string) (string, error) {
	if strings.HasPrefix(revision, "-") || revision == "" {
		return "", fmt.Errorf("%q is not a revision", revision)
	}
	if !r.knows(ctx, revision) {
		switch {
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		case revision == "HEAD":
			tree, err := r.run(ctx, "hash-object", "-t", "tree", "--stdin")
			return strings.TrimSpace(string(tree)), err
		}
		return "", r.unknown(ctx, revision)
	}
	out, err := r.run(ctx, "merge-base", revision, "HEAD")
	switch {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case r.shallow(ctx):
		return "", fmt.Errorf("no common commit of %q and HEAD in this shallow clone; get the history with: git fetch --unshallow", revision)
	default:
		return "", fmt.Errorf("%q and HEAD have no common commit; name a revision that HEAD comes from, or use --baseline", revision)
	}
}

// unknown is the error for a revision that names no commit here. Fetching a name
// without a destination only sets FETCH_HEAD; the proposed command therefore gives the
// commit that name.
func (r *Repo) unknown(ctx context.Context, revision string) error {
	branch, ofOrigin := strings.CutPrefix(revision, "origin/")
	switch {
	case strings.ContainsAny(revision, "~^:@") && r.shallow(ctx):
		return fmt.Errorf("unknown revision %q in this shallow clone; get the history with: git fetch --unshallow", revision)
	case strings.ContainsAny(revision, "~^:@"):
		return fmt.Errorf("%q is not a commit; git log shows those there are", revision)
	case r.knows(ctx, "refs/remotes/origin/"+revision):
		return fmt.Errorf("unknown revision %q; did you mean %q?", revision, "origin/"+revision)
	}
	fetched := revision
	switch {
	case ofOrigin:
		fetched = branch + ":refs/remotes/" + revision
	case !isHash(revision):
		fetched += ":" + revision
	}
	return fmt.Errorf("unknown revision %q; fetch it first, as with: git fetch origin %s", revision, fetched)
}

func (r *Repo) knows(ctx context.Context, revision string) bool {
	_, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	return err == nil
}

// isHash is whether a revision is the full hash of a commit, which has no
// other name.
func isHash(revision string) bool {
	_, err := hex.DecodeString(revision)
	return err == nil && len(revision) >= 40
}

func (r *Repo) shallow(ctx context.Context) bool {
	out, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// Day is the day of a commit, as in 2026-11-24, by the clock of who made it; empty if git
// does not say.
func (r *Repo) Day(ctx context.Context, commit string) string {
	out, err := r.run(ctx, "log", "-1", "--no-show-signature", "--format=%cs", commit)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// Changes are the files that differ between a commit and the work tree, with
// the lines that were added since; renames are followed. Files that git does
// not track yet and does not ignore are new. Paths are relative to Root, with
// '/'.
func (r *Repo) Changes(ctx context.Context, commit string) ([]patch.File, error) {
	out, err := r.diff(ctx, commit)
	if err != nil {
		return nil, err
	}
	files, err := patch.Parse(bytes.NewReader(out))
	if err != nil {
		return nil, fmt.Errorf("git diff %s: %w", commit, err)
	}
	out, err = r.run(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(out), "\x00") {
		if name != "" {
			files = append(files, patch.File{New: name, Added: []patch.Range{{First: 1, Last: wholeFile}}})
		}
	}
	return files, nil
}

// diff returns the differences between a commit and the work tree.
func (r *Repo) diff(ctx context.Context, commit string) ([]byte, error) {
	args, err := r.withoutFilters(ctx)
	if err != nil {
		return nil, err
	}
	args = append(args, "-c", "core.quotePath=true", "diff", "--no-color", "--no-ext-diff", "--no-textconv",
		"--unified=0", "--find-renames", "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", commit, "--")
	out, err := r.run(ctx, args...)
	var failed *failure
	if errors.As(err, &failed) && lacksObjects(failed.message) {
		return nil, fmt.Errorf("this partial clone lacks files of old commits; let git get them with: git diff %s", commit)
	}
	return out, err
}

// wholeFile is beyond the last line of any file.
const wholeFile = 1 << 40

// failure is a git command that failed, with its message.
type failure struct {
	command, message string
}

func (f *failure) Error() string { return fmt.Sprintf("git %s: %s", f.command, f.message) }

// run is the standard output of a git command in the work tree. Messages are
// asked for in English, because some are looked at.
func (r *Repo) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := r.command(ctx, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		message := strings.TrimSpace(stderr.String())
		if message == "" {
			message = err.Error()
		}
		return nil, &failure{command: subcommand(args), message: message}
	}
	return stdout.Bytes(), nil
}

func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append(inertSettings(), args...)...)
	cmd.Dir = r.root
	cmd.Env = append(append(cmd.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_PAGER=cat"), inertEnvironment()...)
	return cmd
}

// subcommand names the git command, for messages: the first argument behind the
// settings that -c makes.
func subcommand(args []string) string {
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}
