// Package scan judges one revision of one repository: it finds the commit, writes its files
// into a folder, and runs neuronlint assess on them, all within limits. Whatever is wrong
// with the repository is an answer; only what is wrong with this machine is an error.
package scan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/git"
	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// maxOutput is the size of the largest assessment that is read, in bytes.
const maxOutput = 256 << 20

// attempts is how often a server is asked that fails.
const attempts = 3

// Settings are all that an assessment depends on beside the commit.
type Settings struct {
	SDK, Rewrite, Target string // empty is neuronlint's default
	MaxFileSize          int64  // bytes; larger files are not read
}

// Options say how units are judged.
type Options struct {
	Settings
	Program *Program
	Timeout time.Duration     // of each of git and neuronlint
	Memory  int64             // bytes of neuronlint
	Output  int64             // bytes of an assessment; 0 is maxOutput
	Files   int               // of a commit
	Bytes   int64             // of these
	Procs   int               // processors that one neuronlint uses
	Scratch string            // folder for the files of commits; nobody else uses it
	Results string            // folder with results of earlier runs; empty keeps none
	Clones  string            // folder for clones
	Kept    int64             // bytes of clones that are kept
	Secrets map[string]string // tokens by host
	Environ []string          // of this process
}

// Unit judges repositories. It may be used by several workers.
type Unit struct {
	opts   Options
	git    *git.Git
	clones *git.Clones
}

// New checks options and makes folders.
func New(opts Options) (*Unit, error) {
	g, err := git.New(git.Limits{Timeout: opts.Timeout, Files: opts.Files, Bytes: opts.Bytes, FileSize: opts.MaxFileSize}, opts.Secrets, opts.Environ)
	if err != nil {
		return nil, err
	}
	clones, err := git.NewClones(opts.Clones, opts.Kept)
	if err != nil {
		return nil, err
	}
	return &Unit{opts: opts, git: g, clones: clones}, nil
}

// Fingerprint tells results from those by another program or other settings. Limits are
// not in it: what met a limit is not kept for other runs.
func (o *Options) Fingerprint() string {
	text, err := json.Marshal([]any{outcome.Version, o.Program.Version, o.Program.Database, o.Program.Sum, o.Settings})
	if err != nil {
		panic(err) // they are texts and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// Judge is what becomes of an entry.
func (u *Unit) Judge(ctx context.Context, e *manifest.Entry) (*outcome.Record, error) {
	r := &outcome.Record{Version: outcome.Version, Unit: e.Unit, Failures: []outcome.Failure{}}
	var err error
	switch {
	case e.Problem != nil:
		r.Failures = append(r.Failures, *e.Problem)
	case e.Path != "":
		err = u.local(ctx, e, r)
	default:
		err = u.remote(ctx, e, r)
	}
	if failed, ok := errors.AsType[*git.Error](err); ok && ctx.Err() == nil {
		r.Failures, r.Assessment, err = append(r.Failures, failed.Failure), nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Location, err)
	}
	return r, nil
}

func (u *Unit) local(ctx context.Context, e *manifest.Entry, r *outcome.Record) error {
	repo, err := u.git.Local(ctx, e.Path)
	if err != nil {
		return err
	}
	if r.Commit, err = repo.Commit(ctx, e.Revision); err != nil || u.known(r) {
		return err
	}
	return u.read(ctx, repo, r)
}

func (u *Unit) remote(ctx context.Context, e *manifest.Entry, r *outcome.Record) error {
	start := time.Now()
	remote := u.git.Remote(e)
	err := again(ctx, func() (err error) { r.Commit, err = remote.Commit(ctx); return err })
	r.Cost.FetchSeconds = time.Since(start).Seconds()
	if err != nil || u.known(r) {
		return err
	}
	var used error
	err = again(ctx, func() error {
		return u.clones.Fetch(ctx, remote, e, r.Commit, func(repo *git.Repo) error {
			r.Cost.FetchSeconds = time.Since(start).Seconds()
			used = u.read(ctx, repo, r)
			return nil
		})
	})
	return errors.Join(err, used)
}

// again asks a server several times, with growing pauses.
func again(ctx context.Context, ask func() error) error {
	for i := 1; ; i++ {
		err := ask()
		if err == nil || !git.Transient(err) || i == attempts {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Duration(i*i) * time.Second):
		}
	}
}

// read judges a commit of a repository that is here.
func (u *Unit) read(ctx context.Context, repo *git.Repo, r *outcome.Record) (err error) {
	start := time.Now()
	tree, err := repo.Tree(ctx, r.Commit)
	if err != nil {
		return err
	}
	r.Cost.Files, r.Cost.Bytes = tree.Count, tree.Bytes
	work, err := os.MkdirTemp(u.opts.Scratch, "unit-")
	if err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	dir := filepath.Join(work, "repository")
	if err := repo.Write(ctx, tree, dir); err != nil {
		return err
	}
	// The walk up from the files ends here, as at the root of any repository.
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	r.Failures = append(r.Failures, tree.Parts...)
	r.Cost.WriteSeconds = time.Since(start).Seconds()
	if err := u.assess(ctx, work, dir, r); err != nil {
		return err
	}
	return u.keep(r)
}

// result is the file of an earlier result for a commit.
func (u *Unit) result(commit string) string {
	return filepath.Join(u.opts.Results, u.opts.Fingerprint(), commit[:2], commit+".json.gz")
}

// known takes the result of an earlier run, and reports whether there is one.
func (u *Unit) known(r *outcome.Record) bool {
	if u.opts.Results == "" {
		return false
	}
	old, err := Load(u.result(r.Commit))
	if err != nil || old.Commit != r.Commit {
		return false
	}
	old.Unit = r.Unit
	old.Cost.Cached, old.Cost.FetchSeconds = true, r.Cost.FetchSeconds
	*r = *old
	return true
}

// keep stores a result for other runs, unless it depends on more than the commit: on the
// objects that a repository holds, or on the names that this machine can write.
func (u *Unit) keep(r *outcome.Record) error {
	if u.opts.Results == "" || slices.ContainsFunc(r.Failures, func(f outcome.Failure) bool {
		return f.Reason == outcome.FileMissing || f.Reason == outcome.OddName
	}) {
		return nil
	}
	name := u.result(r.Commit)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return Save(name, r)
}
