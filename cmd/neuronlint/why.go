package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/report"
)

func (a *app) whyCommand() *cobra.Command {
	settings, colour := config.Default(), colourAuto
	cmd := &cobra.Command{
		Use:   "why PATH:LINE[:COLUMN]",
		Short: "Explain a place in the code, and why it is reported or not",
		Long: `Explain a place in the code, and why it is reported or not. In a
notebook the place is that of the reports, "PATH:cell N:LINE[:COLUMN]".`,
		Args: one("a place in the code", "train.py:42"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.why(cmd.Context(), &settings, colour, args[0])
		},
	}
	addTarget(cmd, &settings)
	a.addConfig(cmd, &settings, placePaths)
	addColour(cmd, &colour)
	return cmd
}

func (a *app) why(ctx context.Context, s *config.Settings, colour, place string) error {
	style, err := a.style(colour, a.stdout)
	if err != nil {
		return err
	}
	path, at, err := parsePlace(place)
	if err != nil {
		return err
	}
	opts, err := a.options(s, []string{path}, "")
	if err != nil {
		return err
	}
	raw, err := driver.ReadFile(path)
	if err != nil {
		return fmt.Errorf("why: %w", err)
	}
	in := driver.Input{Path: filepath.ToSlash(filepath.Clean(path)), Raw: raw}
	e, err := driver.Explain(ctx, opts, in, at)
	if err != nil {
		return err
	}
	why := &report.Explanation{OpsDB: a.db.Version(), Path: in.Path, File: e.File, Others: e.Others, Reaches: e.Reaches}
	for _, step := range e.Steps {
		why.Steps = append(why.Steps, report.Step{Span: step.Span, Text: step.Text})
	}
	for _, f := range e.Findings {
		why.Findings = append(why.Findings, report.Judged{Diagnostic: f.Diagnostic, Hidden: f.Hidden})
	}
	return a.quote(func(w io.Writer) error { return report.Why(w, why, style) })
}

// placePaths are the paths of code among the arguments of why. Arguments that are no
// place are refused later.
func placePaths(args []string) []string {
	var paths []string
	for _, arg := range args {
		if path, _, err := parsePlace(arg); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// parsePlace takes PATH:LINE[:COLUMN] apart from behind, since a path may hold
// colons. In a notebook the path is followed by ":cell N".
func parsePlace(place string) (path string, at driver.Place, err error) {
	at.Cell = -1
	path, last, ok := cutLast(place)
	if !ok {
		return "", at, fmt.Errorf("%q is not PATH:LINE or PATH:LINE:COLUMN", place)
	}
	at.Line = last
	if head, line, ok := cutLast(path); ok {
		path, at.Line, at.Column = head, line, last
	}
	if i := strings.LastIndex(path, ":cell"); i > 0 && source.IsNotebook(path[:i]) {
		if n, err := strconv.Atoi(strings.TrimSpace(path[i+len(":cell"):])); err == nil && n > 0 {
			path, at.Cell = path[:i], n-1
		}
	}
	return path, at, nil
}

// cutLast cuts a positive number off the end of s.
func cutLast(s string) (head string, number int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 {
		return s, 0, false
	}
	number, err := strconv.Atoi(s[i+1:])
	return s[:i], number, err == nil && number > 0
}
