package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/report"
)

// fixFlags are the flags of fix beyond the settings.
type fixFlags struct {
	settings  config.Settings
	scope     scopeFlags
	colour    string
	stdinName string
}

func (a *app) fixCommand() *cobra.Command {
	f := &fixFlags{settings: config.Default(), colour: colourAuto}
	cmd := &cobra.Command{
		Use:   "fix [PATH...]",
		Short: "Write the safe fixes",
		Long: `Write the safe fixes into the files, and with --unsafe those that need a reader,
and say what is left to do by hand. Use check --diff to see them first. With a
path of -, the fixed standard input goes to standard output.`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.fix(cmd.Context(), f, args) },
	}
	addSettings(cmd, &f.settings)
	addScope(cmd, &f.scope)
	a.addConfig(cmd, &f.settings, func(args []string) []string { return codePaths(args, f.stdinName) })
	addColour(cmd, &f.colour)
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "", "name under which standard input is reported")
	return cmd
}

func (a *app) fix(ctx context.Context, f *fixFlags, args []string) error {
	style, err := a.style(f.colour, a.stderr)
	if err != nil {
		return err
	}
	opts, done, err := a.scopedOptions(ctx, &f.settings, &f.scope, args, f.stdinName)
	if err != nil {
		return err
	}
	defer done()
	start := time.Now()
	fixed, err := watched(ctx, a, opts, driver.Fix)
	if err != nil {
		return err
	}
	if err := a.writeChanges(fixed, opts.Stdin); err != nil {
		return err
	}
	before := a.input(fixed.Before, &f.settings, time.Since(start))
	after := a.input(fixed.After, &f.settings, time.Since(start))
	a.setCode(fixed.After, &f.settings, false, false)
	return buffered(a.stderr, func(w io.Writer) error {
		return report.Remaining(w, before, after, len(fixed.Changes), "fixed", style)
	})
}

// writeChanges writes the patched files, those that a fix spans together, and
// goes on with the others if some cannot be written.
func (a *app) writeChanges(fixed *driver.Fixed, stdin *driver.Input) error {
	var failures []error
	var order []int
	sets := make(map[int]map[string][]byte)
	for _, c := range fixed.Changes {
		if c.Name == "" {
			continue
		}
		if sets[c.Together] == nil {
			sets[c.Together] = make(map[string][]byte)
			order = append(order, c.Together)
		}
		sets[c.Together][c.Name] = c.New
	}
	for _, id := range order {
		if err := edit.WriteAll(sets[id]); err != nil {
			failures = append(failures, fmt.Errorf("fix: %w", err))
		}
	}
	if stdin != nil {
		failures = append(failures, a.writeStdin(fixed, stdin))
	}
	return errors.Join(failures...)
}

// writeStdin prints standard input, fixed where there was something to fix.
func (a *app) writeStdin(fixed *driver.Fixed, stdin *driver.Input) error {
	text := stdin.Raw
	for _, c := range fixed.Changes {
		if c.Name == "" {
			text = c.New
		}
	}
	if _, err := a.stdout.Write(text); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}
