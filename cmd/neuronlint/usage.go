package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/internal/spelling"
)

// helpColumns is how wide help is, on any terminal.
const helpColumns = 80

// arrangeHelp keeps the help of all commands within a terminal, and makes help on an
// unknown topic an error.
func arrangeHelp(root *cobra.Command) {
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := io.WriteString(cmd.OutOrStderr(), usageOf(cmd))
		return err
	})
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Short = "Print the help of a command"
			cmd.Run, cmd.RunE = nil, func(_ *cobra.Command, args []string) error { return helpOn(root, args) }
		}
	}
}

// helpOn prints the help of the command that the arguments lead to.
func helpOn(cmd *cobra.Command, args []string) error {
	for _, arg := range args {
		i := slices.IndexFunc(cmd.Commands(), func(sub *cobra.Command) bool { return sub.Name() == arg || sub.HasAlias(arg) })
		if i < 0 {
			return unknownCommand(cmd, arg)
		}
		cmd = cmd.Commands()[i]
	}
	cmd.InitDefaultHelpFlag() // else it is missing until the command runs
	return cmd.Help()
}

// one wants a single argument, described by a noun and an example.
func one(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return fmt.Errorf("%s wants %s, as in: %s %s", shortPath(cmd), what, cmd.CommandPath(), example)
		case len(args) > 1:
			return fmt.Errorf("%s takes %s and nothing else, but was given %d arguments", shortPath(cmd), what, len(args))
		}
		return nil
	}
}

// shortPath is a command without the name of the program.
func shortPath(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// some wants one argument or more.
func some(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return one(what, example)(cmd, args[:min(len(args), 1)])
	}
}

// none wants no arguments.
func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, but was given %q", shortPath(cmd), args[0])
	}
	return nil
}

// flagError suggests the closest flag for one that does not exist, and names the kind
// of value that a flag wants.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &invalid):
		return fmt.Errorf("%s: %q is %s", invalid.GetFlag().Name, invalid.GetValue(), isNot(invalid.GetFlag().Value.Type()))
	case !errors.As(err, &missing):
		return err
	case missing.GetSpecifiedShortnames() != "":
		return fmt.Errorf("unknown flag: -%s; flags are listed by %s --help", missing.GetSpecifiedName(), cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := spelling.Near(missing.GetSpecifiedName(), names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w; flags are listed by %s --help", err, cmd.CommandPath())
}

// isNot words the error for a value of the wrong type for a flag.
func isNot(kind string) string {
	switch kind {
	case "int":
		return "not a whole number"
	case "bool":
		return "neither true nor false"
	}
	return "not a value that it takes"
}
