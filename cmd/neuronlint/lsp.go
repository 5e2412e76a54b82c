package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/lsp"
)

func (a *app) lspCommand() *cobra.Command {
	flags, file, verbose := config.Default(), "", false
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor with findings and fixes",
		Long: `Serve an editor over standard input and output, by the Language Server
Protocol: findings while somebody types, in code that is not saved yet, fixes
for them, and what is known of the operator under the cursor.

Each folder of the workspace has the settings of its own configuration file,
which is read again when it changes. What is shown is what check says in that
folder. docs/editors.md says how to set up an editor.`,
		Args: cobra.NoArgs,
	}
	addTarget(cmd, &flags)
	addFiles(cmd, &flags)
	addSelection(cmd, &flags)
	cmd.Flags().BoolVar(&flags.Tests, "tests", false, "judge tests as other code; without it their findings are hints")
	cmd.Flags().StringVar(&file, "config", "", "configuration file, in place of the nearest one of each folder")
	cmd.Flags().BoolVar(&verbose, "log", false, "write defects and mistakes of the client to standard error")
	cmd.Flags().Bool("stdio", true, "the only way to talk; for clients that say so")
	_ = cmd.Flags().MarkHidden("stdio") // there is such a flag
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		log := io.Discard
		if verbose {
			log = a.stderr
		}
		a.stays.Store(true)
		load := func(dir string, s lsp.Settings) (driver.Options, []string, error) {
			if s.Configuration == "" {
				s.Configuration = file
			}
			return a.folderOptions(cmd.Context(), dir, s.Configuration, &flags, cmd.Flags().Changed)
		}
		judge := func(ctx context.Context, dir string, s lsp.Settings) (map[string]lsp.Program, error) {
			if s.Configuration == "" {
				s.Configuration = file
			}
			return a.folderPrograms(ctx, dir, s.Configuration, &flags, cmd.Flags().Changed)
		}
		proper, err := lsp.Serve(cmd.Context(), a.stdin, a.stdout, lsp.Config{Version: toolVersion(), Load: load, Assess: judge, Log: log})
		if err == nil && !proper {
			a.code = exitFindings // as the protocol has it
		}
		return err
	}
	return cmd
}

// folderOptions are the options of check in a folder, with the files that they come from.
func (a *app) folderOptions(ctx context.Context, dir, file string, flags *config.Settings, given func(string) bool) (driver.Options, []string, error) {
	own, opts, err := a.inFolder(ctx, dir, file, flags, given)
	if err != nil {
		return driver.Options{}, nil, err
	}
	return opts, slices.Concat(own.loaded.Files, own.loaded.Settings.OpsDB, own.looked), nil
}

// inFolder is the program as it would run in a folder, with the options of check there.
func (a *app) inFolder(ctx context.Context, dir, file string, flags *config.Settings, given func(string) bool) (*app, driver.Options, error) {
	var err error
	switch {
	case file == "":
		if file, err = config.Above(dir); file != "" && err == nil {
			file, err = filepath.Abs(file) // it is named from where the process works
		}
	case !filepath.IsAbs(file):
		file = filepath.Join(dir, file)
	}
	if err != nil {
		return nil, driver.Options{}, err
	}
	own := &app{stdin: a.stdin, stdout: io.Discard, stderr: io.Discard, rules: a.rules, db: a.db, shared: new(shared)}
	if own.loaded, err = config.Load(file); err != nil {
		return nil, driver.Options{}, err
	}
	own.loaded.Override(flags, given)
	own.detect(ctx, dir, []string{dir})
	settings := &own.loaded.Settings
	if settings.Root == "" {
		settings.Root = dir
	}
	if err := own.layOver(settings.OpsDB); err != nil {
		return nil, driver.Options{}, err
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, driver.Options{}, errors.New(dir + " is no directory")
	}
	opts, err := own.options(settings, []string{dir}, "")
	if err != nil {
		return nil, driver.Options{}, own.blameSetting(err)
	}
	if opts.Cache != nil {
		opts.Cache.Whole = a.save
	}
	opts.Defect = a.defects.add
	if err := opts.Validate(); err != nil {
		return nil, driver.Options{}, own.blameSetting(err)
	}
	return own, opts, nil
}
