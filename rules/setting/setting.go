// Package setting holds the rules about configurations of trainers and services, and about
// sources in CUDA and their builds.
package setting

import (
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{gpuSetting, cudaSource, cudaBuild} }

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
- as options of commands that start a program in Python
- requests for GPUs beside processors and memory, whatever reads them

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
	if projectfile.ForOthers(p.DB, p.File.Path) {
		return nil
	}
	var told projectfile.Told
	besides := requests(p.File.Settings)
	settings := slices.Concat(p.File.Settings, options(p.File), variables(p.File.Variables))
	for i := range settings {
		s := &settings[i]
		own := i < len(p.File.Settings)
		fact, ok := settingFact(p.DB, s)
		switch {
		case !ok && !own && strings.EqualFold(s.Value, "nccl"): // whatever the option is called
			fact, ok = p.DB.ProjectFact(system, "backend=nccl")
		case !ok && own && besides[s.Key]:
			fact, ok = p.DB.ProjectFact(system, "resources.gpu="+s.Value)
		}
		if !ok || !own && asks(&fact) || counts(&fact) && !count.MatchString(s.Value) {
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

// requests are the keys of GPUs beside those of processors and memory: whatever reads them
// asks a machine for all three.
func requests(settings []project.Setting) map[string]bool {
	keys, found := make(map[string]bool), make(map[string]bool)
	for i := range settings {
		keys[strings.ToLower(settings[i].Key)] = true
	}
	for i := range settings {
		s := &settings[i]
		around, name := "", s.Key
		if at := strings.LastIndexByte(s.Key, '.'); at >= 0 {
			around, name = strings.ToLower(s.Key[:at+1]), s.Key[at+1:]
		}
		switch strings.ToLower(name) {
		case "gpu", "gpus":
			found[s.Key] = count.MatchString(s.Value) && keys[around+"memory"] && (keys[around+"cpu"] || keys[around+"cpus"])
		}
	}
	return found
}

// count is a number of things, and some of them.
var count = regexp.MustCompile(`^[1-9]\d*$`)

// options are the settings that commands give to the programs that they start: as
// trainer.accelerator=gpu, --backend nccl, --load_in_4bit.
func options(f *project.File) (list []project.Setting) {
	serves := slices.ContainsFunc(f.Images, func(i project.Image) bool { return strings.Contains(i.Text, vllm) })
	for i := range f.Commands {
		c := &f.Commands[i]
		args := c.Args()
		switch {
		case startsPython(c):
			args = args[1+slices.IndexFunc(args, isProgram):]
		case serves || slices.ContainsFunc(c.Words, func(w project.Word) bool { return strings.Contains(w.Text, vllm) }):
			args = c.Words
		default:
			continue
		}
		for k, w := range args {
			key, value, ok := strings.Cut(strings.TrimLeft(w.Text, "-+"), "=")
			s := project.Setting{Key: key, Value: value, Span: w.Span}
			switch option := strings.HasPrefix(w.Text, "-"); {
			case ok:
			case option && k+1 < len(args) && !strings.HasPrefix(args[k+1].Text, "-"):
				s.Value, s.Span.End = args[k+1].Text, args[k+1].Span.End
			case option:
				s.Value = "true"
			default:
				continue
			}
			list = append(list, s)
		}
	}
	return list
}

// vllm is in the names of the program that serves models and of its images, which pass their
// arguments on to it.
const vllm = "vllm"

// defaultValue is the expansion of a variable with a default.
var defaultValue = regexp.MustCompile(`^\$\{\w+:?[-=]([^}]*)\}$`)

// variables are the settings that variables of the environment and of scripts give to
// programs.
func variables(set []project.Variable) (list []project.Setting) {
	for i := range set {
		v := &set[i]
		value := strings.Trim(v.Value, `"'`)
		if m := defaultValue.FindStringSubmatch(value); m != nil {
			value = strings.Trim(m[1], `"'`)
		}
		list = append(list, project.Setting{Key: v.Name, Value: value, Span: v.NameSpan})
	}
	return list
}

// startsPython reports whether a command starts a program in Python.
func startsPython(c *project.Command) bool { return slices.ContainsFunc(c.Words, isProgram) }

// isProgram reports whether a word is a program in Python, or the module behind it is one.
func isProgram(w project.Word) bool { return strings.HasSuffix(w.Text, ".py") || w.Text == "-m" }

// asks reports whether a row is about a request for GPUs. An option that sounds like one is
// the program's own, and may count anything.
func asks(fact *opsdb.ProjectFact) bool {
	return strings.HasPrefix(fact.What, "a request") || strings.HasPrefix(fact.What, "a number")
}

// counts reports whether a row is about a number that any program may read: there may be
// other things of that name.
func counts(fact *opsdb.ProjectFact) bool {
	return strings.HasPrefix(fact.What, "a number") && fact.Consequence == "differs"
}

// settingFact is the row about a setting, by its own key and those around it.
func settingFact(db *opsdb.DB, s *project.Setting) (opsdb.ProjectFact, bool) {
	switch strings.ToLower(s.Value) {
	case "", "false", "0", "null", "none", "~", "no", "off", "-1":
		return opsdb.ProjectFact{}, false
	}
	for key := strings.ReplaceAll(s.Key, "-", "_"); ; {
		if fact, ok := db.ProjectFact(system, key+"="+s.Value); ok {
			return fact, true
		}
		if fact, ok := modelOfGPU(db, key, s.Value); ok {
			return fact, true
		}
		_, rest, ok := strings.Cut(key, ".")
		if !ok {
			break
		}
		key = rest
	}
	if number.MatchString(s.Value) { // whatever the key is called
		return db.ProjectFact(system, "device="+s.Value)
	}
	return opsdb.ProjectFact{}, false
}

// number is a CUDA device with its number, which is nothing else.
var number = regexp.MustCompile(`^cuda:\d{1,2}$`)

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

// last is the last part of a dotted key, with the one before it if it only turns that on.
func last(key string) string {
	name := key[strings.LastIndexByte(key, '.')+1:]
	if around, ok := strings.CutSuffix(key, "."+name); ok && strings.EqualFold(name, "enabled") {
		return last(around) + "." + name
	}
	return name
}
