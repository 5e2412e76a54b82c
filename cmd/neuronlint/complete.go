package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/config"
)

// addCompletionCommand adds cobra's command with a script for each shell, and
// makes a misspelt shell an error: its help is no script to source.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args = subcommandOnly
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			for _, shell := range cmd.Commands() {
				shell.Long = withinColumns(shell.Long)
			}
		}
	}
}

// withinColumns keeps cobra's text on a shell within helpColumns. Commands, which it
// indents by a tab, go on in another line behind their redirection.
func withinColumns(text string) string {
	const indent = "    " // as far as manual pages want it, to leave lines as they are
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		command, ok := strings.CutPrefix(line, "\t")
		switch {
		case !ok:
			out = append(out, wrap(line, helpColumns)...)
		case len(indent+command) > helpColumns:
			command = strings.Replace(command, " > ", " > \\\n"+indent+indent, 1)
			fallthrough
		default:
			out = append(out, indent+command)
		}
	}
	return strings.Join(out, "\n")
}

// addCompletions tells the shells which values flags take that mean the same in every
// command. A command's own completions for its flags stay.
func (a *app) addCompletions(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		a.addCompletions(sub)
	}
	values := completedFlags()
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch f.Name {
		case "select", "ignore":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, a.completeRules) // there is such a flag
		default:
			completeFlag(cmd, f.Name, values[f.Name])
		}
	})
}

// completeFlag tells the shells which values a flag takes, unless that is known.
func completeFlag(cmd *cobra.Command, flag string, values []string) {
	if _, known := cmd.GetFlagCompletionFunc(flag); known || len(values) == 0 {
		return
	}
	_ = cmd.RegisterFlagCompletionFunc(flag, // there is such a flag, and it was not known
		cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completedFlags are the values of flags that mean the same in every command.
func completedFlags() map[string][]string {
	values := map[string][]string{"color": {colourAuto, colourAlways, colourNever}}
	for _, f := range config.Fields() {
		if f.Flag != "" && len(f.Values) > 0 {
			values[f.Flag] = f.Values
		}
	}
	return values
}

// completeRules completes the last of a list of codes and names of rules.
func (a *app) completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	done := typed[:strings.LastIndexByte(typed, ',')+1]
	var list []string
	for _, rule := range a.rules {
		for _, candidate := range []string{done + rule.Code, done + rule.Name} {
			if strings.HasPrefix(candidate, typed) {
				list = append(list, candidate)
			}
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
