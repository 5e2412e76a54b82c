package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// checkFlags are the flags of check beyond the settings.
type checkFlags struct {
	settings   config.Settings
	format     string
	colour     string
	stdinName  string
	diff       bool
	exitZero   bool
	statistics bool
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{settings: config.Default(), format: "text", colour: colourAuto}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Report what will not run on Neuron",
		Long: `Report what in the files and directories (by default the current one) will not
run, or will run badly, on Neuron. A path of - is standard input.

With --diff, standard output is the patch of the safe fixes and nothing else;
the summary and what is left to do by hand go to standard error.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), f, args) },
	}
	addSettings(cmd, &f.settings)
	a.addOverlays(cmd)
	addColour(cmd, &f.colour)
	cmd.Flags().StringVar(&f.format, "format", f.format, "text, concise or json")
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "", "name under which standard input is reported")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "print the patch of the fixes instead of the findings")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 whatever is found")
	cmd.Flags().BoolVar(&f.statistics, "statistics", false, "print counts for each rule instead of the findings")
	return cmd
}

func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	if err := f.validate(); err != nil {
		return err
	}
	opts, err := a.options(&f.settings, args, f.stdinName)
	if err != nil {
		return err
	}
	if f.diff {
		return a.checkDiff(ctx, f, opts)
	}
	style, err := a.style(f.colour, a.stdout)
	if err != nil {
		return err
	}
	start := time.Now()
	result, err := driver.Run(ctx, opts)
	if err != nil {
		return err
	}
	a.setCode(result, &f.settings, f.exitZero, false)
	return a.write(f, a.input(result, &f.settings, time.Since(start)), style)
}

// validate refuses flags that contradict each other.
func (f *checkFlags) validate() error {
	switch f.format {
	case "text", "concise", "json":
	default:
		return fmt.Errorf("format: %q is not one of text, concise, json", f.format)
	}
	switch {
	case f.diff && f.format == "json":
		return errors.New("--diff prints a patch and cannot be combined with --format json")
	case f.diff && f.statistics:
		return errors.New("--diff prints a patch and cannot be combined with --statistics")
	case f.statistics && f.format == "json":
		return errors.New("--statistics prints text and cannot be combined with --format json, which has all counts")
	}
	return nil
}

// write prints a result in the requested format.
func (a *app) write(f *checkFlags, in *report.Input, style report.Style) error {
	switch {
	case f.format == "json":
		return buffered(a.stdout, func(w io.Writer) error { return report.JSON(w, in) })
	case f.statistics:
		return buffered(a.stdout, func(w io.Writer) error {
			return errors.Join(report.Statistics(w, in), report.Summary(w, in, style))
		})
	case f.format == "concise":
		return buffered(a.stdout, func(w io.Writer) error { return report.Concise(w, in) })
	default:
		return buffered(a.stdout, func(w io.Writer) error {
			return errors.Join(report.Text(w, in, style), report.Summary(w, in, style))
		})
	}
}

// checkDiff prints the patch to standard output and all else to standard
// error.
func (a *app) checkDiff(ctx context.Context, f *checkFlags, opts driver.Options) error {
	style, err := a.style(f.colour, a.stderr)
	if err != nil {
		return err
	}
	start := time.Now()
	fixed, err := driver.Fix(ctx, opts)
	if err != nil {
		return err
	}
	before := a.input(fixed.Before, &f.settings, time.Since(start))
	after := a.input(fixed.After, &f.settings, time.Since(start))
	a.setCode(fixed.Before, &f.settings, f.exitZero, len(fixed.Changes) > 0)
	if err := buffered(a.stderr, func(w io.Writer) error {
		return errors.Join(
			report.Summary(w, before, style),
			report.Remaining(w, before, after, len(fixed.Changes), "would be fixed", style))
	}); err != nil {
		return err
	}
	return buffered(a.stdout, func(w io.Writer) error { return report.Patch(w, fileChanges(fixed.Changes)) })
}

func fileChanges(changes []driver.Change) []report.FileChange {
	list := make([]report.FileChange, 0, len(changes))
	for _, c := range changes {
		list = append(list, report.FileChange{Path: c.Path, Old: c.Old, New: c.New})
	}
	return list
}

// input is a result as the reports take it.
func (a *app) input(r *driver.Result, s *config.Settings, took time.Duration) *report.Input {
	return &report.Input{
		Diagnostics: r.Diagnostics, File: r.File,
		Version: toolVersion(), OpsDB: a.db.Version(),
		SDK: s.SDK, Rewrite: s.Rewrite, Stack: opsdb.Rewrite(s.Rewrite).Stack(), Target: s.Target,
		Files: r.Stats.Files, FilesFailed: r.Stats.FilesFailed, Foreign: r.Stats.Foreign,
		UnresolvedReceivers: r.Stats.UnresolvedReceivers, UnparsedLines: r.Stats.UnparsedLines,
		Unsafe: s.Unsafe, Duration: took,
	}
}

// setCode decides the exit code: an internal error beats everything, since the
// result is incomplete.
func (a *app) setCode(r *driver.Result, s *config.Settings, exitZero, patch bool) {
	switch {
	case r.Stats.InternalErrors > 0:
		a.code = exitError
	case exitZero:
		a.code = exitClean
	case patch || fails(r, s.FailOn):
		a.code = exitFindings
	default:
		a.code = exitClean
	}
}

// fails says whether anything reported is at or above the given severity.
func fails(r *driver.Result, failOn string) bool {
	least, err := driver.ParseSeverity(failOn)
	if err != nil {
		return true // refused by Validate before
	}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; !d.Suppressed && d.Severity >= least {
			return true
		}
	}
	return false
}
