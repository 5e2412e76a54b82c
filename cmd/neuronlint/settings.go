package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/regular"
)

// addConfig adds the flags that name the configuration file and the tables of verdicts
// laid over the database. Before the command runs, s is set from the flags, then from
// the file, then from what the project is made for, then from the defaults. The file is looked for around the paths of code that
// paths finds among the arguments; nil means that there are none.
func (a *app) addConfig(cmd *cobra.Command, s *config.Settings, paths func(args []string) []string) {
	var file string
	var isolated bool
	f := cmd.Flags()
	f.StringArrayVar(&s.OpsDB, "opsdb", nil,
		"table of your own verdicts on operators, which win; may be repeated, the last one first")
	f.StringVar(&file, "config", "", "configuration file, in place of the nearest one")
	f.BoolVar(&isolated, "isolated", false, "read no configuration file")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) (err error) {
		var code []string
		if paths != nil {
			code = paths(args)
		}
		switch {
		case isolated && file != "":
			return errors.New("--isolated reads no configuration file and cannot be combined with --config")
		case !isolated && file == "":
			if file, err = config.Find(code); err != nil {
				return err
			}
		}
		if a.loaded, err = config.Load(file); err != nil {
			return err
		}
		a.loaded.Override(s, cmd.Flags().Changed)
		if err := a.layOver(a.loaded.Settings.OpsDB); err != nil {
			return err
		}
		if paths != nil {
			a.detect(cmd.Context(), "", code)
		}
		*s = a.loaded.Settings
		return nil
	}
}

// layOver lays a team's own verdicts over the database.
func (a *app) layOver(files []string) error {
	for _, file := range files {
		data, err := regular.Read(file, maxOverlayBytes)
		if err != nil {
			return a.blame("opsdb", fmt.Errorf("opsdb: %w", err))
		}
		if a.db, err = a.db.Overlay(file, data); err != nil {
			return err
		}
	}
	return nil
}

// codePaths are the paths among arguments, with the name of standard input in
// place of its dash.
func codePaths(args []string, stdinName string) []string {
	var paths []string
	for _, arg := range args {
		if arg == stdinPath {
			arg = stdinName
		}
		if arg != "" {
			paths = append(paths, arg)
		}
	}
	return paths
}

// blame puts the place of a setting in a configuration file in front of an
// error about it.
func (a *app) blame(setting string, err error) error {
	if a.loaded == nil || len(a.loaded.Origins[setting]) == 0 || a.loaded.Origins[setting][0].File == "" {
		return err
	}
	return fmt.Errorf("%s: %w", a.loaded.Origin(setting), err)
}

// blameSetting does the same for settings that the driver refuses.
func (a *app) blameSetting(err error) error {
	var setting *driver.SettingError
	switch {
	case !errors.As(err, &setting):
		return err
	case setting.Entry != "":
		return a.blame(setting.Setting+"."+setting.Entry, err)
	default:
		return a.blame(setting.Setting, err)
	}
}
