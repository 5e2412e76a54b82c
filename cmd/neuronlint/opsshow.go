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

func (a *app) opsShowCommand() *cobra.Command {
	settings := config.Default()
	cmd := &cobra.Command{
		Use:   "show NAME...",
		Short: "Show everything known about operators and APIs",
		Long: `Show everything known about operators and public APIs, by any spelling of them:
F.gelu, torch.gelu, aten::gelu, Tensor.gelu_, jax.lax.cond, nn.Conv2d. Every
stack of every SDK is answered for, unless --sdk or --rewrite names one. Of
names of CUDA's side, as torch.cuda.synchronize and Tensor.cuda, it says what
happens without CUDA and what each rewrite puts in their place.`,
		Args: some("the names of operators or APIs", "torch.nn.functional.gelu"),
	}
	addTarget(cmd, &settings)
	a.addConfig(cmd, &settings, nil)
	out := addOpsOutput(cmd, "text", "json")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		sdks, rewrites := config.SDKs(), []string{"xla", "neuron", "portable"}
		if cmd.Flags().Changed("sdk") {
			sdks = []string{settings.SDK}
		}
		if cmd.Flags().Changed("rewrite") {
			rewrites = []string{settings.Rewrite}
		}
		targets, err := combinations(settings, sdks, rewrites)
		if err != nil {
			return err
		}
		rewrites = slices.DeleteFunc(rewrites, func(rewrite string) bool {
			_, err := combinations(settings, sdks, []string{rewrite})
			return err != nil
		})
		return a.opsShow(out, targets, rewrites, args)
	}
	return cmd
}

// combinations are the targets to answer for, each stack of an SDK once. It is an error
// if none of them can exist.
func combinations(s config.Settings, sdks, rewrites []string) ([]opsdb.Target, error) {
	var targets []opsdb.Target
	var refused error
	seen := map[string]bool{}
	for _, s.SDK = range sdks {
		for _, s.Rewrite = range rewrites {
			if err := s.Validate(); err != nil {
				refused = err
				continue
			}
			t := targetOf(&s)
			if key := t.SDK + " " + t.OperatorStack(); !seen[key] {
				seen[key] = true
				targets = append(targets, t)
			}
		}
	}
	if len(targets) == 0 {
		return nil, refused
	}
	return targets, nil
}

func (a *app) opsShow(out *opsOutput, targets []opsdb.Target, rewrites []string, names []string) error {
	style, err := out.style(a)
	if err != nil {
		return err
	}
	entries := make([]report.OpsEntry, 0, len(names))
	for _, name := range names {
		api, ok := lookUp(a.db, name)
		if !ok {
			return unknownName(a.db, name)
		}
		if err := a.db.CheckOverload(api.Name); err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
		entry := a.opsEntry(name, api, targets)
		entry.Replacements = replacements(a.db, api.Name, rewrites)
		entries = append(entries, entry)
	}
	head := a.opsHead()
	head.Target = targets[0].Instance
	return buffered(a.stdout, func(w io.Writer) error {
		if out.format == "json" {
			return report.OpsJSON(w, head, entries)
		}
		return report.OpsShow(w, head, entries, style)
	})
}

// opsEntry collects the answers on an API.
func (a *app) opsEntry(asked string, api opsdb.OperatorAPI, targets []opsdb.Target) report.OpsEntry {
	e := report.OpsEntry{
		Asked: asked, Name: api.Name, Kind: api.Kind,
		Aliases: append([]string{}, api.Aliases...), Operators: append([]string{}, api.Operators...),
		Sometimes: []report.OpsPath{}, Verdicts: []report.OpsVerdict{}, Deprecated: api.Deprecated,
		Removed: api.Removed, Replacement: api.Replacement, Source: api.Source,
	}
	e.Reach = a.reachInWords(api)
	for _, path := range api.Sometimes {
		e.Sometimes = append(e.Sometimes, report.OpsPath{
			Operator: path.Operator, Condition: path.Condition, When: inWords(path.Condition),
		})
	}
	e.CUDA = cudaSide(a.db, api.Name)
	if members, ok := a.db.Beneath(api.Name); ok && api.Kind == unlisted {
		e.Note = "it has no row of its own; what is said of " + members + " goes for every name there"
	}
	if api.Removed {
		return e // it fares alike on every stack
	}
	previous := ""
	for _, t := range targets {
		v := opsVerdict(judge(a.db, api.Name, t))
		if isJAX(api.Name) {
			v.Stack = "jax"
		}
		if key := v.SDK + v.Stack; key != previous {
			e.Verdicts = append(e.Verdicts, v)
			previous = key
		}
	}
	return e
}

// reachInWords says why an API has no operators.
func (a *app) reachInWords(api opsdb.OperatorAPI) string {
	switch api.Reach {
	case opsdb.ReachNone:
		return "none: nothing that it does needs one"
	case opsdb.ReachCallee:
		return "none of its own: it runs those of what it is given or made of"
	case opsdb.ReachCollective:
		return "none: the backend of the process group does the work"
	}
	_, cuda := a.db.API(api.Name)
	if cuda || api.Removed || len(api.Operators)+len(api.Sometimes) > 0 {
		return ""
	}
	return "not worked out"
}

// isJAX tells the names of JAX, which has one backend, from those of PyTorch.
func isJAX(name string) bool {
	return strings.HasPrefix(name, "jax.") || strings.HasPrefix(name, "lax.")
}

// opsVerdict is a judgement as the reports take it.
func opsVerdict(j opsdb.Judgement) report.OpsVerdict {
	v := report.OpsVerdict{
		SDK: j.SDK, Stack: j.Stack, Status: string(j.Status), Evidence: string(j.Deciding.Ref.Evidence),
		Source: j.Deciding.Ref.Source, Conflict: j.Deciding.Conflict, Findings: []report.OpsFinding{},
	}
	if j.Status == opsdb.Unknown {
		v.Reason = j.Deciding.Reason
	}
	for _, f := range j.Findings {
		v.Findings = append(v.Findings, report.OpsFinding{
			Operator: qualified(f.Verdict), Status: string(f.Verdict.Status),
			Condition: f.Condition, When: inWords(f.Condition), Sometimes: f.Sometimes,
			Reason: f.Verdict.Reason, Alternative: f.Verdict.Alternative,
			Evidence: string(f.Verdict.Ref.Evidence), Source: f.Verdict.Ref.Source, Conflict: f.Verdict.Conflict,
		})
	}
	if g := j.General; g.Conflict != "" && len(j.Findings) > 0 && !j.Findings[0].Certain() {
		v.Otherwise = &report.OpsGround{
			Operator: qualified(g), Status: string(g.Status),
			Evidence: string(g.Ref.Evidence), Source: g.Ref.Source, Conflict: g.Conflict,
		}
	}
	return v
}

// qualified is the operator of a verdict with its overload.
func qualified(v opsdb.Verdict) string {
	if v.Overload == "" {
		return v.Operator
	}
	return v.Operator + "." + v.Overload
}
