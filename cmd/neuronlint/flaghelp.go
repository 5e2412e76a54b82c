package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageOf is how a command is called: its commands and its flags.
func usageOf(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() && !cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s COMMAND [flags]\n\nCommands:\n", cmd.CommandPath())
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() || sub.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", sub.NamePadding(), sub.Name(), sub.Short)
			}
		}
	}
	b.WriteString("\nFlags:\n")
	writeFlags(&b, cmd.LocalFlags())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s COMMAND --help says more of a command.\n", cmd.CommandPath())
	}
	return b.String()
}

// writeFlags writes a flag a line, and its text in a column beside it.
func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	width := 0
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			width = max(width, len(flagName(f)))
		}
	})
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		start := fmt.Sprintf("%-*s", width+2, flagName(f))
		for _, line := range wrap(flagUsage(f), helpColumns-width-2) {
			fmt.Fprintf(b, "%s%s\n", start, line)
			start = strings.Repeat(" ", width+2)
		}
	})
}

// flagName is a flag with its letter and the name of its value.
func flagName(f *pflag.Flag) string {
	name := "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if value := valueName(f); value != "" {
		name += " " + value
	}
	return name
}

// valueName is the name of a flag's value; empty if it takes none.
func valueName(f *pflag.Flag) string {
	if f.Value.Type() == "bool" {
		return ""
	}
	switch f.Name {
	case "since":
		return "REV"
	case "diff-file", "baseline", "config", "opsdb", "output":
		return "FILE"
	case "select", "ignore":
		return "CODES"
	case "exclude":
		return "GLOB"
	case "cache-dir":
		return "DIR"
	case "jobs", "max-findings":
		return "N"
	case "max-file-size":
		return "MIB"
	case "file-timeout":
		return "SECONDS"
	case "sdk", "from", "to":
		return "SDK"
	}
	return "NAME"
}

// flagUsage is the effect of a flag, with the default where it says something. That of
// jobs is another one on each machine.
func flagUsage(f *pflag.Flag) string {
	switch f.DefValue {
	case "", "false", "[]":
		return f.Usage
	}
	if f.Name == "jobs" {
		return f.Usage
	}
	return fmt.Sprintf("%s (default %s)", f.Usage, f.DefValue)
}

// wrap breaks a text into lines of at most so many bytes, unless a word is longer.
func wrap(text string, columns int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > columns:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
