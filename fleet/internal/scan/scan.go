// Package scan judges one revision of one repository: it finds the commit, writes its files
// into a folder, and runs neuronlint assess on them, all within limits. Whatever is wrong
// with the repository is an answer; only what is wrong with this machine is an error.
package scan

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/git"
	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/proc"
)

// maxOutput is the size of the largest assessment, in bytes.
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
	Timeout time.Duration // of each of git and neuronlint
	Memory  int64         // bytes of neuronlint
	Files   int           // of a commit
	Bytes   int64         // of these
	Procs   int           // processors that one neuronlint uses
	Scratch string        // folder for the files of commits; nobody else uses it
	Results string        // folder with results of earlier runs; empty keeps none
	Clones  string        // folder for clones
	Kept    int64         // bytes of clones that are kept
	Secrets map[string]string
}

// Unit judges repositories. It may be used by several workers.
type Unit struct {
	opts   Options
	git    *git.Git
	clones *git.Clones
}

// New checks options and makes folders.
func New(opts Options) (*Unit, error) {
	g, err := git.New(git.Limits{Timeout: opts.Timeout, Files: opts.Files, Bytes: opts.Bytes, FileSize: opts.MaxFileSize}, opts.Secrets)
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
		r.Failures, r.Assessment, err = []outcome.Failure{failed.Failure}, nil, nil
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

// arguments are those of neuronlint.
func (u *Unit) arguments(dir string) []string {
	args := []string{"assess", "--format", "json", "--findings", "--isolated", "--no-cache", "--quiet"}
	if u.opts.Procs > 0 {
		args = append(args, "--jobs", strconv.Itoa(u.opts.Procs))
	}
	for _, pair := range [][2]string{{"--sdk", u.opts.SDK}, {"--rewrite", u.opts.Rewrite}, {"--target", u.opts.Target}} {
		if pair[1] != "" {
			args = append(args, pair[0], pair[1])
		}
	}
	return append(args, dir)
}

// environment has nothing of the user's that could change an assessment.
func (u *Unit) environment(work string) []string {
	env := []string{
		"HOME=" + work, "TMPDIR=" + work, "PATH=" + os.Getenv("PATH"), "LC_ALL=C", "NO_COLOR=1",
		"GIT_CEILING_DIRECTORIES=" + work, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
	}
	if root, ok := os.LookupEnv("SYSTEMROOT"); ok {
		env = append(env, "SYSTEMROOT="+root)
	}
	if u.opts.Procs > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(u.opts.Procs))
	}
	return env
}

// assess runs neuronlint.
func (u *Unit) assess(ctx context.Context, work, dir string, r *outcome.Record) error {
	result, err := proc.Run(ctx, &proc.Spec{
		Path: u.opts.Program.Path, Args: u.arguments("."), Dir: dir, Env: u.environment(work),
		Timeout: u.opts.Timeout, Memory: u.opts.Memory, Stdout: maxOutput, File: 1 << 30,
	})
	if err != nil {
		return err
	}
	r.Cost.ScanSeconds, r.Cost.CPUSeconds, r.Cost.PeakBytes = result.Wall.Seconds(), result.CPU.Seconds(), result.Peak
	if failure := u.verdict(result, work); failure != nil {
		return failure
	}
	var head struct {
		SchemaVersion int    `json:"schema_version"`
		Verdict       string `json:"verdict"`
	}
	if err := json.Unmarshal(result.Output, &head); err != nil || head.SchemaVersion != schemaVersion || head.Verdict == "" {
		return failure(outcome.BadAssessment, fmt.Sprintf("schema version %d, and %d is known", head.SchemaVersion, schemaVersion))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, result.Output); err != nil {
		return failure(outcome.BadAssessment, err.Error())
	}
	r.Assessment = compact.Bytes()
	return nil
}

// schemaVersion is that of the assessments that are understood.
const schemaVersion = 1

func failure(reason outcome.Reason, detail string) *git.Error {
	return &git.Error{Failure: outcome.Failure{Reason: reason, Scope: outcome.Whole, Count: 1, Detail: detail}}
}

// verdict is what the end of neuronlint says; nil if it wrote an assessment.
func (u *Unit) verdict(r *proc.Result, work string) error {
	switch {
	case r.Cut == proc.Time:
		return failure(outcome.Timeout, fmt.Sprintf("assessing took longer than %s", u.opts.Timeout))
	case r.Cut == proc.Memory:
		return failure(outcome.OutOfMemory, fmt.Sprintf("more than %d MiB", u.opts.Memory>>20))
	case r.Cut == proc.Output:
		return failure(outcome.OutputTooLarge, "")
	case r.Status == 0:
		return nil
	case strings.Contains(r.Errors, "no Python file"):
		return failure(outcome.NoPython, "")
	case strings.Contains(r.Errors, "out of memory"), strings.Contains(r.Errors, "cannot allocate memory"):
		return failure(outcome.OutOfMemory, "the system had no more memory")
	}
	first, _, _ := strings.Cut(strings.TrimSpace(r.Errors), "\n")
	first = strings.ReplaceAll(first, work, "")
	if r.Status < 0 {
		return failure(outcome.Crashed, "ended by a signal: "+first)
	}
	return failure(outcome.Crashed, fmt.Sprintf("status %d: %s", r.Status, first))
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

// keep stores a result for other runs.
func (u *Unit) keep(r *outcome.Record) error {
	if u.opts.Results == "" {
		return nil
	}
	name := u.result(r.Commit)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return Save(name, r)
}

// Save writes a record so that at any moment the file is whole or missing.
func Save(name string, r *outcome.Record) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("record: %w", err), f.Close(), os.Remove(f.Name()))
		}
	}()
	w := gzip.NewWriter(f)
	if err := json.NewEncoder(w).Encode(r); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	return f.Close()
}

// Load reads a record.
func Load(name string) (*outcome.Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	var r outcome.Record
	data, err := io.ReadAll(io.LimitReader(z, 2*maxOutput))
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	if r.Version != outcome.Version {
		return nil, fmt.Errorf("record: %s: version %d", name, r.Version)
	}
	return &r, nil
}
