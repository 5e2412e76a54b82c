package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// opsDiffFlags name the sides of a comparison.
type opsDiffFlags struct {
	settings config.Settings
	from, to string
	unknown  bool
}

func (a *app) opsDiffCommand() *cobra.Command {
	f := &opsDiffFlags{settings: config.Default()}
	cmd := &cobra.Command{
		Use:   "diff --from SDK --to SDK",
		Short: "List the operators whose verdict changes between two SDKs",
		Long: `List the operators whose verdict changes between two SDKs. What one of them
knows nothing of is counted, and listed with --unknown only: not to know an
operator any more is no change of the operator.`,
		Args: none,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "SDK to compare with, as 2.26")
	flags.StringVar(&f.to, "to", "", "SDK to compare, as 2.33")
	flags.StringVar(&f.settings.Rewrite, "rewrite", f.settings.Rewrite, "what fixes write: "+strings.Join(config.Rewrites(), ", "))
	flags.StringVar(&f.settings.Target, "target", f.settings.Target, "hardware: "+strings.Join(config.Targets(), ", "))
	flags.BoolVar(&f.unknown, "unknown", false, "list the changes from and to unknown as well")
	a.addConfig(cmd, &f.settings, nil)
	out := addOpsOutput(cmd, "table", "tsv", "json")
	cmd.RunE = func(*cobra.Command, []string) error { return a.opsDiff(out, f) }
	return cmd
}

func (a *app) opsDiff(out *opsOutput, f *opsDiffFlags) error {
	if err := f.validate(a.db); err != nil {
		return err
	}
	before, after := targetOf(&f.settings), targetOf(&f.settings)
	before.SDK, after.SDK = f.from, f.to
	g := &report.OpsGrid{
		Columns: []string{"name", "from", "to", "reason", "from_stack", "to_stack", "from_condition", "to_condition", "evidence", "source"},
		Shown:   4, Noun: "change",
	}
	unsure := 0
	for _, name := range a.operatorNames() {
		was, is := a.db.Judge(name, before), a.db.Judge(name, after)
		switch {
		case was.Status == is.Status && conditionOf(was) == conditionOf(is):
			continue
		case (was.Status == opsdb.Unknown || is.Status == opsdb.Unknown) && !f.unknown:
			unsure++
			continue
		}
		g.Rows = append(g.Rows, []string{
			name, string(was.Status), string(is.Status), changeInWords(was, is), was.Stack, is.Stack,
			conditionOf(was), conditionOf(is), string(is.Deciding.Ref.Evidence), is.Deciding.Ref.Source,
		})
	}
	g.Note = fmt.Sprintf("SDK %s (%s) to %s (%s): ", f.from, before.OperatorStack(), f.to, after.OperatorStack())
	if unsure > 0 {
		g.Note = fmt.Sprintf("%d operators that only one of them knows are not listed; --unknown lists them\n%s", unsure, g.Note)
	}
	if before.OperatorStack() != after.OperatorStack() {
		g.Note = "the two are judged by different stacks; --rewrite xla compares torch-xla with itself\n" + g.Note
	}
	head := a.opsHead()
	head.Target = after.Instance
	return out.grid(a, head, g)
}

// changeInWords tells why an operator fares as it does now, and for which calls where
// the calls may be the change.
func changeInWords(was, is opsdb.Judgement) string {
	conditions := conditionOf(is)
	if is.Deciding.Reason == "" || conditions == conditionOf(was) {
		return is.Deciding.Reason
	}
	if conditions == "" {
		return "for every call: " + is.Deciding.Reason
	}
	return "where " + inWords(is.Findings[0].Condition) + ": " + is.Deciding.Reason
}

// validate checks the flags. Any release in the database may be compared, even one that
// code cannot be judged by.
func (f *opsDiffFlags) validate(db *opsdb.DB) error {
	releases := minorReleases(db)
	if f.from == "" || f.to == "" {
		return errors.New("ops diff compares two SDKs: --from 2.26 --to 2.33")
	}
	for _, flag := range []struct{ name, value string }{{"from", f.from}, {"to", f.to}} {
		if !slices.Contains(releases, flag.value) {
			return fmt.Errorf("%s: %q is not one of %s", flag.name, flag.value, strings.Join(releases, ", "))
		}
	}
	return f.settings.Validate()
}

// minorReleases are the SDKs without the numbers of their bug fixes.
func minorReleases(db *opsdb.DB) []string {
	var list []string
	for _, version := range db.SDKs() {
		list = append(list, version[:strings.LastIndexByte(version, '.')])
	}
	return slices.Compact(list)
}

// conditionOf joins the conditions of the findings about an operator.
func conditionOf(j opsdb.Judgement) string {
	var conditions []string
	for _, f := range j.Findings {
		if f.Condition != "" {
			conditions = append(conditions, f.Condition)
		}
	}
	slices.Sort(conditions)
	return strings.Join(slices.Compact(conditions), "; ")
}
