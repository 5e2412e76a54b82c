// Package setting holds the rules about configurations of trainers and services, and about
// sources in CUDA.
package setting

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{gpuSetting, cudaSource} }

// system is that of the table of project files.
const system = "setting"

var gpuSetting = &analyzer.Rule{
	Code:     "NRN941",
	Name:     "gpu-setting",
	Category: analyzer.CategoryConfig,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A configuration that selects GPUs, or software made for them.

## What breaks

The program that reads the configuration asks for a GPU and fails, or uses a package
that needs one: DeepSpeed, flash-attn, xformers, bitsandbytes.

## Example

    trainer:
      accelerator: gpu
      precision: 16-mixed
    model:
      attn_implementation: flash_attention_2

## Use instead

The finding names the counterpart on Neuron. The fix writes values that have one, such
as sdpa for flash_attention_2. It is unsafe: the code that reads the configuration is
not examined.

## When it is reported

- in YAML, JSON and TOML: settings of Accelerate, DeepSpeed, Lightning, Hydra, Axolotl,
  torchtitan, Hugging Face, NeMo, Ray, SkyPilot, Cog, ECS and others, by their keys and
  values
- in Terraform: GPU node images and accelerators

## When it is silent

- settings that turn something off: false, 0, null

## Source

The table of project files (opsdb/data/project.tsv) for each setting.
`,
	ProjectWords: settingWords,
	Project:      runGPUSetting,
}

func settingWords(db *opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: db.SettingWords()}
}

func runGPUSetting(p *analyzer.ProjectPass) error {
	if projectfile.OtherVendor(p.DB, p.File.Path) {
		return nil
	}
	var told projectfile.Told
	for i := range p.File.Settings {
		s := &p.File.Settings[i]
		fact, ok := settingFact(p.DB, s)
		if !ok {
			continue
		}
		name := last(s.Key)
		if s.Value != project.Enabled {
			name += ": " + s.Value
		}
		place := projectfile.Place{Span: s.Span}
		fix := &analyzer.Fix{}
		if fact.Replacement != "" && s.ValueSpan.Len() > 0 {
			place.Edits = []analyzer.Edit{p.Edit(s.ValueSpan, fact.Replacement)}
			fix = projectfile.Unsafe(p, &fact, "write "+fact.Replacement, "the code that reads the configuration is not examined")
		}
		told.Add(fact.What+fact.Replacement, projectfile.Of(&fact, name), fix, place)
	}
	told.Report(p)
	return nil
}

// settingFact is the row about a setting, by its own key and those around it.
func settingFact(db *opsdb.DB, s *project.Setting) (opsdb.ProjectFact, bool) {
	switch strings.ToLower(s.Value) {
	case "", "false", "0", "null", "none", "~", "no", "off", "-1":
		return opsdb.ProjectFact{}, false
	}
	for key := s.Key; ; {
		if fact, ok := db.ProjectFact(system, key+"="+s.Value); ok {
			return fact, true
		}
		if fact, ok := modelOfGPU(db, key, s.Value); ok {
			return fact, true
		}
		_, rest, ok := strings.Cut(key, ".")
		if !ok {
			return opsdb.ProjectFact{}, false
		}
		key = rest
	}
}

// anyGPU stands for the names of GPUs in the table.
const anyGPU = "=<gpu>"

// modelOfGPU is the row about a setting that is a model of GPUs, or whose key is one, with
// the number of them as the value.
func modelOfGPU(db *opsdb.DB, key, value string) (opsdb.ProjectFact, bool) {
	if _, ok := db.ProjectFact("gpu", value); ok {
		return db.ProjectFact(system, key+anyGPU)
	}
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		if _, ok := db.ProjectFact("gpu", key[i+1:]); ok {
			return db.ProjectFact(system, key[:i]+anyGPU)
		}
	}
	return opsdb.ProjectFact{}, false
}

// last is the last part of a dotted key.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
