package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/proc"
)

// overNetwork are the protocols that repositories are fetched by.
const overNetwork = "https:http:ssh:git"

var fullHash = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

// Remote is a repository on a server.
type Remote struct {
	git   *Git
	entry *manifest.Entry
}

// Remote is the repository of a URL.
func (g *Git) Remote(e *manifest.Entry) *Remote { return &Remote{g, e} }

// Commit asks the server which commit the revision names.
func (r *Remote) Commit(ctx context.Context) (string, error) {
	revision := r.entry.Revision
	if fullHash.MatchString(revision) {
		return revision, nil
	}
	names := []string{"HEAD"}
	if revision != "" {
		names = []string{revision, "refs/tags/" + revision + "^{}", "refs/tags/" + revision, "refs/heads/" + revision}
	}
	out, err := r.ask(ctx, append([]string{"ls-remote", "--", r.entry.URL}, names...)...)
	if err != nil {
		return "", err
	}
	// The server matches the ends of names.
	found := make(map[string]string)
	for line := range strings.Lines(string(out)) {
		if object, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			found[name] = object
		}
	}
	for _, name := range names {
		if object := found[name]; fullHash.MatchString(object) {
			return object, nil
		}
	}
	branches, err := r.ask(ctx, "ls-remote", "--heads", "--", r.entry.URL)
	switch {
	case err != nil:
		return "", err
	case len(branches) == 0:
		return "", failed(outcome.NoCommits, "there are no branches")
	case revision == "":
		return "", failed(outcome.RevisionUnknown, "HEAD names no commit")
	}
	return "", failed(outcome.RevisionUnknown, "%s: no branch, no tag, and no full hash of a commit", short(revision))
}

// ask runs a command of git that talks to the server.
func (r *Remote) ask(ctx context.Context, args ...string) ([]byte, error) {
	env := r.git.environment(overNetwork, r.git.header(r.entry.URL, r.entry.User, r.entry.Password)...)
	out, err := r.git.run(ctx, &proc.Spec{Env: env, Stdout: 64 << 20, File: r.git.limits.Bytes}, args...)
	if ended, ok := errors.AsType[*ended](err); ok {
		return nil, r.classify(ended)
	}
	return out, err
}

// classify tells what a server's refusal means for the repository.
func (r *Remote) classify(e *ended) error {
	switch {
	case strings.Contains(e.errors, "not our ref"), strings.Contains(e.errors, "couldn't find remote ref"),
		strings.Contains(e.errors, "unadvertised object"):
		return failed(outcome.RevisionUnknown, "%s", e.message())
	case strings.Contains(e.errors, "File too large"), strings.Contains(e.errors, "signal 25"):
		return failed(outcome.TooLarge, "the clone has more than %d MiB", r.git.limits.Bytes>>20)
	case strings.Contains(e.errors, "No space left on device"):
		return failed(outcome.DiskFull, "no space left")
	}
	err := failed(outcome.CloneFailed, "%s", e.message())
	err.passing = !slices.ContainsFunc(refusals(), func(text string) bool { return strings.Contains(e.errors, text) })
	return err
}

// refusals are what git says where a server will answer the same again.
func refusals() []string {
	return []string{
		"not found", "Authentication failed", "could not read Username", "could not read Password", "Permission denied",
		"The requested URL returned error: 403", "The requested URL returned error: 30", "Could not resolve host", "not allowed",
	}
}

// ref is where a fetched commit is kept.
const ref = "refs/fleet/"

// Fetch brings a commit, without its history and without large files, into a repository of
// our own in dir, which may hold other commits.
func (r *Remote) Fetch(ctx context.Context, dir, commit string) (*Repo, error) {
	repo := &Repo{git: r.git, dir: dir, own: true}
	if err := repo.make(commit); err != nil {
		return nil, err
	}
	if repo.has(ctx, commit) {
		return repo, nil
	}
	// What a run that was killed has left.
	for _, left := range []string{"shallow.lock", "config.lock"} {
		_ = os.Remove(filepath.Join(dir, left)) // there may be none
	}
	_, err := r.ask(ctx, "--git-dir="+dir, "-c", "remote.origin.url="+r.entry.URL, "fetch", "--quiet", "--depth=1", "--no-tags",
		"--no-recurse-submodules", "--no-write-fetch-head", fmt.Sprintf("--filter=blob:limit=%d", r.git.limits.FileSize+1),
		"origin", "+"+commit+":"+ref+commit)
	// git notes where to fetch from what is missing, which nobody shall.
	if again := repo.make(commit); err == nil {
		err = again
	}
	if err != nil {
		return nil, err
	}
	return repo, nil
}

// has reports whether a commit was fetched and is still there, with the root of its tree.
func (r *Repo) has(ctx context.Context, commit string) bool {
	_, err := r.read(ctx, &proc.Spec{}, "cat-file", "-e", ref+commit+"^{tree}")
	return err == nil
}

// settings are those of a repository of our own.
func settings(commit string) string {
	text := "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
	if len(commit) == 64 {
		text = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n"
	}
	return text
}

// make makes an empty repository, or gives one its settings again.
func (r *Repo) make(commit string) error {
	for _, sub := range []string{"objects", "refs"} {
		if err := os.MkdirAll(filepath.Join(r.dir, sub), 0o700); err != nil {
			return onDisk(err)
		}
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/none\n", "config": settings(commit)} {
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
			return onDisk(err)
		}
	}
	return nil
}

// Transient reports whether another attempt may succeed.
func Transient(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.passing
}
