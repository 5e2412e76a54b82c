package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// opsFilter says which operators a list holds.
type opsFilter struct {
	statuses  []string
	stack     string
	namespace string
}

func (a *app) opsListCommand() *cobra.Command {
	settings, filter := config.Default(), &opsFilter{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List operators and how they fare",
		Long: `List the operators of PyTorch and the primitives of JAX, and how they fare on
the target. With --namespace, list what lies in it: aten, lax, torchvision, or a
module with public APIs such as torch.linalg.`,
		Args: none,
	}
	addTarget(cmd, &settings)
	a.addConfig(cmd, &settings, nil)
	out := addOpsOutput(cmd, "table", "tsv", "json")
	cmd.Flags().StringSliceVar(&filter.statuses, "status", nil, "only these statuses: "+strings.Join(statuses(), ", "))
	cmd.Flags().StringVar(&filter.stack, "stack", "", "native or xla, whatever the rewrite says")
	cmd.Flags().StringVar(&filter.namespace, "namespace", "", "only names of this namespace or module")
	cmd.RunE = func(*cobra.Command, []string) error { return a.opsList(out, settings, filter) }
	return cmd
}

func (a *app) opsList(out *opsOutput, s config.Settings, filter *opsFilter) error {
	t, err := filter.target(s)
	if err != nil {
		return err
	}
	names, err := a.namesIn(filter.namespace)
	if err != nil {
		return err
	}
	g := &report.OpsGrid{
		Columns: []string{"name", "status", "evidence", "reason", "condition", "alternative", "source", "conflict"},
		Shown:   4, Noun: "name",
	}
	for _, name := range names {
		j := judge(a.db, name, t)
		if len(filter.statuses) == 0 || slices.Contains(filter.statuses, string(j.Status)) {
			v, condition := j.Deciding, ""
			if len(j.Findings) > 0 {
				condition = j.Findings[0].Condition
			}
			g.Rows = append(g.Rows, []string{
				name, string(j.Status), string(v.Ref.Evidence), v.Reason,
				condition, v.Alternative, v.Ref.Source, v.Conflict,
			})
		}
	}
	return out.grid(a, a.targetHead(t), g)
}

// target checks the filter and the settings. A stack that the SDK does not have
// is refused, since facts about the other one would be listed as its own.
func (f *opsFilter) target(s config.Settings) (opsdb.Target, error) {
	for _, status := range f.statuses {
		if !slices.Contains(statuses(), status) {
			return opsdb.Target{}, fmt.Errorf("status: %q is not one of %s", status, strings.Join(statuses(), ", "))
		}
	}
	switch f.stack {
	case "":
	case "xla":
		s.Rewrite = "xla"
	case "native":
		if s.Rewrite == "xla" {
			s.Rewrite = "neuron"
		}
	default:
		return opsdb.Target{}, fmt.Errorf("stack: %q is not one of native, xla", f.stack)
	}
	if err := s.Validate(); err != nil {
		return opsdb.Target{}, err
	}
	t := targetOf(&s)
	if f.stack == "native" && t.OperatorStack() != "native" {
		return opsdb.Target{}, fmt.Errorf("stack: SDK %s has no native backend; it came with 2.27", s.SDK)
	}
	return t, nil
}

// statuses are the statuses an operator may have, best first, and that of APIs
// without one.
func statuses() []string {
	return []string{
		string(opsdb.Supported), string(opsdb.Limited), string(opsdb.Fallback),
		string(opsdb.Unsupported), string(opsdb.CUDAOnly), string(opsdb.Unknown), string(opsdb.NoOperator),
	}
}

// namesIn returns the names of a namespace or module, and without one those of
// all operators.
func (a *app) namesIn(namespace string) ([]string, error) {
	if namespace == "" {
		return a.operatorNames(), nil
	}
	names := append(a.db.Names(namespace+"::"), a.db.Names(namespace+".")...)
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "*") })
	if len(names) == 0 {
		return nil, fmt.Errorf("namespace: nothing is known in %q", namespace)
	}
	return names, nil
}

// operatorNames returns the names of all operators in order.
func (a *app) operatorNames() []string {
	var names []string
	a.db.Verdicts(func(v opsdb.Verdict) bool {
		if !strings.HasSuffix(v.Operator, "*") {
			names = append(names, v.Operator)
		}
		return false
	})
	return slices.Compact(names)
}
