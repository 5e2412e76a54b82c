package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// checkFlags are the flags of check beyond the settings.
type checkFlags struct {
	settings   config.Settings
	scope      scopeFlags
	formats    []string
	output     string
	colour     string
	stdinName  string
	diff       bool
	exitZero   bool
	statistics bool
	summary    bool
	groupBy    string
	hide       bool // silenced findings
	least      string
	maxEqual   int
	watch      bool
}

func (a *app) checkCommand() *cobra.Command {
	f := &checkFlags{settings: config.Default(), colour: colourAuto}
	cmd := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Report code that will not run on Neuron",
		Long: `Report code in the files and directories (by default the current one) that will
not run, or will run badly, on Neuron. A path of - is standard input.

With --diff, standard output is the patch of the safe fixes and nothing else;
the summary and the work left to do by hand go to standard error.

Several reports of one run: --format text --format sarif=out.sarif. With the
format github, a summary is added to the file that GITHUB_STEP_SUMMARY names.

With --watch, the check is made again whenever a Python file, a project file or
a setting changes, until Ctrl-C, which is exit code 0.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.watch && !a.round {
				return a.watch(cmd.Context(), f, args)
			}
			return a.check(cmd.Context(), f, args)
		},
	}
	addSettings(cmd, &f.settings)
	addScope(cmd, &f.scope)
	a.addConfig(cmd, &f.settings, func(args []string) []string { return codePaths(args, f.stdinName) })
	addColour(cmd, &f.colour)
	addFormats(cmd, f)
	a.addTalk(cmd)
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "", "name under which standard input is reported")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "print the patch of the fixes instead of the findings")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 whatever is found")
	cmd.Flags().BoolVar(&f.watch, "watch", false, "check again whenever a file changes, until Ctrl-C")
	addCounts(cmd, f)
	return cmd
}

func (a *app) check(ctx context.Context, f *checkFlags, args []string) error {
	outs, err := f.outputs()
	if err != nil {
		return err
	}
	opts, done, err := a.scopedOptions(ctx, &f.settings, &f.scope, args, f.stdinName)
	if err != nil {
		return err
	}
	defer done()
	a.warnCutShort(opts.Paths)
	if f.diff {
		return a.checkDiff(ctx, f, opts, outs, args)
	}
	style, err := a.style(f.colour, a.stdout)
	if err != nil {
		return err
	}
	start := time.Now()
	result, err := watched(ctx, a, opts, driver.Run)
	if err != nil {
		return err
	}
	f.dropWeak(result)
	if err := a.refuseNothing(&result.Stats, &f.settings, args); err != nil {
		return err
	}
	a.setCode(result, &f.settings, f.exitZero, false)
	in := a.input(result, &f.settings, time.Since(start))
	f.hideSilenced(in)
	in.MaxEqual = f.maxEqual
	if slices.ContainsFunc(outs, func(o output) bool { return o.format.Name == "html" }) {
		in.Project = dated(ctx, opts.Paths)
	}
	in.Tests = f.settings.Tests || onlyTests(in)
	if f.counts() {
		err = a.writeCounts(f, in, style)
	} else {
		err = a.writeReports(outs, in, style)
	}
	a.tellLost(result)
	a.tellFixed(f.scope.baseline, result)
	a.tellApart(f.scope.baseline, result.Ratchet, opts.Paths)
	return err
}

// tellLost names the files whose places the report could no longer show because
// somebody wrote them in the meantime: such a report is incomplete.
func (a *app) tellLost(r *driver.Result) {
	for _, path := range r.Lost() {
		a.code = exitError
		a.tell(fmt.Errorf("%s was changed while it was checked, so the report does not know the lines of its findings; run again", path))
	}
}

// outputs are the reports that were asked for. It refuses flags that contradict
// each other.
func (f *checkFlags) outputs() ([]output, error) {
	formats, err := f.named()
	if err != nil {
		return nil, err
	}
	list, err := outputs(formats, f.output)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.oneCount(), f.limits()); err != nil {
		return nil, err
	}
	if f.output != "" && f.printsOther() {
		return nil, errors.New("--output is for findings; what --diff and --statistics print goes to standard output")
	}
	switch at := slices.IndexFunc(list, func(o output) bool { return o.file == "" }); {
	case f.diff && f.counts():
		return nil, fmt.Errorf("--diff prints a patch and cannot be combined with %s", f.countFlag())
	case f.diff && at >= 0 && list[at].format.Name != "text":
		name := list[at].format.Name
		return nil, fmt.Errorf("--diff prints a patch and cannot be combined with --format %s, unless that goes to a file: --format %s=FILE", name, name)
	case f.diff && at >= 0:
		list = slices.Delete(list, at, at+1) // text is the default format
	case f.counts() && (len(list) > 1 || at < 0 || !f.countsAs(list[at].format.Name)):
		return nil, fmt.Errorf("%s prints text and cannot be combined with --format %s, which has all findings", f.countFlag(), list[0].format.Name)
	}
	return list, nil
}

// named are the formats that were named, or else the one that the extension of the
// file or the configuration means.
func (f *checkFlags) named() ([]string, error) {
	if len(f.formats) > 0 || f.diff || f.counts() {
		return f.formats, nil
	}
	byName, err := formatOf(f.output)
	if err != nil && f.settings.Format == config.Default().Format {
		return nil, err
	}
	return []string{cmp.Or(byName, f.settings.Format)}, nil
}

// hideSilenced removes findings that comments silence, for readers such as GitHub's
// code scanning that show such findings as if nothing silenced them.
func (f *checkFlags) hideSilenced(in *report.Input) {
	if f.hide {
		in.Diagnostics = slices.DeleteFunc(in.Diagnostics, func(d analyzer.Diagnostic) bool { return d.Suppressed })
	}
}

// onlyTests reports whether all findings are in tests: those were asked for, then.
func onlyTests(in *report.Input) bool {
	return !slices.ContainsFunc(in.Diagnostics, func(d analyzer.Diagnostic) bool { return !d.Test })
}

// checkDiff prints the patch to standard output and all else to standard
// error.
func (a *app) checkDiff(ctx context.Context, f *checkFlags, opts driver.Options, outs []output, args []string) error {
	style, err := a.style(f.colour, a.stderr)
	if err != nil {
		return err
	}
	start := time.Now()
	fixed, err := watched(ctx, a, opts, driver.Fix)
	if err != nil {
		return err
	}
	if err := a.refuseNothing(&fixed.Before.Stats, &f.settings, args); err != nil {
		return err
	}
	before := a.input(fixed.Before, &f.settings, time.Since(start))
	after := a.input(fixed.After, &f.settings, time.Since(start))
	a.setCode(fixed.Before, &f.settings, f.exitZero, len(fixed.Changes) > 0)
	a.tellApart(f.scope.baseline, fixed.Before.Ratchet, opts.Paths)
	if err := a.remark(func(w io.Writer) error {
		return errors.Join(
			report.Before(w, before, style),
			report.Remaining(w, before, after, patched(fixed, "would be fixed"), style))
	}); err != nil {
		return err
	}
	f.hideSilenced(before)
	return errors.Join(
		a.save(func() error { return a.printPatch(fixed.Changes) }),
		a.writeReports(outs, before, style))
}

// printPatch prints the patch, byte for byte for programs. For a terminal it leaves out
// characters that could disturb it: nobody applies a patch that is only shown.
func (a *app) printPatch(changes []driver.Change) error {
	return buffered(a.stdout, func(w io.Writer) error {
		if terminalOf(a.stdout) == nil {
			return report.Patch(w, fileChanges(changes))
		}
		var text bytes.Buffer
		if err := report.Patch(&text, fileChanges(changes)); err != nil {
			return err
		}
		for line := range strings.Lines(text.String()) {
			body := strings.TrimRight(line, "\r\n")
			if _, err := io.WriteString(w, report.Plain(body)+line[len(body):]); err != nil {
				return err
			}
		}
		return nil
	})
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
		Diagnostics: r.Diagnostics, File: r.File, Edits: r.Edits, Rules: a.rules,
		Version: toolVersion(), OpsDB: a.db.Version(),
		SDK: s.SDK, Rewrite: s.Rewrite, Stack: opsdb.Rewrite(s.Rewrite).Stack(), Target: s.Target, Choice: a.choice(),
		Files: r.Stats.Files, FilesFailed: r.Stats.FilesFailed, Foreign: r.Stats.Foreign,
		Known: r.Stats.Known, UnresolvedReceivers: r.Stats.UnresolvedReceivers, LargeTables: r.Stats.LargeTables, UnparsedLines: r.Stats.UnparsedLines,
		TensorMethods: report.Receivers(r.Stats.TensorMethods), UnknownOperators: r.Stats.UnknownOperators,
		InternalErrors: r.Stats.InternalErrors,
		Unsafe:         s.Unsafe, Duration: took,
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
