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
	return unknownCommand(cmd, args[0])
}

// unknownCommand is the error about a command that does not exist below cmd.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	if near := spelling.Near(name, names); near != "" {
		return fmt.Errorf("unknown command %q for %q; did you mean %s?", name, cmd.CommandPath(), near)
	}
	if cmd == cmd.Root() && exists(name) == nil {
		return fmt.Errorf("unknown command %[1]q for %[2]q; did you mean %[2]s check %[1]s?", name, cmd.CommandPath())
	}
	return fmt.Errorf("unknown command %q for %q; its commands are listed by %[2]s --help", name, cmd.CommandPath())
}
