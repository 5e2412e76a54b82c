package device

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

const guardSource = `
## Source

torch.cuda.is_available() and device_count() without CUDA: PyTorch 2.8,
torch/cuda/__init__.py. torch.accelerator finds the Neuron device by itself: AWS
Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`

var guardedPlacement = &analyzer.Rule{
	Code:     "NRN111",
	Name:     "cuda-guarded-placement",
	Chooses:  true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Models or data are placed on a device only where CUDA is available.

## What breaks

Nothing raises: the condition is False on Neuron, the block is skipped, and the
program computes on the host CPU.

## Example

    if torch.cuda.is_available():
        model = model.cuda()

## Use instead

    if torch.accelerator.is_available():
        model = model.to("neuron")

The condition and everything wrong in its block change together or not at all.
In a chain that asks for other accelerators too (mps, xpu) an arm for Neuron is
added and the others stay.
` + guardSource,
	Words: words.Device,
	Run:   func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardPlacement) },
}

var guardedSync = &analyzer.Rule{
	Code:     "NRN112",
	Name:     "cuda-guarded-sync",
	Chooses:  true,
	Category: analyzer.CategoryDistributed,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Process groups or data parallelism are set up only where CUDA is available.

## What breaks

On Neuron the block is skipped without an error: every process trains on its
own, without synchronising gradients, or only one device is used.

## Example

    if torch.cuda.device_count() > 1:
        model = DistributedDataParallel(model)

## Use instead

    if torch.accelerator.device_count() > 1:
        model = DistributedDataParallel(model)

The condition changes only if everything wrong in its block has a fix.
` + guardSource,
	Words: words.Device,
	Run:   func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardSync) },
}

var cudaAssertion = &analyzer.Rule{
	Code:     "NRN113",
	Name:     "cuda-assertion",
	Chooses:  true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `The program insists on CUDA.

## What breaks

The assertion fails, or the exception is raised, on every Neuron machine.

## Example

    assert torch.cuda.is_available(), "needs an accelerator"
    if not torch.cuda.is_available():
        raise RuntimeError("needs an accelerator")

## Use instead

    assert torch.accelerator.is_available(), "needs an accelerator"

The fix is safe only where it is known what follows: the function around the refusal
and what it calls, in whatever files. Where that leads to a library of which nothing
is known, or to something that raises for want of CUDA and has no safe fix, it is
unsafe; before a module that the project compiles for CUDA nothing changes. A raise
that a handler takes, so that the program goes on, is no refusal but a choice (NRN114).
` + guardSource,
	Words: words.Device,
	Run:   func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardAssertion) },
}

var cudaGuard = &analyzer.Rule{
	Code:     "NRN114",
	Name:     "cuda-guard",
	Chooses:  true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Code that only runs where CUDA is available.

## What breaks

Often nothing: a block that seeds, synchronises or frees memory on the GPU is
not missed on Neuron, and the finding is for information. One that tells how much
memory is in use is left out, and Neuron has a function for that. Where the block does
something else, or the condition chooses between two ways, Neuron gets what was
meant for the CPU.

## Example

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    dtype = torch.bfloat16 if torch.cuda.is_available() else torch.float32

## Use instead

    dtype = torch.bfloat16 if torch.accelerator.is_available() else torch.float32

The fix is safe where all that the condition decides is which of two dtypes an
expression yields. torch.cuda.is_bf16_supported() is true on any machine with CUDA,
by emulation if need be, and every NeuronCore computes in bfloat16: the accelerator
is asked for instead. A block that is not missed, or that serves GPUs alone
(torch.nn.DataParallel, a kernel for CUDA), is left alone.

Where the program also computes with the number of GPUs that such a condition asks for,
as in batch_size // n_gpu, the finding says so, and no safe fix changes a device of the
program until that is fixed.
` + guardSource,
	Words: words.Device,
	Run: func(p *analyzer.Pass) error {
		return runGuards(p, semantic.GuardHarmless, semantic.GuardGPUOnly, semantic.GuardOther, semantic.GuardExit)
	},
}

var skippedTest = &analyzer.Rule{
	Code:     "NRN115",
	Name:     "cuda-skipped-test",
	Category: analyzer.CategoryTestGate,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A test is skipped where CUDA is not available.

## What breaks

The test is skipped on Neuron, and the suite is green without having run it. So
do the decorators of Hugging Face's libraries, such as @require_torch_gpu, and what
PyTorch's own tests ask (TEST_CUDA, SM80OrLater, @onlyCUDA, @skip_if_lt_x_gpu).

## Example

    @pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
    def test_forward(): ...

## Use instead

    @pytest.mark.skipif(not torch.accelerator.is_available(), reason="needs an accelerator")
    def test_forward(): ...

The fix is unsafe: a test of CUDA itself is rightly skipped. Where the condition
asks for a compute capability, a version of CUDA or a library that needs it as
well, or another decorator for such a library (@require_bitsandbytes), the finding is
a note without a fix.
` + guardSource,
	Words: words.Device,
	Run: func(p *analyzer.Pass) error {
		requiredGPU(p)
		onlyForCUDA(p)
		return runGuards(p, semantic.GuardTest)
	},
}
