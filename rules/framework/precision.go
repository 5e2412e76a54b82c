package framework

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var gpuPrecision = &analyzer.Rule{
	Code:     "NRN713",
	Name:     "framework-gpu-precision",
	Category: analyzer.CategoryPrecision,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A library is asked for a number format made for GPUs.

## What breaks

fp16 with loss scaling is the mixed precision of older GPUs: Accelerate 1.7, and with it
the Transformers Trainer, rejects fp16 on unknown devices, and Lightning's "16-mixed"
scales losses with a GradScaler for CUDA. tf32=True raises without CUDA, and fp8 needs
transformer-engine or MS-AMP. fp16=not torch.cuda.is_bf16_supported() means fp16=True on
Neuron.

## Example

    args = TrainingArguments(out, fp16=True)
    accelerator = Accelerator(mixed_precision="fp16")

## Use instead

    args = TrainingArguments(out, bf16=True)
    accelerator = Accelerator(mixed_precision="bf16")

bf16 has the range of fp32 and needs no loss scaling. The fixes are unsafe: the results
differ, on GPUs too.

## When it is reported

- a setting by its default, too: of a command-line option, a field or a parameter

## Source

Cited with each finding, from the table of framework options
(opsdb/data/framework_options.tsv): Accelerate 1.7, accelerator.py; Transformers,
training_args.py; Lightning 2.4; AWS Neuron SDK 2.26, libraries/nxd-training/
developer_guides/nemo_nxdt_mapping.csv, for transformer-engine.
`,
	Words: words.Options,
	Run:   func(p *analyzer.Pass) error { return run(p, opsdb.OptionPrecision) },
}
