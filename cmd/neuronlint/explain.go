package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/report"
)

func (a *app) explainCommand() *cobra.Command {
	colour := colourAuto
	cmd := &cobra.Command{
		Use:               "explain CODE|NAME",
		Short:             "Print the documentation of a rule",
		Args:              one("the code or the name of a rule", "NRN101"),
		ValidArgsFunction: a.completeRules,
		RunE: func(_ *cobra.Command, args []string) error {
			style, err := a.style(colour, a.stdout)
			if err != nil {
				return err
			}
			rule := driver.Find(a.rules, args[0])
			if rule == nil {
				return errors.New(driver.NoRule(a.rules, args[0]))
			}
			return report.Explain(a.stdout, rule, style)
		},
	}
	addColour(cmd, &colour)
	return cmd
}
