package framework

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
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
