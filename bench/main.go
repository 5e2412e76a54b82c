// Command bench measures neuronlint on large trees, next to other programs on
// the same files in the same run, and writes a table:
//
//	bench/run                       # on made-up projects of 20 MB
//	bench/run -dir ~/src/project    # on the Python files of a folder
//
// docs/performance.md lists the measurements.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// settings are the flags.
type settings struct {
	root       string // of neuronlint's repository
	dir        string
	size       int64 // in MB, as all sizes
	files      int
	plain      int64
	large      int64
	seed       uint64
	rounds     int
	program    string
	noInstall  bool
	jsonFile   string
	markdown   string
	smoke      bool
	progressTo io.Writer
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == parseCommand {
		exit(parseAndCopy(os.Args[2:], os.Stdin, os.Stdout))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := settings{progressTo: os.Stderr}
	flags := flagSet(&s)
	if err := flags.Parse(os.Args[1:]); errors.Is(err, flag.ErrHelp) {
		return
	} else if err != nil {
		os.Exit(2)
	}
	exit(bench(ctx, s, os.Stdout))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func flagSet(s *settings) *flag.FlagSet {
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.StringVar(&s.root, "root", "..", "neuronlint's repository")
	f.StringVar(&s.dir, "dir", "", "measure on the Python files of this folder, which are copied, in place of made-up ones")
	f.Int64Var(&s.size, "size", 20, "size of the made-up tree in MB")
	f.IntVar(&s.files, "files", 0, "number of files in the made-up tree; 0 for one in 10 kB")
	f.Int64Var(&s.plain, "plain", 20, "size in MB of the tree without code for machine learning")
	f.Int64Var(&s.large, "large", 90, "size in MB of the tree on which peak memory is measured; 0 leaves it out")
	f.Uint64Var(&s.seed, "seed", 1, "another number makes up other trees")
	f.IntVar(&s.rounds, "rounds", 5, "how often everything is run")
	f.StringVar(&s.program, "neuronlint", "", "measure this program instead of building one")
	f.BoolVar(&s.noInstall, "no-install", false, "do not install the peers that come as npm packages")
	f.StringVar(&s.jsonFile, "o", "", "write all samples to this file, as JSON")
	f.StringVar(&s.markdown, "write", "", "write the table into this Markdown file, between its markers")
	f.BoolVar(&s.smoke, "smoke", false, "small trees and one round, to see that the benchmark works")
	return f
}

// bench makes the trees and the programs, measures and reports.
func bench(ctx context.Context, s settings, stdout io.Writer) error {
	if s.smoke {
		s.size, s.plain, s.large, s.rounds = 1, 1, 2, 1
	}
	if s.rounds < 1 || s.size < 1 || s.plain < 1 {
		return errors.New("-rounds, -size and -plain are at least 1")
	}
	scratch, err := os.MkdirTemp("", "neuronlint-bench-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }() // nothing of worth is in it
	report, err := measureAll(ctx, s, scratch)
	if err != nil {
		return err
	}
	if err := report.writeMarkdown(stdout); err != nil {
		return err
	}
	if s.jsonFile != "" {
		if err := report.writeJSON(s.jsonFile); err != nil {
			return err
		}
	}
	if s.markdown != "" {
		return report.replaceIn(s.markdown)
	}
	return nil
}

// measureAll runs every job and gathers the numbers for the report.
func measureAll(ctx context.Context, s settings, scratch string) (*report, error) {
	root, err := filepath.Abs(s.root)
	if err != nil {
		return nil, err
	}
	s.root = root
	progress := func(line string) { _, _ = fmt.Fprintln(s.progressTo, line) } // it is only to be looked at
	progress("building the programs")
	set, err := findTools(ctx, s, scratch)
	if err != nil {
		return nil, err
	}
	progress("writing the trees")
	trees, err := makeTrees(s, scratch)
	if err != nil {
		return nil, err
	}
	p := plan{settings: s, tools: set, trees: trees, scratch: scratch}
	r := &report{Machine: describeMachine(), Versions: set.versions, Missing: append([]string{}, set.missing...), Trees: trees.describe(), Rounds: s.rounds, Bound: measure.Binds(), Smoke: s.smoke}
	if r.Checked, err = p.checkFiles(ctx); err != nil {
		return nil, err
	}
	if err := p.measure(ctx, r, progress); err != nil {
		return nil, err
	}
	r.Machine.LoadAfter = load()
	return r, nil
}
