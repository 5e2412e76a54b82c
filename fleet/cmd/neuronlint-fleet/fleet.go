package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/run"
	"github.com/neuronlint/neuronlint/fleet/internal/scan"
	"github.com/neuronlint/neuronlint/fleet/internal/whole"
)

// fleetFlags are the flags of a run.
type fleetFlags struct {
	listing

	out, shard, cache, program string
	workers, procs             int
	retry, noResults           bool
	timeout                    time.Duration
	memory, size, fileSize     int64 // MiB
	output                     int64 // MiB
	clones                     int64 // MiB
	files                      int
	settings                   scan.Settings
}

func (f *fleetFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "", "directory of the tables, and of what is kept to go on")
	flags.StringVar(&f.shard, "shard", "0/1", "share of the manifest, I/N with I from 0 to N-1, or the name of a variable that holds I")
	flags.IntVar(&f.workers, "workers", runtime.NumCPU(), "repositories that are judged at once")
	flags.IntVar(&f.procs, "procs", 1, "processors that each neuronlint uses")
	flags.BoolVar(&f.retry, "retry", false, "judge again what was not judged")
	flags.StringVar(&f.cache, "cache", "", "directory of clones and results, for this run and later ones (default in the user's cache)")
	flags.BoolVar(&f.noResults, "no-results", false, "neither take results of earlier runs nor keep any for later ones")
	flags.Int64Var(&f.clones, "clones", 20<<10, "MiB of clones that are kept; 0 keeps none")
	flags.DurationVar(&f.timeout, "timeout", 10*time.Minute, "time for each of cloning and assessing a repository")
	flags.Int64Var(&f.memory, "max-memory", 4<<10, "MiB of memory for assessing a repository")
	flags.Int64Var(&f.output, "max-output", 256, "MiB of the assessment of a repository")
	flags.IntVar(&f.files, "max-files", 100_000, "files of a repository")
	flags.Int64Var(&f.size, "max-size", 4<<10, "MiB of a repository: of its files, and of its clone")
	flags.Int64Var(&f.fileSize, "max-file-size", 16, "MiB of a file; larger ones are not read")
	flags.StringVar(&f.program, "neuronlint", os.Getenv("NEURONLINT"), "the program that assesses (default the one beside this)")
	flags.StringVar(&f.settings.SDK, "sdk", "", "as for neuronlint assess")
	flags.StringVar(&f.settings.Rewrite, "rewrite", "", "as for neuronlint assess")
	flags.StringVar(&f.settings.Target, "target", "", "as for neuronlint assess")
	f.listing.add(cmd)
}

func (f *fleetFlags) run(cmd *cobra.Command, args []string) error {
	shard, err := f.check(args)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return err
	}
	entries, err := f.entries(cmd.Context(), args)
	if err != nil {
		return err
	}
	opts, err := f.options(cmd.Context(), shard)
	if err != nil {
		return err
	}
	show := newProgress(cmd.ErrOrStderr())
	opts.Report = show.update
	p, err := run.Run(cmd.Context(), entries, opts)
	show.end()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%d repositories, %d judged before, %d not judged; tables in %s\n", p.Total, p.Before, p.Failed, f.out)
	return err
}

// check refuses flags that make no sense.
func (f *fleetFlags) check(args []string) (manifest.Shard, error) {
	switch {
	case f.out == "":
		return manifest.Shard{}, errors.New("-o names the directory to write to")
	case len(args) == 0 && !f.listing.given():
		return manifest.Shard{}, errors.New("name a manifest, or list repositories with --github-org or --gitlab-group")
	case len(args) > 0 && f.listing.given():
		return manifest.Shard{}, errors.New("a manifest and a listing are two things; write the listing with: neuronlint fleet list")
	case f.workers < 1 || f.procs < 1 || f.timeout <= 0 || f.memory < 1 || f.output < 1 || f.size < 1 || f.fileSize < 1 || f.files < 1 || f.clones < 0:
		return manifest.Shard{}, errors.New("numbers and times must be positive")
	case f.listing.given() && f.shard != "0/1":
		return manifest.Shard{}, errors.New("shards need one manifest for all; write it with: neuronlint fleet list")
	}
	return manifest.ParseShard(fromEnvironment(f.shard))
}

// fromEnvironment puts the value of a variable in place of its name: job systems set one,
// and not all have a shell.
func fromEnvironment(shard string) string {
	name, count, ok := strings.Cut(shard, "/")
	if value := os.Getenv(name); ok && value != "" {
		return value + "/" + count
	}
	return shard
}

// entries reads the manifest. A listing is asked for once, and kept for a run that goes on.
func (f *fleetFlags) entries(ctx context.Context, args []string) ([]manifest.Entry, error) {
	if len(args) > 0 {
		return readManifest(args[0])
	}
	name := filepath.Join(f.out, "listing.jsonl")
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		list, err := f.listing.ask(ctx)
		if err != nil {
			return nil, err
		}
		if err := whole.Write(name, func(w io.Writer) error { return writeLines(w, list) }); err != nil {
			return nil, err
		}
	}
	return readManifest(name)
}

func readManifest(name string) ([]manifest.Entry, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	return manifest.Read(file, filepath.Dir(name))
}

// writeLines writes values as JSON, each in a line.
func writeLines[T any](w io.Writer, list []T) error {
	encoder := json.NewEncoder(w)
	for i := range list {
		if err := encoder.Encode(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (f *fleetFlags) options(ctx context.Context, shard manifest.Shard) (*run.Options, error) {
	program, err := scan.Find(ctx, f.program, os.Environ())
	if err != nil {
		return nil, err
	}
	cache := f.cache
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("cache: %w; --cache names one", err)
		}
		cache = filepath.Join(user, "neuronlint-fleet")
	}
	f.settings.MaxFileSize = f.fileSize << 20
	opts := scan.Options{
		Settings: f.settings, Program: program, Timeout: f.timeout, Memory: f.memory << 20, Output: f.output << 20, Files: f.files, Bytes: f.size << 20,
		Procs: f.procs, Clones: filepath.Join(cache, "clones"), Kept: f.clones << 20, Secrets: f.listing.secrets(), Environ: os.Environ(),
	}
	if !f.noResults {
		opts.Results = filepath.Join(cache, "results")
	}
	return &run.Options{Out: f.out, Shard: shard, Workers: f.workers, Retry: f.retry, Scan: opts, Clock: time.Now}, nil
}
