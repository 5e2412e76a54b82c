package main

import (
	"cmp"
	"io"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

func (a *app) opsStatsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count the entries of the database, and its gaps",
		Args:  none,
	}
	settings := config.Default()
	a.addConfig(cmd, &settings, nil)
	out := addOpsOutput(cmd, "text", "json")
	cmd.RunE = func(*cobra.Command, []string) error {
		style, err := out.style(a)
		if err != nil {
			return err
		}
		stats := opsStatistics(a.db.Stats())
		return buffered(a.stdout, func(w io.Writer) error {
			if out.format == "json" {
				return report.OpsJSON(w, a.opsHead(), stats)
			}
			return report.OpsStats(w, a.opsHead(), stats, style)
		})
	}
	return cmd
}

// opsStatistics are the counts of the database as the reports take them.
func opsStatistics(s opsdb.OpStats) report.OpsStatistics {
	return report.OpsStatistics{
		Operators: s.Operators, Verdicts: s.Verdicts,
		ByEvidence: plainKeys(s.ByEvidence), ByStatus: plainKeys(s.ByStatus), Unknown: s.Unknown,
		APIs: s.APIs, Aliases: s.Aliases, None: s.None, Judged: s.Judged, Conflicts: s.Conflicts,
	}
}

func plainKeys[K ~string](counts map[K]int) map[string]int {
	plain := make(map[string]int, len(counts))
	for key, n := range counts {
		plain[string(key)] = n
	}
	return plain
}

func (a *app) opsConflictsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "conflicts",
		Short: "List the verdicts that some source contradicts",
		Args:  none,
	}
	settings := config.Default()
	a.addConfig(cmd, &settings, nil)
	out := addOpsOutput(cmd, "table", "tsv", "json")
	cmd.RunE = func(*cobra.Command, []string) error {
		g := &report.OpsGrid{
			Columns: []string{"name", "stack", "sdk", "status", "contradicted_by", "evidence", "source", "condition", "reason"},
			Shown:   7, Noun: "conflict",
		}
		for _, v := range a.db.Conflicts() {
			stack := cmp.Or(v.Ref.Stack, "both")
			g.Rows = append(g.Rows, []string{
				qualified(v), stack, v.Ref.SDK, string(v.Status), v.Conflict,
				string(v.Ref.Evidence), v.Ref.Source, v.Condition, v.Reason,
			})
		}
		return out.grid(a, a.opsHead(), g)
	}
	return cmd
}
