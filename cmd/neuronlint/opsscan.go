package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// scanFlags are the flags of ops scan.
type scanFlags struct {
	settings   config.Settings
	out        *opsOutput
	stdinName  string
	failOn     string
	statistics bool
}

func (a *app) opsScanCommand() *cobra.Command {
	f := &scanFlags{settings: config.Default()}
	cmd := &cobra.Command{
		Use:   "scan [PATH...]",
		Short: "List every operator that code calls, and sum up how they fare",
		Long: `List every call of a framework operator in the files and directories (by default
the current one): functions, methods of tensors, layers and initialisers of
PyTorch, functions of JAX. Each is named as it is documented where it was
called, with the operators it comes down to, those of them that it was seen to
reach when it ran (measured, in JSON and TSV), and its status on the target,
judged with the arguments of the call where the text shows them. A path of - is
standard input.

Exit codes: 0 the list is complete, 1 a call has a status of --fail-on or a
worse one, 2 wrong usage or an internal error.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.opsScan(cmd.Context(), f, args) },
	}
	addTarget(cmd, &f.settings)
	addFiles(cmd, &f.settings)
	a.addConfig(cmd, &f.settings, func(args []string) []string { return codePaths(args, f.stdinName) })
	f.out = addOpsOutput(cmd, "text", "tsv", "json")
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "", "name under which standard input is reported")
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "best status that makes the exit code 1: "+strings.Join(failStatuses(), ", "))
	completeFlag(cmd, "fail-on", failStatuses())
	cmd.Flags().BoolVar(&f.statistics, "statistics", false, "print counts for each API instead of the calls")
	return cmd
}

// failStatuses are the values of --fail-on, from the least trouble to the most.
func failStatuses() []string {
	return []string{string(opsdb.Limited), string(opsdb.Fallback), string(opsdb.CUDAOnly), string(opsdb.Unsupported)}
}

func (a *app) opsScan(ctx context.Context, f *scanFlags, args []string) error {
	style, err := f.out.style(a)
	if err != nil {
		return err
	}
	if err := f.validate(); err != nil {
		return err
	}
	if err := refuseProjectFiles(args, f.stdinName); err != nil {
		return err
	}
	opts, err := a.options(&f.settings, args, f.stdinName)
	if err != nil {
		return err
	}
	scanned, err := watched(ctx, a, opts, driver.Scan)
	if err != nil {
		return err
	}
	if err := a.refuseNothing(&scanned.Stats, &f.settings, args); err != nil {
		return err
	}
	a.setScanCode(scanned, opsdb.Status(f.failOn))
	for _, problem := range scanned.Problems {
		a.tell(fmt.Errorf("%s: %s", problem.Path, problem.Message))
	}
	return a.writeScan(f, scanReport(scanned), style)
}

// validate refuses flags that contradict each other.
func (f *scanFlags) validate() error {
	if f.failOn != "" && !slices.Contains(failStatuses(), f.failOn) {
		return fmt.Errorf("fail-on: %q is not one of %s", f.failOn, strings.Join(failStatuses(), ", "))
	}
	if f.statistics && f.out.format == "json" {
		return errors.New("--statistics cannot be combined with --format json, which has all calls")
	}
	return nil
}

func (a *app) writeScan(f *scanFlags, scan *report.OpsScan, style report.Style) error {
	head := a.targetHead(targetOf(&f.settings))
	return buffered(a.stdout, func(w io.Writer) error {
		switch {
		case f.out.format == "json":
			return report.OpsScanJSON(w, head, scan)
		case f.out.format == "tsv" && f.statistics:
			return report.OpsTSV(w, head, scan.Statistics())
		case f.out.format == "tsv":
			return report.OpsTSV(w, head, scan.Grid())
		}
		return report.OpsScanText(w, head, scan, f.statistics, style)
	})
}

// setScanCode decides the exit code.
func (a *app) setScanCode(scanned *driver.Scanned, failOn opsdb.Status) {
	if scanned.Stats.InternalErrors > 0 {
		a.code = exitError
		return
	}
	if failOn == "" {
		return
	}
	for _, f := range scanned.Files {
		for i := range f.Calls {
			if status := f.Calls[i].Status; status.Restricts() && !status.BetterThan(failOn) {
				a.code = exitFindings
			}
		}
	}
}

// scanReport is a scan as the reports take it.
func scanReport(scanned *driver.Scanned) *report.OpsScan {
	stats := &scanned.Stats
	out := &report.OpsScan{FilesFailed: stats.FilesFailed, Foreign: stats.Foreign, UnparsedLines: stats.UnparsedLines}
	for _, f := range scanned.Files {
		out.Files = append(out.Files, report.OpsScannedFile{
			Path: f.Path, Calls: len(f.Calls), TensorMethods: report.Receivers(f.TensorMethods),
		})
		for i := range f.Calls {
			c := &f.Calls[i]
			out.Calls = append(out.Calls, report.OpsCall{
				Path: c.Path, Position: c.Position, API: c.API, Ops: c.Operators, Measured: c.Measured,
				Status: string(c.Status), Evidence: string(c.Evidence), Confidence: c.Confidence.String(),
			})
		}
	}
	return out
}
