package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
	"github.com/neuronlint/neuronlint/rules"
)

// Exit codes.
const (
	exitClean       = 0
	exitFindings    = 1
	exitError       = 2 // wrong usage or an internal error
	exitInterrupted = 130
)

// app is the state shared by the subcommands.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	rules          []*analyzer.Rule
	db             *opsdb.DB
	loaded         *config.Loaded // settings of the command that runs; nil if it has none
	detected       *detected      // nil if the project chose nothing
	looked         []string       // files that it might have chosen by, absolute
	defects        defects        // of the tool, met in this run
	args           []string       // the command line
	round          bool           // one of the runs of a watch
	quiet, verbose bool           // how much is said beside the findings
	code           int            // of a run that ended without an error
	*shared
}

// shared is the state that the runs of a watch have in common.
type shared struct {
	saving      sync.Mutex   // held while files are written, or output for programs
	delivered   atomic.Int64 // when a reader last took something, in nanoseconds; 0 if none is written to
	interrupted sync.Once    // see tellInterrupted
	stays       atomic.Bool  // and answers again and again; see boundHeap
	watches     atomic.Bool  // until it is interrupted, which is no failure then
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{stdin: stdin, stdout: stdout, stderr: stderr, rules: rules.All(), db: opsdb.New(), shared: new(shared)}
}

// command runs what the command line asks for.
func (a *app) command(ctx context.Context, args []string) error {
	a.args = args
	root := a.rootCommand()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	return root.ExecuteContext(ctx)
}

func (a *app) execute(ctx context.Context, args []string) int {
	err := a.command(ctx, args)
	switch {
	case err == nil:
		return a.code
	case ctx.Err() != nil:
		a.tellInterrupted()
		return a.endCode()
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		// Whoever reads the output has seen enough.
		return a.code
	default:
		a.tell(a.blameSetting(err))
		return exitError
	}
}

// tell says something on standard error. It may quote names and texts of the
// tree, which a terminal must not obey; several errors have a line each.
func (a *app) tell(err error) {
	for _, one := range joined(err) {
		_, _ = fmt.Fprintf(a.stderr, "neuronlint: %s\n", report.Plain(one.Error()))
	}
}

// joined are the errors that errors.Join has put together. An error that adds text to
// them counts as one.
func joined(err error) (list []error) {
	several, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var lines []string
	for _, one := range several.Unwrap() {
		list, lines = append(list, joined(one)...), append(lines, one.Error())
	}
	if strings.Join(lines, "\n") != err.Error() {
		return []error{err}
	}
	return list
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "neuronlint",
		Short: "Find what keeps PyTorch and JAX code from running on AWS Neuron",
		Long: `neuronlint reads PyTorch and JAX code and reports the parts that will not run,
or will run badly, on AWS Trainium and Inferentia. It writes mechanical fixes as
a patch. It runs none of your code and needs no device and no network.

Exit codes: 0 nothing at or above --fail-on, 1 findings (or a patch), 2 wrong
usage or an internal error.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              subcommandOnly,
		PersistentPreRunE: refuseEmpty,
	}
	version := root.Flags().BoolP("version", "V", false, "print the version of the tool and of its database")
	short := root.Flags().BoolP("v", "v", false, "the same, as many tools have it")
	root.Flags().BoolP("q", "q", false, "is that of the command behind it, as in neuronlint -q check")
	for _, hidden := range []string{"v", "q"} {
		_ = root.Flags().MarkHidden(hidden) // there are such flags
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *version || *short {
			return a.printVersion()
		}
		return cmd.Help()
	}
	root.AddCommand(a.checkCommand(), a.fixCommand(), a.assessCommand(), a.fleetCommand(), a.explainCommand(), a.rulesCommand(),
		a.whyCommand(), a.opsCommand(), a.baselineCommand(), a.lspCommand(), a.configCommand(), a.initCommand(), a.versionCommand(), manCommand())
	root.SetFlagErrorFunc(flagError)
	a.addCompletions(root)
	addCompletionCommand(root)
	arrangeHelp(root)
	return root
}
