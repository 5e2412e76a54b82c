package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/assess"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/git"
	"github.com/neuronlint/neuronlint/report"
)

// assessFlags are the flags of assess beyond the settings.
type assessFlags struct {
	settings config.Settings
	format   string
	output   string
	patches  string
	compare  string
	prices   string
	dayRate  float64
	hours    float64
	colour   string
	findings bool
	calls    bool
}

func (a *app) assessCommand() *cobra.Command {
	f := &assessFlags{settings: config.Default(), colour: colourAuto}
	cmd := &cobra.Command{
		Use:   "assess [PATH...]",
		Short: "Say whether a project can move, and what that takes",
		Long: `Judge a project and each of its programs: ready, mechanical (fixes do it, and a
reader reviews them), work (part of it is rewritten by hand) or blocked (part of
it has no counterpart on Neuron). A program is judged by the files it imports.

Exit codes: 0 the assessment is complete, whatever it says, 2 wrong usage or an
internal error.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.assess(cmd.Context(), f, args) },
	}
	addTarget(cmd, &f.settings)
	addFiles(cmd, &f.settings)
	a.addConfig(cmd, &f.settings, func(args []string) []string { return args })
	addColour(cmd, &f.colour)
	a.addTalk(cmd)
	cmd.Flags().StringVar(&f.format, "format", "", "how it is written: "+strings.Join(assessFormats(), ", "))
	completeFlag(cmd, "format", assessFormats())
	cmd.Flags().StringVar(&f.output, "output", "", "file to write to; without --format in the format of its extension (md, json, html)")
	cmd.Flags().BoolVar(&f.findings, "findings", false, "with --format json: list all findings, not only their causes")
	cmd.Flags().BoolVar(&f.calls, "operators", false, "with --format json: list all operators that code calls, as ops scan does, not only those in trouble")
	cmd.Flags().StringVar(&f.compare, "compare", "", "earlier assessment as JSON, to report the changes since")
	cmd.Flags().StringVar(&f.prices, "prices", "", "CSV file with the columns instance and hour: what you pay")
	cmd.Flags().Float64Var(&f.dayRate, "day-rate", 0, "with --prices: what a day of an engineer costs")
	cmd.Flags().Float64Var(&f.hours, "hours", hoursOfMonth, "with --prices: hours that a machine runs in a month")
	cmd.Flags().StringVar(&f.patches, "patches", "", "new or empty folder to write the fixes to, as a series of patches for git am")
	_ = cmd.MarkFlagDirname("patches") // there is such a flag
	return cmd
}

func assessFormats() (names []string) {
	for _, f := range report.AssessFormats() {
		names = append(names, f.Name)
	}
	return names
}

func (a *app) assess(ctx context.Context, f *assessFlags, args []string) error {
	format, err := f.named()
	if err != nil {
		return err
	}
	if format.Name != "json" && f.findings {
		return errors.New("--findings needs --format json")
	}
	if format.Name != "json" && f.calls {
		return errors.New("--operators needs --format json")
	}
	if slices.Contains(args, stdinPath) {
		return fmt.Errorf("assess judges a project, which %q cannot hold", stdinPath)
	}
	old, err := earlier(f.compare)
	if err != nil {
		return err
	}
	prices, err := f.priced()
	if err != nil {
		return err
	}
	opts, err := a.options(&f.settings, args, "")
	if err != nil {
		return err
	}
	wholeProject(&opts)
	style, err := a.style(f.colour, a.stdout)
	if err != nil {
		return err
	}
	a.warnCutShort(opts.Paths)
	in, result, err := a.assessed(ctx, f, &opts, args)
	if err != nil {
		return err
	}
	in.Prices, in.Findings = prices, f.findings
	assessed := assess.New(in)
	if old != nil {
		assessed.Drift = assess.Compare(old, assessed)
	}
	a.tellLost(result)
	if f.patches != "" {
		if err := a.writePatches(ctx, f.patches, opts, result); err != nil {
			return err
		}
	}
	return a.writeAssessment(f.output, func(w io.Writer) error { return format.Write(w, assessed, style) })
}

// wholeProject has all findings count, whatever the project chose to be told of.
func wholeProject(opts *driver.Options) {
	opts.Tests = true // an assessment tells tests apart by itself
	opts.Select, opts.Ignore, opts.PerFileIgnores, opts.Severity, opts.Limits.Findings = nil, nil, nil, nil, 0
}

// assessInput is what an assessment rests on, but for the names of the project.
func (a *app) assessInput(opts *driver.Options, tree *driver.Tree, result *driver.Result) *assess.Input {
	return &assess.Input{
		Diagnostics: result.Diagnostics, File: result.File, Modules: tree.Modules, Stats: result.Stats,
		Rules: a.rules, DB: a.db, Target: opts.Target, Detected: a.detected.String(),
		Tool: assess.Tool{Name: "neuronlint", Version: toolVersion(), OpsDB: a.db.Version()},
	}
}

// assessed runs the analysis, and collects what an assessment rests on.
func (a *app) assessed(ctx context.Context, f *assessFlags, opts *driver.Options, args []string) (*assess.Input, *driver.Result, error) {
	tree, err := driver.Modules(ctx, *opts)
	if err != nil {
		return nil, nil, err
	}
	result, err := watched(ctx, a, *opts, driver.Run)
	if err != nil {
		return nil, nil, err
	}
	if err := a.refuseNothing(&result.Stats, &f.settings, args); err != nil {
		return nil, nil, err
	}
	if result.Stats.InternalErrors > 0 {
		a.code = exitError
	}
	if !slices.ContainsFunc(tree.Modules, func(m driver.Module) bool { return m.Project == nil }) {
		return nil, nil, errors.New("there is no Python file to assess")
	}
	in := a.assessInput(opts, tree, result)
	if f.calls {
		if in.Calls, err = a.called(ctx, opts); err != nil {
			return nil, nil, err
		}
	}
	in.Name, in.Commit = identity(ctx, opts.Paths)
	return in, result, nil
}

// called are the calls of operators, as ops scan lists them.
func (a *app) called(ctx context.Context, opts *driver.Options) (calls []driver.OperatorCall, err error) {
	scanned, err := watched(ctx, a, *opts, driver.Scan)
	if err != nil {
		return nil, err
	}
	for i := range scanned.Files {
		calls = append(calls, scanned.Files[i].Calls...)
	}
	return calls, nil
}

// writeAssessment writes to a file, or to standard output without one.
func (a *app) writeAssessment(file string, write func(io.Writer) error) error {
	if file == "" || file == stdinPath {
		return buffered(a.stdout, write)
	}
	return a.save(func() error {
		out, err := os.Create(file)
		if err != nil {
			return fmt.Errorf("output: %w", err)
		}
		if err := buffered(out, write); err != nil {
			_ = out.Close() // the first error tells more
			return err
		}
		return out.Close()
	})
}

// named is the format that was asked for, by name or by the extension of the file.
func (f *assessFlags) named() (report.AssessFormat, error) {
	formats := report.AssessFormats()
	name := f.format
	if name == "" && f.output != "" {
		byName, err := formatOf(f.output)
		if err != nil {
			return report.AssessFormat{}, err
		}
		name = byName
	}
	if name == "" {
		return formats[0], nil
	}
	for _, format := range formats {
		if format.Name == name {
			return format, nil
		}
	}
	return report.AssessFormat{}, fmt.Errorf("format: %q is not one of %s", name, strings.Join(assessFormats(), ", "))
}

// dated is the project that paths lie in, with the day of its commit: the day of a report
// would make each one different.
func dated(ctx context.Context, paths []string) report.Project {
	name, commit := identity(ctx, paths)
	p := report.Project{Name: name, Commit: commit}
	if commit == "" {
		return p
	}
	root, err := treeRoot(paths)
	if err != nil {
		return p
	}
	if repo, err := git.Open(ctx, root); err == nil {
		p.Date = repo.Day(ctx, commit)
	}
	return p
}

// identity is the name of the project that paths lie in, and its commit if git knows it.
func identity(ctx context.Context, paths []string) (name, commit string) {
	root, err := treeRoot(paths)
	if err != nil {
		return "project", ""
	}
	name = filepath.Base(root)
	if repo, err := git.Open(ctx, root); err == nil {
		if head, err := repo.MergeBase(ctx, "HEAD"); err == nil && !git.IsEmptyTree(head) {
			commit = head
		}
	}
	return name, commit
}
