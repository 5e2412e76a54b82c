package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// opsCommand groups the questions to the database of operators.
func (a *app) opsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ops",
		Short: "Look up what Neuron supports, with sources",
		Args:  subcommandOnly,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.opsScanCommand(), a.opsShowCommand(), a.opsListCommand(), a.opsDiffCommand(),
		a.opsCheckCommand(), a.opsStatsCommand(), a.opsConflictsCommand())
	return cmd
}

// opsOutput are the flags for how an answer is written.
type opsOutput struct {
	format, colour string
	formats        []string
}

// addOpsOutput adds them; the first format is the default.
func addOpsOutput(cmd *cobra.Command, formats ...string) *opsOutput {
	o := &opsOutput{format: formats[0], colour: colourAuto, formats: formats}
	last := len(formats) - 1
	cmd.Flags().StringVar(&o.format, "format", o.format, strings.Join(formats[:last], ", ")+" or "+formats[last])
	completeFlag(cmd, "format", formats)
	addColour(cmd, &o.colour)
	return o
}

// style checks the flags.
func (o *opsOutput) style(a *app) (report.Style, error) {
	if !slices.Contains(o.formats, o.format) {
		return report.Style{}, fmt.Errorf("format: %q is not one of %s", o.format, strings.Join(o.formats, ", "))
	}
	return a.style(o.colour, a.stdout)
}

// grid writes rows in the requested format.
func (o *opsOutput) grid(a *app, head report.OpsHead, g *report.OpsGrid) error {
	style, err := o.style(a)
	if err != nil {
		return err
	}
	return buffered(a.stdout, func(w io.Writer) error {
		switch o.format {
		case "json":
			return report.OpsJSON(w, head, g.Objects())
		case "tsv":
			return report.OpsTSV(w, head, g)
		}
		return report.OpsTable(w, head, g, style)
	})
}

// opsHead is the head of an answer about no target in particular.
func (a *app) opsHead() report.OpsHead {
	return report.OpsHead{Version: toolVersion(), OpsDB: a.db.Version()}
}

// targetHead is the head of an answer about a target.
func (a *app) targetHead(t opsdb.Target) report.OpsHead {
	head := a.opsHead()
	head.SDK, head.Stack, head.Target = t.SDK, t.OperatorStack(), t.Instance
	return head
}

// targetOf is the target that settings ask about.
func targetOf(s *config.Settings) opsdb.Target {
	return opsdb.Target{SDK: s.SDK, Rewrite: opsdb.Rewrite(s.Rewrite), Instance: s.Target}
}
