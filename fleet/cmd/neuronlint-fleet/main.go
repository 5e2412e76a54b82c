// Command neuronlint-fleet assesses many repositories and writes tables about them. It is
// called as neuronlint fleet.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitDone        = 0
	exitError       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// execute runs a command line and returns the exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := command()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		_, _ = fmt.Fprintln(stderr, "neuronlint fleet: interrupted; the same command goes on where it was")
		return exitInterrupted
	}
	_, _ = fmt.Fprintln(stderr, "neuronlint fleet:", plain(err.Error()))
	return exitError
}

// plain is text that no terminal obeys.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0x7f {
			return '�'
		}
		return r
	}, text)
}

func command() *cobra.Command {
	f := &fleetFlags{}
	root := &cobra.Command{
		Use:   "neuronlint-fleet MANIFEST -o DIRECTORY",
		Short: "Assess many repositories, and write tables about all of them",
		Long: `Assess each repository of a manifest, and write tables in Parquet into a
directory. A run that was cut short goes on where it was: give the same command
again. docs/fleet.md describes manifests, tables and runs on several machines.

Exit codes: 0 the tables are complete, whatever they say, 2 wrong usage or an
error of this machine, 130 interrupted.`,
		Example: `  neuronlint fleet repositories.csv -o out
  neuronlint fleet repositories.csv -o out --shard 3/50
  neuronlint fleet report out -o portfolio.html`,
		Args:          cobra.MaximumNArgs(1),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.add(root)
	root.AddCommand(listCommand(), reportCommand())
	return root
}
