package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/regular"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

func (a *app) opsCheckCommand() *cobra.Command {
	settings, kind := config.Default(), inputAuto
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Find operators in trouble in a list, graph, trace or log",
		Long: `Find the operators of a file that are in trouble on the target, and why. The
file is a list with one name a line and, if you like, how often it occurs, the
report of torch_neuronx.analyze, a graph dumped by torch.export, FX or
TorchScript, a trace of torch.profiler, or a log of neuronx-cc, whose error
codes are looked up. Lines of a graph that call what cannot be told, such as a
module, are listed. Source code is for ops scan. A FILE of - is standard input.

Exit codes: 0 nothing is in trouble, 1 an operator is unsupported, made for CUDA
only or left to the host, or the log has an error code, 2 wrong usage.`,
		Args: one("a file", "graph.txt"),
	}
	addTarget(cmd, &settings)
	a.addConfig(cmd, &settings, nil)
	out := addOpsOutput(cmd, "text", "json")
	cmd.Flags().StringVar(&kind, "input", kind, strings.Join(inputKinds(), ", "))
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.opsCheck(out, &settings, kind, args[0]) }
	return cmd
}

func (a *app) opsCheck(out *opsOutput, s *config.Settings, kind, file string) error {
	style, err := out.style(a)
	if err != nil {
		return err
	}
	if err := s.Validate(); err != nil {
		return err
	}
	if !slices.Contains(inputKinds(), kind) {
		return fmt.Errorf("input: %q is not one of %s", kind, strings.Join(inputKinds(), ", "))
	}
	data, err := a.readInput(file)
	if err != nil {
		return err
	}
	if kind == inputAuto {
		if err := refuseCode(file, data); err != nil {
			return err
		}
	}
	found, is, err := readMentions(kind, data)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	rows := a.judgeMentions(found.list, is, targetOf(s))
	if kind == inputAuto && is == inputList && !slices.ContainsFunc(found.list, func(m mention) bool { return a.isOperator(m, targetOf(s)) }) {
		return fmt.Errorf("%s: no operator that is known is named there; if it is a list, say --input list", file)
	}
	if slices.ContainsFunc(rows, func(row report.OpsChecked) bool { return row.Trouble }) {
		a.code = exitFindings
	}
	head := a.targetHead(targetOf(s))
	for _, line := range found.unread {
		head.Unread = append(head.Unread, report.OpsUnread{Line: line.number, Text: line.text})
	}
	return buffered(a.stdout, func(w io.Writer) error {
		if out.format == "json" {
			return report.OpsJSON(w, head, rows)
		}
		return report.OpsCheck(w, head, is, rows, style)
	})
}

// refuseCode refuses source text, in which the forms of graphs occur by chance.
// Graphs are printed as Python too, but import nothing.
func refuseCode(file string, data []byte) error {
	name := file
	var kind string
	switch {
	case source.IsNotebook(file), bytes.Contains(data, []byte(`"nbformat"`)) && json.Valid(data):
		kind = "a notebook"
	case source.NamesPython(file), source.RunsPython(data), imports().Match(data):
		kind = "Python source"
	default:
		return nil
	}
	path := quoted([]string{file})
	if file == stdinPath {
		name, path = "standard input", stdinPath
	}
	return fmt.Errorf("%s is %s; its operators are listed by: neuronlint ops scan %s", name, kind, path)
}

// imports finds the statements that nearly every module begins with.
func imports() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:import [\w.]+|from [\w.]+ import )`)
}

// isOperator tells names of operators from others that a list may hold, those of
// packages for one. A name that is written like an operator is a misspelt one.
func (a *app) isOperator(m mention, t opsdb.Target) bool {
	if strings.Contains(m.name, "::") || strings.HasPrefix(m.name, "torch.") || strings.HasPrefix(m.name, "jax.") {
		return true
	}
	status := a.checkOperator(m, inputList, t).Status
	return status != string(opsdb.Unknown) && status != string(opsdb.NoOperator)
}

// readInput reads a file, or standard input.
func (a *app) readInput(file string) ([]byte, error) {
	if file == stdinPath {
		return a.allOfStdin()
	}
	in, err := openFile(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }() // nothing was written
	data, err := io.ReadAll(regular.Bounded(in, maxStreamBytes))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(data) == 0 {
		return nil, errors.New(file + ": the input is empty")
	}
	return data, nil
}

// judgeMentions looks up the names of an input, the worst first. Spellings of one
// operator are counted together.
func (a *app) judgeMentions(found []mention, kind string, t opsdb.Target) []report.OpsChecked {
	rows := make([]report.OpsChecked, 0, len(found))
	at := map[string]int{}
	for _, m := range found {
		var row report.OpsChecked
		if kind == inputLog {
			row = a.checkCode(m, t)
		} else {
			row = a.checkOperator(m, kind, t)
		}
		if i, seen := at[row.Name]; seen {
			rows[i].Count += row.Count
			rows[i].Refusal = cmp.Or(rows[i].Refusal, row.Refusal)
			rows[i].Trouble = rows[i].Trouble || row.Trouble
			continue
		}
		at[row.Name] = len(rows)
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(x, y report.OpsChecked) int {
		if x.Trouble != y.Trouble {
			return map[bool]int{true: -1, false: 1}[x.Trouble]
		}
		return cmp.Or(worse(x.Status, y.Status), cmp.Compare(x.Name, y.Name))
	})
	return rows
}

// worse orders statuses, the worst first.
func worse(a, b string) int {
	switch {
	case opsdb.Status(a).BetterThan(opsdb.Status(b)):
		return 1
	case opsdb.Status(b).BetterThan(opsdb.Status(a)):
		return -1
	}
	return 0
}

// checkOperator judges an operator that an input names. An operator that a machine with
// Neuron refused is in trouble whatever the tables say.
func (a *app) checkOperator(m mention, kind string, t opsdb.Target) report.OpsChecked {
	row := report.OpsChecked{Name: m.name, Count: m.count, Refusal: m.refusal, Status: string(opsdb.Unknown)}
	api, ok := lookUp(a.db, m.name)
	if !ok {
		row.Reason = "no such name in the database"
		if near := a.db.Suggest(m.name, 1); kind == inputList && len(near) > 0 {
			row.Reason += "; did you mean " + near[0] + "?"
		}
		row.Trouble = m.refusal != ""
		return row
	}
	j := judge(a.db, api.Name, t)
	row.Name, row.Status, row.Known = api.Name, string(j.Status), true
	row.Trouble = m.refusal != "" || opsdb.Limited.BetterThan(j.Status)
	verdict := opsVerdict(j)
	row.Verdict = &verdict
	return row
}

// checkCode looks up an error code of the compiler.
func (a *app) checkCode(m mention, t opsdb.Target) report.OpsChecked {
	row := report.OpsChecked{Name: m.name, Count: m.count, Refusal: m.refusal, Status: string(opsdb.Unknown), Trouble: true}
	l, ok := a.db.Limit(m.name)
	if !ok {
		row.Reason = "no such error code in the database"
		return row
	}
	row.Known, row.Status = true, string(l.Status)
	row.Reason = l.Subject + ": " + l.Condition
	row.APIs, row.Note = l.APIs, l.Note
	evidence, applies := l.Applies(t)
	if !applies {
		evidence = l.Ref.Evidence
		row.Note = strings.TrimSpace(fmt.Sprintf("documented for SDK %s, not for this target. %s", l.Ref.SDK, l.Note))
	}
	row.Evidence, row.Source = string(evidence), l.Ref.Source
	return row
}

// sortedKeys are the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
