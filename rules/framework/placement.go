package framework

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuPlacement = &analyzer.Rule{
	Code:     "NRN711",
	Name:     "framework-gpu-placement",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A library is asked to run on GPUs.

## What breaks

Libraries above PyTorch choose the device themselves, in their own terms:

- Lightning: accelerator="gpu" raises without CUDA; accelerator="auto", and a Trainer
  without one, use the CPU, since Lightning has no accelerator for Neuron
- device_map="auto" leaves a model on the host, because Accelerate spreads models only
  over devices that it knows; where the program moves the model afterwards, that is a note
- Ray: tasks with num_gpus wait for a GPU that no node has, and so may jobs that submitit
  or NeMo-Run hand to Slurm with gpus_per_node
- ONNX Runtime falls back to the CPU
- spaCy's require_gpu and the GPU indexes of Faiss raise

## Example

    model = AutoModelForCausalLM.from_pretrained(name, device_map="auto")
    trainer = L.Trainer(accelerator="gpu", devices=8)

    @ray.remote(num_gpus=1)
    def evaluate(batch): ...

## Use instead

    model = AutoModelForCausalLM.from_pretrained(name).to("neuron")

    @ray.remote(resources={"neuron_cores": 1})
    def evaluate(batch): ...

With torch-xla, Lightning runs with neuronx_distributed.lightning.NeuronXLAStrategy.
All fixes are unsafe: the numbers counted GPUs.

## When it is silent

- "cuda" as a PyTorch device (NRN101), and a number in its place (NRN104)

## Source

Cited with each finding, from the table of framework options
(opsdb/data/framework_options.tsv): the source of Lightning 2.4, Accelerate 1.7,
diffusers 0.35 and Ray; AWS Neuron SDK 2.26, libraries/neuronx-distributed/
api-reference-guide-training.rst.
`,
	Words: words.Options,
	Run:   func(p *analyzer.Pass) error { return run(p, opsdb.OptionPlacement) },
}

// nameDevices writes the names of devices for the numbers in a device_map, with all names
// of CUDA devices beside them: {"": 0}, {"encoder": "cuda:0", "decoder": 1}.
func nameDevices(p *analyzer.Pass, o opsdb.FrameworkOption, at syntax.Node) (fix analyzer.Fix, ok bool) {
	if p.Target.Rewrite != opsdb.RewriteNeuron || failsOnPurpose(p, at) || quantizes(p, at) {
		return fix, false
	}
	values := []syntax.Node{at}
	if p.Tree.Kind(at) == syntax.KindDictionary {
		values = values[:0]
		for pair := range p.Tree.Children(at) {
			if p.Tree.Kind(pair) != syntax.KindPair {
				return fix, false
			}
			values = append(values, p.Tree.Unparen(p.Tree.Child(pair, syntax.FieldValue)))
		}
	}
	for _, value := range values {
		switch text, _ := p.Tree.StringValue(value); {
		case p.Tree.Kind(value) == syntax.KindInteger:
			fix.Edits = append(fix.Edits, rewrite.Replace(p, value, `"`+rewrite.Native+":"+p.Tree.Text(value)+`"`))
		case text == "cuda" || strings.HasPrefix(text, "cuda:"):
			fix.Edits = append(fix.Edits, rewrite.Replace(p, value, `"`+strings.Replace(text, "cuda", rewrite.Native, 1)+`"`))
		case text != "cpu" && text != "disk":
			return fix, false
		}
	}
	fix.Title = "name the Neuron device"
	fix.Requires = analyzer.Requires{Stack: p.Target.Rewrite.Stack(), SDK: o.Ref.SDK}
	fix.Take(analyzer.Doubtful("it is not known whether Accelerate places models on NeuronCores"))
	return fix, len(fix.Edits) > 0
}

// quantizes reports whether the call that takes a device_map quantizes the model, with
// kernels that are for GPUs.
func quantizes(p *analyzer.Pass, at syntax.Node) bool {
	call := p.Tree.Parent(p.Tree.Parent(p.Tree.Parent(at)))
	for _, name := range []string{"quantization_config", "load_in_8bit", "load_in_4bit"} {
		if p.Tree.Kind(call) == syntax.KindCall && p.Tree.Keyword(call, name) != syntax.None {
			return true
		}
	}
	return false
}
