package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
)

// addTalk adds the flags for the amount of output besides the findings.
func (a *app) addTalk(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&a.quiet, "quiet", "q", false, "print findings, patches and errors, and nothing else")
	cmd.Flags().BoolVarP(&a.verbose, "verbose", "v", false, "say which configuration and cache are in use")
}

// remark writes text other than the findings to standard error.
func (a *app) remark(f func(io.Writer) error) error {
	if a.quiet {
		return nil
	}
	return buffered(a.stderr, f)
}

// tellRun prints the settings of a run, for curious users.
func (a *app) tellRun(s *config.Settings, cache *driver.Cache) {
	if !a.verbose {
		return
	}
	files := "no configuration file"
	if a.loaded != nil && len(a.loaded.Files) > 0 {
		files = "configuration of " + strings.Join(a.loaded.Files, ", which extends ")
	}
	a.tell(errors.New(files + "; neuronlint config shows what holds"))
	if cache == nil {
		a.tell(errors.New("nothing is kept for the next run"))
	} else {
		a.tell(fmt.Errorf("results are kept in %s for the next run", cache.Dir))
	}
	a.tell(fmt.Errorf("%d files are analyzed at once", s.Jobs))
}
