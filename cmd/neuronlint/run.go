package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// Exit codes.
const (
	exitClean       = 0
	exitFindings    = 1
	exitError       = 2 // wrong usage or an internal error
	exitInterrupted = 130
)

// app is what the subcommands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	rules          []*analyzer.Rule
	db             *opsdb.DB
	loaded         *config.Loaded // settings of the command that runs; nil if it has none
	code           int            // of a run that ended without an error
}

// run is the program without the process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := &app{stdin: stdin, stdout: stdout, stderr: stderr, rules: rules.All(), db: opsdb.New()}
	return a.execute(ctx, args)
}

func (a *app) execute(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return a.code
	case ctx.Err() != nil:
		_, _ = fmt.Fprintln(a.stderr, "neuronlint: interrupted")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		// Whoever reads the output has seen enough.
		return a.code
	default:
		_, _ = fmt.Fprintf(a.stderr, "neuronlint: %v\n", a.blameSetting(err))
		return exitError
	}
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "neuronlint",
		Short: "Find what keeps PyTorch and JAX code from running on AWS Neuron",
		Long: `neuronlint reads PyTorch and JAX code and says what in it will not run, or will
run badly, on AWS Trainium and Inferentia. What can be mended mechanically it
writes as a patch. It runs nothing of yours and needs no device and no network.

Exit codes: 0 nothing at or above --fail-on, 1 findings (or a patch), 2 wrong
usage or an internal error.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          subcommandOnly,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.AddCommand(a.checkCommand(), a.fixCommand(), a.explainCommand(), a.rulesCommand(),
		a.whyCommand(), a.opsCommand(), a.baselineCommand(), a.configCommand(), a.versionCommand(), manCommand())
	root.SetFlagErrorFunc(flagError)
	a.addCompletions(root)
	addCompletionCommand(root)
	return root
}
