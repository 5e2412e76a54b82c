package main

import (
	"fmt"

	"github.com/spf13/cobra"

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
	closest := spelling.Closest(args[0], names)
	if limit := max(1, len(args[0])/2); spelling.Distance(args[0], closest, limit) <= limit {
		return fmt.Errorf("unknown command %q for %q; did you mean %s?", args[0], cmd.CommandPath(), closest)
	}
	if cmd == cmd.Root() && exists(args[0]) == nil {
		return fmt.Errorf("unknown command %[1]q for %[2]q; did you mean %[2]s check %[1]s?", args[0], cmd.CommandPath())
	}
	return fmt.Errorf("unknown command %q for %q; its commands are listed by %[2]s --help", args[0], cmd.CommandPath())
}
