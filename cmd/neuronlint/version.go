package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// toolVersion is the version of the module the program was built from.
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the tool and of its database",
		Args:  none,
		RunE:  func(*cobra.Command, []string) error { return a.printVersion() },
	}
}

func (a *app) printVersion() error {
	_, err := fmt.Fprintf(a.stdout, "neuronlint %s (database %s)\n", toolVersion(), a.db.Version())
	return err
}
