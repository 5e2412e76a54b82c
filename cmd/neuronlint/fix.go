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
	"github.com/neuronlint/neuronlint/internal/filegroup"
	"github.com/neuronlint/neuronlint/report"
)

// fixFlags are the flags of fix beyond the settings.
type fixFlags struct {
	settings  config.Settings
	scope     scopeFlags
	colour    string
	stdinName string
	resume    bool
}

func (a *app) fixCommand() *cobra.Command {
	f := &fixFlags{settings: config.Default(), colour: colourAuto}
	cmd := &cobra.Command{
		Use:   "fix [PATH...]",
		Short: "Write the safe fixes",
		Long: `Write the safe fixes into the files, and with --unsafe those that need review,
and report the work left to do by hand. Use check --diff to see them first. With
a path of -, the fixed standard input goes to standard output.

Files that a fix spans are written together. If a run is killed between two of
them, the next one says which were written, and --resume writes the others.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume {
				return a.resume(cmd.Context(), args)
			}
			return a.fix(cmd.Context(), f, args)
		},
	}
	addSettings(cmd, &f.settings)
	addScope(cmd, &f.scope)
	a.addConfig(cmd, &f.settings, func(args []string) []string { return codePaths(args, f.stdinName) })
	addColour(cmd, &f.colour)
	a.addTalk(cmd)
	cmd.Flags().StringVar(&f.stdinName, "stdin-filename", "", "name under which standard input is reported")
	cmd.Flags().BoolVar(&f.resume, "resume", false, "complete a run that was cut short, and fix nothing else")
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
	if err := halfWritten(ctx, opts.Paths); err != nil {
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
	if err := a.writeChanges(ctx, fixed, &opts); err != nil {
		return err
	}
	before := a.input(fixed.Before, &f.settings, time.Since(start))
	after := a.input(fixed.After, &f.settings, time.Since(start))
	a.setCode(fixed.After, &f.settings, false, false)
	a.tellApart(f.scope.baseline, fixed.Before.Ratchet, opts.Paths)
	return a.remark(func(w io.Writer) error {
		return errors.Join(report.Head(w, before, style), report.Remaining(w, before, after, patched(fixed, "fixed"), style))
	})
}

// patched is the outcome of a run's fixes, as the reports take it.
func patched(f *driver.Fixed, done string) *report.Patched {
	return &report.Patched{
		Files: len(f.Changes), Done: done,
		After: f.Become.After, Before: f.Become.Before, Unsafe: f.Become.Unsafe,
	}
}

// halfWritten refuses a tree that an earlier run has left half-written, since nobody
// wants fixes made of that. It cleans up after one that was cut short elsewhere.
func halfWritten(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	w, err := openTree(ctx, paths)
	if err != nil {
		return err
	}
	w.Close()
	return nil
}

// openTree opens the tree that the paths are of for writing.
func openTree(ctx context.Context, paths []string) (*filegroup.Writer, error) {
	root, err := treeRoot(paths)
	if err != nil {
		return nil, fmt.Errorf("fix: %w", err)
	}
	w, err := filegroup.Open(ctx, root)
	if err != nil {
		return nil, fmt.Errorf("fix: %w", cutShort(err, paths))
	}
	return w, nil
}

// writeChanges writes the patched files, those that a fix spans together, and continues
// with the others if some cannot be written.
func (a *app) writeChanges(ctx context.Context, fixed *driver.Fixed, opts *driver.Options) error {
	var groups [][]filegroup.File
	at := make(map[int]int) // by number of the group
	for _, c := range fixed.Changes {
		if c.Name == "" {
			continue
		}
		i, ok := at[c.Together]
		if !ok {
			i = len(groups)
			at[c.Together], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], filegroup.File{Path: c.Name, Old: c.Old, New: c.New})
	}
	var failures []error
	if len(groups) > 0 {
		failures = append(failures, a.save(func() error { return writeGroups(ctx, opts.Paths, groups) }))
	}
	if opts.Stdin != nil {
		failures = append(failures, a.writeStdin(fixed, opts.Stdin))
	}
	return errors.Join(failures...)
}

// writeGroups writes below the tree that the paths are of.
func writeGroups(ctx context.Context, paths []string, groups [][]filegroup.File) error {
	w, err := openTree(ctx, paths)
	if err != nil {
		return err
	}
	defer w.Close()
	var failures []error
	if err := w.Write(ctx, groups); err != nil {
		for _, one := range joined(err) {
			failures = append(failures, fmt.Errorf("fix: %w", cutShort(one, paths)))
		}
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
