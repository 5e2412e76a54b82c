package distributed

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/command"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var cudaEnvVar = &analyzer.Rule{
	Code:     "NRN402",
	Name:     "cuda-env-var",
	Category: analyzer.CategoryEnvVar,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `An environment variable of CUDA, NCCL, NVIDIA's tools or JAX on GPUs.

## What breaks

Setting the variable has no effect on Neuron, and nothing sets it for a program to read.
The worst case is CUDA_VISIBLE_DEVICES: it selects no NeuronCores, so every process sees
all of them, and a program that counts its entries counts none. Other variables tune or
debug software that does not run on Neuron.

## Example

    os.environ["CUDA_VISIBLE_DEVICES"] = str(local_rank)
    os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

## Use instead

NEURON_RT_VISIBLE_CORES selects NeuronCores, as single numbers and inclusive ranges
(0-3); with the native backend torchrun sets it for each process. Cores are smaller than
devices, so the numbers differ.

Variables without a counterpart can be removed. The fix removes a standalone assignment
and is unsafe, because a child process may still read the variable.

## When it is reported

- reads, writes and tests of os.environ, of copies of it, and of dictionaries that
  become the environment of a process; the name may come through a variable, a loop or a
  function of the project

## When it is silent

- NCCL_DEBUG, MASTER_ADDR and other variables that Neuron reads
- strings elsewhere that happen to be such a name

## Source

AWS Neuron SDK 2.26, neuron-runtime/nrt-configurable-parameters.rst. That a
variable is ignored is mostly inferred from who reads it, and said with "may".
`,
	Words: words.Environment,
	Run:   runEnvVar,
}

func runEnvVar(p *analyzer.Pass) error {
	f := environ.New(p)
	for n, name := range p.Model.StringsWith(variable) {
		row, ok := concerns(p, name)
		switch {
		case !ok || p.Model.GuardedForNeuron(n):
		case f.Holds(n):
			reportVariable(p, n, name, row, variableFixes(p, f, n, row))
		case f.Reaches(n):
			reportVariable(p, n, name, row, nil)
		}
	}
	for _, call := range p.Model.Calls() {
		reportInCommand(p, call)
		if !f.TakesKeywords(call) {
			continue
		}
		for a := range p.Tree.Args(call) {
			if a.Name == syntax.None {
				continue
			}
			if row, ok := concerns(p, p.Tree.Text(a.Name)); ok {
				reportVariable(p, a.Name, p.Tree.Text(a.Name), row, nil)
			}
		}
	}
	return nil
}

// reportInCommand reports the variables that a shell sets for a command:
// os.system("CUDA_VISIBLE_DEVICES=0 python train.py").
func reportInCommand(p *analyzer.Pass, call syntax.Node) {
	for _, line := range command.Lines(p, call) {
		for _, word := range strings.Fields(line) {
			name, _, set := strings.Cut(word, "=")
			if !set && word != "export" && word != "env" {
				break
			}
			if row, ok := concerns(p, name); ok && set && !p.Model.GuardedForNeuron(call) {
				reportVariable(p, p.Tree.Callee(call), name, row, nil)
			}
		}
	}
}

// variable reports whether a string is written like the name of a variable.
func variable(s string) bool {
	return len(s) > 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// concerns looks up a variable that does not mean the same on Neuron.
func concerns(p *analyzer.Pass, name string) (opsdb.EnvVar, bool) {
	return environ.Concerns(p.DB, p.Target, name)
}

func reportVariable(p *analyzer.Pass, n syntax.Node, name string, row opsdb.EnvVar, fixes []analyzer.Fix) {
	severity := analyzer.Info
	if name == "CUDA_VISIBLE_DEVICES" {
		severity = analyzer.Warning
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(n),
		Message:    "`" + name + "` " + environ.Effect(row),
		Help:       environ.Help(row),
		Severity:   severity,
		Confidence: analyzer.Certain,
		Fact:       row.Ref,
		Fixes:      fixes,
	})
}

// isSet reports whether a name is that of an item that a statement assigns.
func isSet(t *syntax.Tree, n syntax.Node) bool {
	item := t.Parent(n)
	assign := t.Parent(item)
	return t.Kind(item) == syntax.KindSubscript && t.Kind(assign) == syntax.KindAssignment && t.Child(assign, syntax.FieldLeft) == item
}

// variableFixes rename the variable, or remove a statement that only sets it.
func variableFixes(p *analyzer.Pass, f *environ.Finder, n syntax.Node, row opsdb.EnvVar) []analyzer.Fix {
	fix := analyzer.Fix{Requires: usage.Requires(p, row.Ref)}
	fix.Take(rewrite.SettingTrust(row.Safety, row.Name))
	switch row.Action {
	case opsdb.ActionRename:
		info, ok := p.Tree.String(n)
		if !ok {
			return nil
		}
		fix.Title = "use " + row.Instead
		fix.Edits = []analyzer.Edit{rewrite.Edit(p, info.Content, row.Instead)}
	case opsdb.ActionRemove:
		stmt := f.Setter(n)
		if stmt == syntax.None || p.Target.Rewrite == opsdb.RewritePortable {
			return nil // portable code runs on CUDA still, which the variable is for
		}
		rewrite.Delete(p, &fix, stmt, "remove the setting")
	default:
		return environ.NotSet(row, f.Setter(n) != syntax.None || isSet(p.Tree, n))
	}
	if p.Tree.InError(n) {
		return nil
	}
	return []analyzer.Fix{fix}
}
