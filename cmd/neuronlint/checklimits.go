package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
)

// countsAs reports whether counts can be printed in a format.
func (f *checkFlags) countsAs(format string) bool {
	return format == "text" || f.statistics && format == "json"
}

// printsOther reports whether something other than findings is printed.
func (f *checkFlags) printsOther() bool { return f.diff || f.counts() }

// limits refuses what --min-severity and --max-equal cannot mean.
func (f *checkFlags) limits() error {
	if _, err := driver.ParseSeverity(f.least); err != nil {
		return fmt.Errorf("min-severity: %w", err)
	}
	if f.diff && f.least != config.Severities()[0] {
		return errors.New("--diff prints a patch and cannot be combined with --min-severity: use --select")
	}
	if f.maxEqual < 0 {
		return errors.New("max-equal: must be 0, for all, or more")
	}
	return nil
}

// dropWeak removes the findings below the severity that was asked for.
func (f *checkFlags) dropWeak(r *driver.Result) {
	least, err := driver.ParseSeverity(f.least)
	if err != nil {
		return // refused before
	}
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d analyzer.Diagnostic) bool { return d.Severity < least })
}
