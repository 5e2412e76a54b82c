package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/report"
)

func (a *app) rulesCommand() *cobra.Command {
	format, colour := "text", colourAuto
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			style, err := a.style(colour, a.stdout)
			if err != nil {
				return err
			}
			switch format {
			case "text":
				return report.RulesText(a.stdout, a.rules, style)
			case "json":
				return report.RulesJSON(a.stdout, a.rules)
			case "markdown":
				return report.RulesMarkdown(a.stdout, a.rules)
			default:
				return fmt.Errorf("format: %q is not one of text, json, markdown", format)
			}
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, json or markdown")
	completeFlag(cmd, "format", []string{"text", "json", "markdown"})
	addColour(cmd, &colour)
	return cmd
}
