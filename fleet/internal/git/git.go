// Package git reads commits of repositories that may be hostile.
//
// Nothing of a repository is ever run: no checkout is made, so that there are no hooks and
// no filters; files are read as objects, and written as plain files. The settings of the
// user and of the machine are not read. Those of a local repository are, by git itself, and
// what they could start is turned off: programs that watch files, and fetching of objects
// that a partial clone lacks.
package git

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/proc"
)

// Git runs git.
type Git struct {
	path    string
	limits  Limits
	secrets map[string]string // by host: the token of those that need one
	environ []string          // what it takes over of the environment of this process
}

// Limits bound the work on one repository.
type Limits struct {
	Timeout  time.Duration // of one git process
	Files    int           // of a commit
	Bytes    int64         // of these together, and of a clone
	FileSize int64         // of one file
}

// New finds git. Secrets are tokens by host, environ is the environment of this process.
func New(limits Limits, secrets map[string]string, environ []string) (*Git, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("git is not installed, or not in PATH")
	}
	return &Git{path: path, limits: limits, secrets: secrets, environ: Taken(environ, reaching()...)}, nil
}

// Error is a failure of a repository, as opposed to one of this machine.
type Error struct {
	outcome.Failure

	passing bool // another attempt may succeed
}

func (e *Error) Error() string { return string(e.Reason) + ": " + e.Detail }

func failed(reason outcome.Reason, format string, args ...any) *Error {
	return &Error{Failure: outcome.Failure{Reason: reason, Scope: outcome.Whole, Count: 1, Detail: fmt.Sprintf(format, args...)}}
}

// inert are settings under which a repository starts no program.
func inert() []string {
	return []string{
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "credential.helper=",
		"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "submodule.recurse=false", "-c", "fetch.recurseSubmodules=false",
		"-c", "safe.directory=*", "-c", "protocol.ext.allow=never", "-c", "core.askPass=", "-c", "fetch.writeCommitGraph=false",
	}
}

// reaching are the variables that git needs to reach servers.
func reaching() []string {
	return []string{
		"PATH", "HOME", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR", "SYSTEMROOT",
		"http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "all_proxy",
	}
}

// Taken are the variables of an environment that have one of the names.
func Taken(environ []string, names ...string) (own []string) {
	for _, pair := range environ {
		if name, _, _ := strings.Cut(pair, "="); slices.Contains(names, name) {
			own = append(own, pair)
		}
	}
	return own
}

// environment is that of git: nothing of the user's but what reaches servers. protocols
// are those that may be used.
func (g *Git) environment(protocols string, extra ...string) []string {
	return slices.Concat([]string{
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_ALLOW_PROTOCOL=" + protocols, "GIT_NO_LAZY_FETCH=1", "GIT_LFS_SKIP_SMUDGE=1", "GIT_ATTR_NOSYSTEM=1",
		"GIT_OPTIONAL_LOCKS=0", "GIT_SSH_COMMAND=ssh -o BatchMode=yes", "LC_ALL=C",
	}, g.environ, extra)
}

// run runs git and returns its standard output.
func (g *Git) run(ctx context.Context, spec *proc.Spec, args ...string) ([]byte, error) {
	spec.Path, spec.Args = g.path, append(inert(), args...)
	if spec.Timeout == 0 {
		spec.Timeout = g.limits.Timeout
	}
	r, err := proc.Run(ctx, spec)
	switch {
	case err != nil:
		return nil, err
	case r.Cut == proc.Time:
		return nil, failed(outcome.Timeout, "git %s took longer than %s", args0(args), spec.Timeout)
	case r.Cut == proc.Output:
		return nil, errTooMuch
	case r.Status != 0:
		return r.Output, &ended{r.Errors}
	}
	return r.Output, nil
}

// args0 is the command of git.
func args0(args []string) string {
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			return arg
		}
	}
	return ""
}

// errTooMuch says that git wrote more than it may.
var errTooMuch = errors.New("git wrote too much")

// ended is a git that failed.
type ended struct{ errors string }

func (e *ended) Error() string { return e.message() }

// message is what git says of a failure, in a line. Where git only says that ssh has failed,
// it is what ssh or the server said last.
func (e *ended) message() string {
	var before, fatal string
	for line := range strings.SplitSeq(strings.TrimSpace(e.errors), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "fatal: Could not read from remote") && before != "":
			fatal = before
		case fatal == "" || strings.HasPrefix(line, "fatal:") || strings.HasPrefix(line, "error:"):
			fatal = line
		}
		before = line
	}
	return short(fatal)
}

