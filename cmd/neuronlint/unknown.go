package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/internal/spelling"
)

// subcommandOnly is for commands that only group others: an argument is a
// misspelt subcommand, and the error names the closest one.
func subcommandOnly(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if near := spelling.Near(args[0], names); near != "" {
		return fmt.Errorf("unknown command %q for %q; did you mean %s?", args[0], cmd.CommandPath(), near)
	}
	if cmd == cmd.Root() && exists(args[0]) == nil {
		return fmt.Errorf("unknown command %[1]q for %[2]q; did you mean %[2]s check %[1]s?", args[0], cmd.CommandPath())
	}
	return fmt.Errorf("unknown command %q for %q; its commands are listed by %[2]s --help", args[0], cmd.CommandPath())
}

// flagError adds to the error about a flag that does not exist the one that is
// spelt like it.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) || missing.GetSpecifiedShortnames() != "" {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spelling.Near(missing.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; flags are listed by %s --help", err, cmd.CommandPath())
}
