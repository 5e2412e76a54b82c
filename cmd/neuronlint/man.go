package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

//go:generate go -C ../.. run ./cmd/neuronlint man docs/man

// manCommand writes the pages that docs/man holds and a release ships.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIRECTORY",
		Short: "Write the manual pages of all commands into a directory",
		Args:  one("the directory to write to", "man1"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("man: %w", err)
			}
			return writeManTree(args[0], cmd.Root())
		},
	}
}

// writeManTree writes the page of a command and of those below it.
func writeManTree(dir string, cmd *cobra.Command) error {
	var page bytes.Buffer
	writeManPage(&page, cmd)
	if err := os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), page.Bytes(), 0o644); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			if err := writeManTree(dir, sub); err != nil {
				return err
			}
		}
	}
	return nil
}

// manName is the title of a command's page: neuronlint-ops-scan.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// writeManPage writes roff with the macros of man(7). It has no date, so that
// the same commands make the same page.
func writeManPage(w io.Writer, cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag() // otherwise it is there only while the command runs
	title := strings.ToUpper(manName(cmd))
	pr := func(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) } // w is memory
	pr(`.TH "%s" "1" "" "neuronlint" "User Commands"`, roff(title))
	pr(".ad l\n.nh") // commands are to be copied: no stretched blanks, no hyphens
	pr(".SH NAME\n%s \\- %s", roff(manName(cmd)), roff(cmd.Short))
	pr(".SH SYNOPSIS\n.B %s", roff(cmd.UseLine()))
	pr(".SH DESCRIPTION")
	for i, paragraph := range strings.Split(manText(cmd), "\n\n") {
		if i > 0 {
			pr(".PP")
		}
		pr("%s", roff(paragraph))
	}
	if cmd.HasAvailableLocalFlags() {
		pr(".SH OPTIONS")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				pr(".TP\n%s\n%s", manFlag(f), roff(flagUsage(f)))
			}
		})
	}
	var related []string
	if cmd.HasParent() {
		related = append(related, manReference(cmd.Parent()))
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			related = append(related, manReference(sub))
		}
	}
	if len(related) > 0 {
		pr(".SH SEE ALSO\n%s", strings.Join(related, ",\n"))
	}
}

func manText(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return strings.TrimSpace(cmd.Long)
	}
	return cmd.Short + "."
}

func manReference(cmd *cobra.Command) string { return `\fB` + roff(manName(cmd)) + `\fR(1)` }

// manFlag is a flag with its letter and the kind of its value.
func manFlag(f *pflag.Flag) string {
	name := `\fB` + roff("--"+f.Name) + `\fR`
	if f.Shorthand != "" {
		name = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + name
	}
	if value := valueName(f); value != "" {
		name += ` \fI` + roff(value) + `\fR`
	}
	return name
}

// roff escapes characters that troff would take for a command or turn into others.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