// short bounds a message.
func short(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "�"))
	if list := []rune(text); len(list) > 300 {
		return string(list[:300]) + "…"
	}
	return text
}

// header is a setting of git, as variables of its environment, that sends a token to one
// host. It is not among the arguments, which others on the machine see. git would send it to
// any host that the first one names in a redirect, so none is followed.
func (g *Git) header(address, user, password string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil
	}
	if user == "" && password == "" {
		token := g.secrets[u.Host]
		if token == "" || u.Scheme == "http" && isPublic(u.Host) {
			return nil
		}
		user, password = "oauth2", token
	}
	basic := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return []string{
		"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_1=http.followRedirects", "GIT_CONFIG_VALUE_1=false",
		"GIT_CONFIG_KEY_0=http." + u.Scheme + "://" + u.Host + "/.extraHeader",
		"GIT_CONFIG_VALUE_0=Authorization: Basic " + basic,
	}
}

// isPublic reports whether a host is one that has a token of the user's without being named.
// Nobody shall read that on the way.
func isPublic(host string) bool { return host == "github.com" || host == "gitlab.com" }

// Repo is a repository whose objects can be read here.
type Repo struct {
	git *Git
	dir string // of git
	own bool   // it was fetched by us, without large files
}

// Local opens the repository at a path, bare or with a work tree.
func (g *Git) Local(ctx context.Context, path string) (*Repo, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, failed(outcome.NotFound, "no directory")
	}
	// git answers without links.
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, failed(outcome.NotFound, "no directory")
	}
	// Not a repository around the folder, which is another one.
	env := g.environment("none", "GIT_CEILING_DIRECTORIES="+filepath.Dir(path))
	out, err := g.run(ctx, &proc.Spec{Env: env, Dir: path}, "rev-parse", "--absolute-git-dir")
	if ended, ok := errors.AsType[*ended](err); ok {
		if strings.Contains(ended.errors, "not a git repository") {
			return nil, failed(outcome.NotFound, "no git repository")
		}
		return nil, failed(outcome.ObjectsMissing, "%s", ended.message())
	}
	if err != nil {
		return nil, err
	}
	dir := strings.TrimSuffix(string(out), "\n")
	if rel, err := filepath.Rel(path, dir); err != nil || rel != "." && rel != ".git" {
		// A file .git names it: a work tree of another repository, or a submodule.
		if info, err := os.Lstat(filepath.Join(path, ".git")); err != nil || !info.Mode().IsRegular() {
			return nil, failed(outcome.NotFound, "no git repository")
		}
	}
	return &Repo{git: g, dir: dir}, nil
}

// read asks for something that needs no network.
func (r *Repo) read(ctx context.Context, spec *proc.Spec, args ...string) ([]byte, error) {
	spec.Env = r.git.environment("none")
	return r.git.run(ctx, spec, append([]string{"--git-dir=" + r.dir, "--no-replace-objects"}, args...)...)
}

// Commit is the commit that a revision names; that of HEAD if it is empty.
func (r *Repo) Commit(ctx context.Context, revision string) (string, error) {
	name := revision
	if name == "" {
		name = "HEAD"
	}
	out, err := r.read(ctx, &proc.Spec{}, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if commit := strings.TrimSpace(string(out)); err == nil && fullHash.MatchString(commit) {
		return commit, nil
	}
	if _, ok := errors.AsType[*ended](err); !ok && err != nil {
		return "", err
	}
	if refs, err := r.read(ctx, &proc.Spec{}, "for-each-ref", "--count=1", "--format=%(refname)"); err == nil && len(bytes.TrimSpace(refs)) == 0 {
		return "", failed(outcome.NoCommits, "there are no branches and no tags")
	}
	if revision == "" {
		return "", failed(outcome.RevisionUnknown, "HEAD names no commit")
	}
	return "", failed(outcome.RevisionUnknown, "%s", short(revision))
}

// pipe runs git, hands its output to read while it runs, and feeds it lines.
func (r *Repo) pipe(ctx context.Context, input io.Reader, args []string, read func(io.Reader) error) error {
	from, to := io.Pipe()
	answer := make(chan error, 1)
	go func() {
		_, err := r.read(ctx, &proc.Spec{Stdin: input, Output: to}, args...)
		_ = to.CloseWithError(err) // always nil; a nil error is the end of the output
		answer <- err
	}()
	err := read(from)
	_ = from.CloseWithError(errStopped) // git meets a closed pipe, if it has more to say
	if ended := <-answer; err == nil && !errors.Is(ended, errStopped) {
		err = ended
	}
	return err
}

var errStopped = errors.New("enough was read")
