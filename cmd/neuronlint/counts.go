package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/report"
)

// addCounts adds the flags of check that print counts instead of the findings.
func addCounts(cmd *cobra.Command, f *checkFlags) {
	cmd.Flags().BoolVar(&f.statistics, "statistics", false, "print counts for each rule instead of the findings; with --format json by severity, category and directory, too")
	cmd.Flags().BoolVar(&f.summary, "summary", false, "print the main causes instead of the findings")
	cmd.Flags().StringVar(&f.groupBy, "group-by", "", "print counts for each of these instead of the findings: "+strings.Join(report.Groupings(), ", "))
	completeFlag(cmd, "group-by", report.Groupings())
}

// counts reports whether counts are printed instead of the findings.
func (f *checkFlags) counts() bool { return f.countFlag() != "" }

// countFlag is the flag that asks for counts; empty if none does.
func (f *checkFlags) countFlag() string {
	switch {
	case f.statistics:
		return "--statistics"
	case f.summary:
		return "--summary"
	case f.groupBy != "":
		return "--group-by"
	}
	return ""
}

// oneCount refuses several ways of counting, and unknown ones.
func (f *checkFlags) oneCount() error {
	if f.groupBy != "" && !slices.Contains(report.Groupings(), f.groupBy) {
		return fmt.Errorf("group-by: %q is not one of %s", f.groupBy, strings.Join(report.Groupings(), ", "))
	}
	if f.statistics && f.summary || f.statistics && f.groupBy != "" || f.summary && f.groupBy != "" {
		return errors.New("--statistics, --summary and --group-by print different counts: give one of them")
	}
	return nil
}

// writeCounts prints counts instead of the findings.
func (a *app) writeCounts(f *checkFlags, in *report.Input, style report.Style) error {
	return buffered(a.stdout, func(w io.Writer) (err error) {
		if f.statistics && slices.Contains(f.formats, "json") {
			return report.StatisticsJSON(w, in)
		}
		if !a.quiet {
			if err := report.Head(w, in, style); err != nil {
				return err
			}
		}
		switch {
		case f.statistics:
			err = report.Statistics(w, in)
		case f.summary:
			err = report.Causes(w, in, style)
		default:
			err = report.Grouped(w, in, f.groupBy, style)
		}
		if !a.quiet {
			err = errors.Join(err, report.Summary(w, in, style))
		}
		return err
	})
}
