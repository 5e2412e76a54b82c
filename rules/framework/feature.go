package framework

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuFeature = &analyzer.Rule{
	Code:     "NRN712",
	Name:     "framework-gpu-feature",
	Category: analyzer.CategoryLibrary,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A library is asked for a feature made for GPUs.

## What breaks

The option loads a package without kernels for Neuron and raises when it takes effect:
attn_implementation="flash_attention_2" needs flash-attn, load_in_4bit and the 8-bit
optimizers need bitsandbytes, and enable_xformers_memory_efficient_attention needs
xformers. DeepSpeed's engine and the Lightning strategies built on it are for CUDA. The
program itself imports no such package.

## Example

    model = AutoModelForCausalLM.from_pretrained(
        name, attn_implementation="flash_attention_2")
    args = TrainingArguments(out, optim="paged_adamw_8bit")

## Use instead

    model = AutoModelForCausalLM.from_pretrained(
        name, attn_implementation="sdpa")
    args = TrainingArguments(out, optim="adamw_torch")

With torch-xla use attn_implementation="eager"; the training models of optimum-neuron
map "flash_attention_2" to a kernel of their own. All fixes are unsafe: results differ
in the last digits, and so does memory use.

## When there is no fix

Quantization and sharding are separate choices on Neuron: bf16 weights, quantization by
NxD Inference, torch.distributed.fsdp on the native backend, and ZeRO-1 under torch-xla.

## When it is reported

- the fields of a data class of such options, class Arguments(TrainingArguments), by
  their defaults
- once for a file, in tests that a decorator skips without a GPU

## Source

Cited with each finding, from the table of framework options
(opsdb/data/framework_options.tsv): the source of Transformers, Accelerate,
Lightning 2.4 and diffusers 0.35; AWS Neuron SDK 2.26, nki/api/nki.kernels.rst.
`,
	Words: words.Options,
	Run:   func(p *analyzer.Pass) error { return run(p, opsdb.OptionFeature) },
}
