package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/regular"
	"github.com/neuronlint/neuronlint/report"
)

// baselineName is the default path of a baseline.
const baselineName = "neuronlint-baseline.json"

// shownNew is how many new findings are listed that a baseline does not take.
const shownNew = 20

func (a *app) baselineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Accept today's findings, so that only new ones are reported",
		Args:  subcommandOnly,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.baselineWriteCommand())
	return cmd
}

func (a *app) baselineWriteCommand() *cobra.Command {
	settings, name, accept := config.Default(), baselineName, false
	cmd := &cobra.Command{
		Use:   "write [PATH...]",
		Short: "Write today's findings into a baseline",
		Long: `Write the findings in the files and directories (by default the current one)
into a baseline, which check --baseline takes. It has the fingerprints of their
words and no line numbers, so that moved code stays known.

A baseline that is there already only shrinks: what is fixed is taken out, and
what is new is refused with exit code 1, unless --accept-new is given. Findings
in files that are not looked at stay.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.writeBaseline(cmd.Context(), &settings, args, name, accept)
		},
	}
	addTarget(cmd, &settings)
	addFiles(cmd, &settings)
	addSelection(cmd, &settings)
	a.addConfig(cmd, &settings, func(args []string) []string { return codePaths(args, "") })
	cmd.Flags().StringVarP(&name, "output", "o", name, "file of the baseline")
	cmd.Flags().BoolVar(&accept, "accept-new", false, "accept findings that the baseline does not have yet")
	return cmd
}

func (a *app) writeBaseline(ctx context.Context, s *config.Settings, args []string, name string, accept bool) error {
	if slices.Contains(args, stdinPath) {
		return errors.New("baseline: standard input has no place in a baseline")
	}
	opts, err := a.options(s, args, "")
	if err != nil {
		return err
	}
	old, err := regular.Read(name, maxBaselineBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		accept = true
		opts.Baseline, err = driver.NewBaseline(name)
	case err != nil:
		err = fmt.Errorf("baseline: %w", err)
	default:
		opts.Baseline, err = driver.ParseBaseline(name, old)
	}
	if err != nil {
		return err
	}
	result, err := watched(ctx, a, opts, driver.Run)
	if err != nil {
		return err
	}
	if err := a.refuseNothing(&result.Stats, s, args); err != nil {
		return err
	}
	a.tellApart(name, result.Ratchet, opts.Paths)
	if result.Stats.InternalErrors > 0 {
		return errors.New("baseline: not written, since the analysis is not complete; neuronlint check says why")
	}
	next := result.Ratchet.Baseline(accept)
	text, err := next.Bytes()
	if err == nil && !bytes.Equal(text, old) {
		err = a.save(func() error { return edit.WriteFile(name, text) })
	}
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	if !accept && len(result.Ratchet.New) > 0 {
		a.code = exitFindings
	}
	if _, err := io.WriteString(a.stdout, tellBaseline(name, next, result.Ratchet, accept)); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// tellBaseline says how a baseline has changed.
func tellBaseline(name string, b *driver.Baseline, r *driver.Ratchet, accept bool) string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s: %d known, %d fixed", report.Plain(name), b.Len(), len(r.Fixed))
	if accept {
		fmt.Fprintf(&w, ", %d new.\n", len(r.New))
		return w.String()
	}
	w.WriteString(".\n")
	for _, k := range r.New[:min(len(r.New), shownNew)] {
		fmt.Fprintf(&w, "  new: %s: %s[%s] %s\n", report.Plain(k.Path), k.Severity, k.Code, report.Plain(k.Message))
	}
	if more := len(r.New) - shownNew; more > 0 {
		fmt.Fprintf(&w, "  and %d more\n", more)
	}
	if n := len(r.New); n > 0 {
		it := pronoun(n)
		fmt.Fprintf(&w, "Not accepted: %d new. Mend %s, or accept %s with --accept-new.\n", n, it, it)
	}
	return w.String()
}

// tellFixed says that the baseline of a check could be smaller.
func (a *app) tellFixed(name string, result *driver.Result) {
	if result.Ratchet == nil || len(result.Ratchet.Fixed) == 0 || result.Ratchet.Apart != nil && result.Ratchet.Apart.Gone {
		return // or moved: see tellApart
	}
	n := len(result.Ratchet.Fixed)
	are := "findings of " + name + " are"
	if n == 1 {
		are = "finding of " + name + " is"
	}
	a.tell(fmt.Errorf("%d known %s fixed; take %s out with: neuronlint baseline write -o %s", n, are, pronoun(n), name))
}

// tellApart reports a baseline that matches nothing. A hook names a few files, often
// none of them in the baseline.
func (a *app) tellApart(name string, r *driver.Ratchet, paths []string) {
	switch {
	case r == nil || r.Apart == nil:
	case r.Apart.Gone:
		a.tell(fmt.Errorf("%s matches nothing: there is no %s, nor any other file of its %s; paths in it are relative to its directory",
			name, r.Apart.Path, findings(r.Apart.Findings)))
	case slices.ContainsFunc(paths, isDirectory):
		a.tell(fmt.Errorf("%s matches nothing: none of its %s is in a file that was looked at, the first is in %s",
			name, findings(r.Apart.Findings), r.Apart.Path))
	}
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func findings(n int) string {
	if n == 1 {
		return "1 finding"
	}
	return strconv.Itoa(n) + " findings"
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
