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
	Doc: `A library is asked for a part that is made for GPUs.

## What breaks

attn_implementation="flash_attention_2" needs flash-attn, load_in_4bit and the
8-bit optimizers need bitsandbytes, and enable_xformers_memory_efficient_attention
needs xformers: none of them has kernels for Neuron. DeepSpeed's engine and the
strategies of Lightning that rest on it are for CUDA. The program names no
package of that kind itself, so that nothing is imported until the option takes
effect, and then it raises. The fields of a data class that is made of such options,
class Arguments(TrainingArguments), count by their defaults.

## Example

    model = AutoModelForCausalLM.from_pretrained(
        name, attn_implementation="flash_attention_2")
    args = TrainingArguments(out, optim="paged_adamw_8bit")

## Use instead

    model = AutoModelForCausalLM.from_pretrained(
        name, attn_implementation="sdpa")
    args = TrainingArguments(out, optim="adamw_torch")

With torch-xla attn_implementation="eager"; the training models of optimum-neuron
take "flash_attention_2" for a kernel of their own. In tests that a decorator skips
without a GPU the same is said once for a file. All fixes are unsafe: the
results differ in the last digits, and so does the memory.

## When there is no fix

What quantizes or shards a model is a choice of its own on Neuron: bf16 weights,
quantization by NxD Inference, torch.distributed.fsdp on the native backend, and
ZeRO-1 under torch-xla.

## Source

Cited with each finding, from the table of framework options
(opsdb/data/framework_options.tsv): the source of Transformers, Accelerate,
Lightning 2.4 and diffusers 0.35; AWS Neuron SDK 2.26, nki/api/nki.kernels.rst.
`,
	Words: words.Options,
	Run:   func(p *analyzer.Pass) error { return run(p, opsdb.OptionFeature) },
}
