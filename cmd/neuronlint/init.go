package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/spelling"
	"github.com/neuronlint/neuronlint/report"
)

// The values of --ci.
const (
	ciAuto   = "auto"
	ciGitHub = "github"
	ciGitLab = "gitlab"
	ciNone   = "none"
)

func ciNames() []string { return []string{ciAuto, ciGitHub, ciGitLab, ciNone} }

// initFlags are the flags of init.
type initFlags struct {
	settings config.Settings
	chosen   bool // one of the settings was
	ci       string
	noHook   bool
	dryRun   bool
}

func (a *app) initCommand() *cobra.Command {
	f := &initFlags{settings: config.Default(), ci: ciAuto}
	cmd := &cobra.Command{
		Use:   "init [DIRECTORY]",
		Short: "Set up neuronlint in a project",
		Long: `Set up neuronlint in a project, by default that of the current directory: write
neuronlint.toml, a hook for pre-commit, and a job for GitHub or GitLab, as the
project uses them. The hook and the job report only what a change brings.

Each file is printed before anything is written. Files that are there stay as
they are, but for .pre-commit-config.yaml, which gets one more entry; what can
not be added is printed to be added by hand. With --dry-run, nothing is written.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("init takes one directory, but was given %d arguments", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.Flags().Visit(func(flag *pflag.Flag) {
				f.chosen = f.chosen || flag.Name == "sdk" || flag.Name == "rewrite" || flag.Name == "target"
			})
			return a.initialize(cmd.Context(), f, args)
		},
	}
	addTarget(cmd, &f.settings)
	cmd.Flags().StringVar(&f.ci, "ci", f.ci, "where the project's jobs run: "+strings.Join(ciNames(), ", "))
	completeFlag(cmd, "ci", ciNames())
	cmd.Flags().BoolVar(&f.noHook, "no-hook", false, "set up no hook for pre-commit")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "print what would be written, and write nothing")
	return cmd
}

func (a *app) initialize(ctx context.Context, f *initFlags, args []string) error {
	p, err := a.newProject(ctx, f, args)
	if err != nil {
		return err
	}
	steps, err := p.plan()
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	todo := 0
	for _, s := range steps {
		if s.text != nil {
			todo++
		}
	}
	if err := buffered(a.stdout, func(w io.Writer) error { return tellPlan(w, steps, f.dryRun) }); err != nil {
		return err
	}
	if todo > 0 && !f.dryRun {
		if err := a.save(func() error { return writeSteps(p.root, steps) }); err != nil {
			return fmt.Errorf("init: %w", err)
		}
	}
	return buffered(a.stdout, func(w io.Writer) error { return tellWritten(w, steps, todo, f.dryRun) })
}

// newProject looks at the project of a directory.
func (a *app) newProject(ctx context.Context, f *initFlags, args []string) (*project, error) {
	if err := f.settings.Validate(); err != nil {
		return nil, err
	}
	if f.ci == "" || !strings.Contains(" "+strings.Join(ciNames(), " ")+" ", " "+f.ci+" ") {
		return nil, fmt.Errorf("ci: %q is not one of %s%s", f.ci, strings.Join(ciNames(), ", "), spelling.Question(f.ci, ciNames()))
	}
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	if err := exists(dir); err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s is no directory", dir)
	}
	real, err := realDir(dir)
	if err != nil {
		return nil, fmt.Errorf("init: %w", err)
	}
	p := &project{flags: f, root: real, at: ".", version: toolVersion()}
	if repo := repositoryOf(real); repo != "" {
		rel, err := filepath.Rel(repo, real)
		if err != nil {
			return nil, fmt.Errorf("init: %w", err)
		}
		p.root, p.at, p.git = repo, filepath.ToSlash(rel), true
	}
	if p.configured, err = config.Above(real); err != nil {
		return nil, err
	}
	if p.config, err = p.fromRoot(path.Join(p.at, settingsFile)); err != nil {
		return nil, fmt.Errorf("init: %w", err)
	}
	return p, a.suit(ctx, p, dir)
}

// suit chooses the machines that the project asks for, if the user has chosen nothing.
func (a *app) suit(ctx context.Context, p *project, dir string) error {
	if p.flags.chosen || p.configured != "" {
		return nil
	}
	loaded, err := config.Load("")
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	a.loaded = loaded
	a.detect(ctx, "", []string{dir})
	p.flags.settings, p.asked = loaded.Settings, a.detected.String()
	return nil
}

// step is a file that is set up.
type step struct {
	path string // below the root, with '/'
	old  []byte // nil if there is no such file yet
	text []byte // nil if nothing is written
	note string // why not, or what else there is to say
	hand string // what to add by hand
}

// tellPlan says what is going to happen to each file.
func tellPlan(w io.Writer, steps []step, dryRun bool) error {
	verb := "Write"
	if dryRun {
		verb = "Would write"
	}
	for _, s := range steps {
		var err error
		switch {
		case s.text == nil:
			_, err = fmt.Fprintf(w, "%s: %s\n", report.Plain(s.path), s.note)
		case s.old == nil:
			_, err = fmt.Fprintf(w, "%s %s:\n", verb, report.Plain(s.path))
			err = errors.Join(err, indented(w, string(s.text)))
		default:
			_, err = fmt.Fprintf(w, "%s %s:\n", verb, report.Plain(s.path))
			err = errors.Join(err, indented(w, string(edit.Unified(s.path, s.old, s.text, 1))))
		}
		if s.hand != "" {
			err = errors.Join(err, indented(w, s.hand))
		}
		if _, end := io.WriteString(w, "\n"); err != nil || end != nil {
			return errors.Join(err, end)
		}
	}
	return nil
}

// indented writes text that may quote somebody's file.
func indented(w io.Writer, text string) error {
	for line := range strings.Lines(text) {
		line = "    " + report.Plain(strings.TrimRight(line, "\r\n"))
		if _, err := io.WriteString(w, strings.TrimRight(line, " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// tellWritten says how it has ended, and what comes next.
func tellWritten(w io.Writer, steps []step, todo int, dryRun bool) error {
	switch {
	case todo == 0:
		_, err := io.WriteString(w, "Nothing to write.\n")
		return err
	case dryRun:
		_, err := io.WriteString(w, "Nothing was written: this is a dry run.\n")
		return err
	}
	var names []string
	hook := false
	for _, s := range steps {
		if s.text != nil {
			names = append(names, report.Plain(s.path))
			hook = hook || s.path == hookFile
		}
	}
	if _, err := fmt.Fprintf(w, "Written: %s.\n", strings.Join(names, ", ")); err != nil || !hook {
		return err
	}
	_, err := io.WriteString(w, "Run pre-commit install to use the hook, and commit the files.\n")
	return err
}
