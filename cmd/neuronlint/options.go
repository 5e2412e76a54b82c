package main

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// stdinPath is the argument that stands for standard input.
const stdinPath = "-"

// addTarget adds the flags that name the target.
func addTarget(cmd *cobra.Command, s *config.Settings) {
	f := cmd.Flags()
	f.StringVar(&s.SDK, "sdk", s.SDK, "release of the Neuron SDK: "+strings.Join(config.SDKs(), ", "))
	f.StringVar(&s.Rewrite, "rewrite", s.Rewrite, "what fixes write: "+strings.Join(config.Rewrites(), ", "))
	f.StringVar(&s.Target, "target", s.Target, "hardware: "+strings.Join(config.Targets(), ", "))
}

// addSettings adds the flags that check and fix share.
func addSettings(cmd *cobra.Command, s *config.Settings) {
	addTarget(cmd, s)
	addFiles(cmd, s)
	addSelection(cmd, s)
	f := cmd.Flags()
	f.StringVar(&s.FailOn, "fail-on", s.FailOn,
		"weakest severity that makes the exit code 1: "+strings.Join(config.Severities(), ", "))
	f.BoolVar(&s.Unsafe, "unsafe", false, "include fixes that need review")
	f.BoolVar(&s.Tests, "tests", false, "judge tests as other code; without it their findings are notes, which text and concise count and do not list")
	f.IntVar(&s.MaxFindings, "max-findings", s.MaxFindings, "findings reported of one file")
}

// addSelection adds the flags that say which rules are reported.
func addSelection(cmd *cobra.Command, s *config.Settings) {
	f := cmd.Flags()
	f.StringSliceVar(&s.Select, "select", nil, "report only these codes, prefixes of codes, or rule names")
	f.StringSliceVar(&s.Ignore, "ignore", nil, "do not report these codes, prefixes of codes, or rule names")
}

// addFiles adds the flags that say which files are read, and how sure a
// resolution must be to be reported.
func addFiles(cmd *cobra.Command, s *config.Settings) {
	f := cmd.Flags()
	f.StringVar(&s.MinConfidence, "min-confidence", s.MinConfidence,
		"weakest confidence to report: "+strings.Join(config.Confidences(), ", "))
	f.StringArrayVar(&s.Exclude, "exclude", nil, "glob of files and directories to leave out; may be repeated")
	f.BoolVar(&s.ForceExclude, "force-exclude", false, "leave out what is excluded even where it is named, as hooks do")
	f.BoolVar(&s.NoGitignore, "no-gitignore", false, "read files that .gitignore and .git/info/exclude leave out, too; your own list for all of git, core.excludesFile, never counts")
	f.IntVar(&s.Jobs, "jobs", s.Jobs, "files analyzed at once")
	f.BoolVar(&s.NoPrefilter, "no-prefilter", false, "also parse files in which nothing can be found: to see that it changes nothing")
	f.BoolVar(&s.NoCache, "no-cache", false, "analyze everything again, and keep nothing for the next run")
	f.StringVar(&s.CacheDir, "cache-dir", "", "directory where results are kept for the next run")
	_ = cmd.MarkFlagDirname("cache-dir") // there is such a flag
	f.IntVar(&s.FileSize, "max-file-size", s.FileSize, "largest file that is analyzed, in MiB of source text")
	f.IntVar(&s.FileTimeout, "file-timeout", s.FileTimeout, "seconds of processor time that one file may take in all phases together")
}

// addFormats adds the flags that say how findings are written, and where.
func addFormats(cmd *cobra.Command, f *checkFlags) {
	cmd.Flags().StringArrayVar(&f.formats, "format", nil,
		"NAME or NAME=FILE, may be repeated: "+strings.Join(formatNames(), ", "))
	completeFlag(cmd, "format", formatNames())
	cmd.Flags().StringVar(&f.output, "output", "", "file to write the report to, where there is one --format or none: then in the format of its extension (json, jsonl, sarif, md, html), if it is of one")
	cmd.Flags().StringVar(&f.least, "min-severity", config.Severities()[0], "weakest severity to report: "+strings.Join(config.Severities(), ", "))
	completeFlag(cmd, "min-severity", config.Severities())
	cmd.Flags().IntVar(&f.maxEqual, "max-equal", report.DefaultMaxEqual, "findings of one rule with the same message that text lists, before it counts the rest; 0 lists all")
	cmd.Flags().BoolVar(&f.hide, "hide-suppressed", false, "leave silenced findings out of json, jsonl and sarif")
}

// options checks the settings and turns them and the arguments into the driver's
// options.
func (a *app) options(s *config.Settings, args []string, stdinName string) (driver.Options, error) {
	if err := errors.Join(s.Validate(), refuseStdinName(args, stdinName)); err != nil {
		return driver.Options{}, err
	}
	confidence, err := driver.ParseConfidence(s.MinConfidence)
	if err != nil {
		return driver.Options{}, err
	}
	opts := driver.Options{
		Rules: a.rules, DB: a.db,
		Target: opsdb.Target{SDK: s.SDK, Rewrite: opsdb.Rewrite(s.Rewrite), Instance: s.Target},
		Select: s.Select, Ignore: s.Ignore, MinConfidence: confidence, Unsafe: s.Unsafe, Tests: s.Tests,
		PerFileIgnores: s.PerFileIgnores, Severity: make(map[string]analyzer.Severity),
		Exclude: s.Exclude, ForceExclude: s.ForceExclude, NoGitignore: s.NoGitignore, NoPrefilter: s.NoPrefilter, Root: s.Root, Jobs: s.Jobs,
		Defect: a.defects.add,
		Limits: driver.Limits{
			Bytes: s.FileSize << 20, Time: time.Duration(s.FileTimeout) * time.Second, Findings: s.MaxFindings,
		},
	}
	opts.Cache = a.cacheOf(s)
	a.tellRun(s, opts.Cache)
	for selector, slug := range s.Severity {
		if opts.Severity[selector], err = driver.ParseSeverity(slug); err != nil {
			return driver.Options{}, err
		}
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	for _, arg := range args {
		if arg == stdinPath {
			opts.Stdin, err = a.readStdin(stdinName)
		} else {
			opts.Paths, err = append(opts.Paths, arg), isRead(arg)
		}
		if err != nil {
			return driver.Options{}, err
		}
	}
	return opts, nil
}

func (a *app) readStdin(name string) (*driver.Input, error) {
	raw, err := a.allOfStdin()
	if err != nil {
		return nil, err
	}
	switch {
	case name != "":
		err = isReadText(name, raw)
	case len(raw) == 0: // of an editor's buffer with a name that is no mistake
		err = errors.New("standard input is empty")
	default:
		name = "<stdin>"
	}
	if err != nil {
		return nil, err
	}
	return &driver.Input{Path: name, Raw: raw}, nil
}
