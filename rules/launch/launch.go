// Package launch holds the rules about the commands and settings that start programs.
package launch

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/environ"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{cudaSetting, gpuCommand} }

var cudaSetting = &analyzer.Rule{
	Code:     "NRN931",
	Name:     "cuda-setting",
	Category: analyzer.CategoryEnvVar,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `An environment variable of CUDA, NCCL or NVIDIA's tools is set for a program.

## What breaks

Setting the variable has no effect on Neuron. The worst case is CUDA_VISIBLE_DEVICES,
which selects no NeuronCores: every process sees all of them. Others tune or debug
software that does not run on Neuron.

## Example

    export CUDA_VISIBLE_DEVICES=0,1
    NCCL_P2P_DISABLE=1 torchrun train.py

## Use instead

NEURON_RT_VISIBLE_CORES selects NeuronCores, as single numbers and inclusive ranges
(0-3). Cores are smaller than GPUs, so the numbers differ.

Variables without a counterpart can be removed. The fix removes a standalone setting and
is unsafe, because another program may read the variable.

## When it is reported

- variables of images (ENV), of containers and jobs in YAML, and those that a script
  exports or sets for a command

## When it is silent

- variables that a script keeps to itself
- values that hide GPUs
- variables that Neuron reads (NCCL_DEBUG), and those of EFA

## Source

The table of variables (opsdb/data/environment.tsv); AWS Neuron SDK 2.26,
neuron-runtime/nrt-configurable-parameters.rst. That a variable is ignored is mostly
inferred from who reads it, and said with "may".
`,
	ProjectWords: func(db *opsdb.DB) analyzer.Words { return analyzer.Words{Parts: db.EnvVarNames()} },
	Project:      runCUDASetting,
}

func runCUDASetting(p *analyzer.ProjectPass) error {
	if projectfile.ForOthers(p.DB, p.File.Path) {
		return nil
	}
	var told projectfile.Told
	for i := range p.File.Variables {
		v := &p.File.Variables[i]
		row, ok := environ.Concerns(p.DB, p.Target, v.Name)
		if !ok || v.Local || hides(v) || vague(row) {
			continue
		}
		d := &analyzer.Diagnostic{
			Message: projectfile.Code(v.Name) + " " + environ.Effect(row), Help: environ.Help(row),
			Severity: analyzer.Info, Confidence: analyzer.Certain, Fact: row.Ref,
		}
		if v.Name == "CUDA_VISIBLE_DEVICES" {
			d.Severity = analyzer.Warning
		}
		place := projectfile.Place{Span: v.NameSpan}
		if v.Whole.Len() > 0 {
			place.Edits = []analyzer.Edit{p.Edit(v.Whole, "")}
		}
		d.Fixes = environ.NotSet(row, true)
		told.Add(v.Name, d, settingFix(p, row), place)
	}
	told.Report(p)
	return nil
}

// vague reports whether a row is about a family of names in which projects have names
// of their own, such as CUDA_TAG.
func vague(row opsdb.EnvVar) bool {
	return strings.HasSuffix(row.Name, "*") && row.Action == opsdb.ActionManual && row.Name != "NCCL_*"
}

// hides reports whether a variable takes all GPUs away.
func hides(v *project.Variable) bool {
	switch v.Name {
	case "CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "JAX_CUDA_VISIBLE_DEVICES":
		switch strings.ToLower(strings.Trim(v.Value, `"' `)) {
		case "", "-1", "none", "void", "nodevfiles":
			return true
		}
	}
	return false
}

// settingFix takes out a setting that nothing reads.
func settingFix(p *analyzer.ProjectPass, row opsdb.EnvVar) *analyzer.Fix {
	if row.Action != opsdb.ActionRemove || projectfile.Portable(p) {
		return &analyzer.Fix{}
	}
	fix := &analyzer.Fix{Title: "remove the setting", Requires: analyzer.Requires{Stack: p.Target.Rewrite.Stack(), SDK: row.Ref.SDK}}
	fix.Take(rewrite.SettingTrust(row.Safety, row.Name))
	return fix
}
