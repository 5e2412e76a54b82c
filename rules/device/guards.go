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
	AsksCUDA: true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Models or data are placed on a device only where CUDA is available.

## What breaks

The condition is False on Neuron, so the block is skipped without an error and the
program computes on the host CPU.

## Example

    if torch.cuda.is_available():
        model = model.cuda()

## Use instead

    if torch.accelerator.is_available():
        model = model.to("neuron")

The condition and every problem in its block change together or not at all. In a chain
that asks for other accelerators too (mps, xpu), an arm for Neuron is added and the
others stay.
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

The block is skipped on Neuron without an error: every process trains on its own,
without synchronising gradients, or only one device is used.

## Example

    if torch.cuda.device_count() > 1:
        model = DistributedDataParallel(model)

## Use instead

    if torch.accelerator.device_count() > 1:
        model = DistributedDataParallel(model)

The condition changes only if every problem in its block has a fix.
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

The fix is safe only if the code after the check is known: the surrounding function and
everything it calls, in any file. It is unsafe if that code leads to an unknown library,
or fails without CUDA and has no safe fix.

## When there is no fix

- the check precedes a module that the project compiles for CUDA

## When it is silent

- a raise caught by a handler, after which the program goes on: that is a choice
  (NRN114)
` + guardSource,
	Words: words.Device,
	Run:   func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardAssertion) },
}

var cudaGuard = &analyzer.Rule{
	Code:     "NRN114",
	Name:     "cuda-guard",
	Chooses:  true,
	AsksCUDA: true,
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Code that only runs where CUDA is available.

## What breaks

Often nothing: a block that seeds, synchronises or frees memory on the GPU is not needed
on Neuron, and the finding is a note. A block that reports memory use is skipped,
although Neuron has a function for that. In other blocks, and in a choice between two
ways, Neuron gets the way meant for the CPU.

## Example

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    dtype = torch.bfloat16 if torch.cuda.is_available() else torch.float32

## Use instead

    dtype = torch.bfloat16 if torch.accelerator.is_available() else torch.float32

The fix is safe if the condition only selects one of two dtypes.
torch.cuda.is_bf16_supported() is true on any CUDA machine, by emulation if need be, and
every NeuronCore computes in bfloat16, so the fix asks for the accelerator instead.

If the program also computes with the number of GPUs in such a condition, as in
batch_size // n_gpu, the finding says so, and no safe fix changes a device of the
program until that is fixed.

## When there is no fix

- blocks not needed on Neuron or useful only on GPUs (torch.nn.DataParallel, a CUDA
  kernel)
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
	OfTests:  true,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A test is skipped where CUDA is not available.

## What breaks

The test is skipped on Neuron, and the suite is green without having run it.

## Example

    @pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
    def test_forward(): ...

## Use instead

    @pytest.mark.skipif(not torch.accelerator.is_available(), reason="needs an accelerator")
    def test_forward(): ...

The fix is unsafe: a test of CUDA itself is rightly skipped.

## When it is reported

- skip conditions on CUDA, including the decorators of Hugging Face's libraries such as
  @require_torch_gpu and the conditions of PyTorch's own tests (TEST_CUDA, SM80OrLater,
  @onlyCUDA, @skip_if_lt_x_gpu)
- as a note without a fix: conditions that also ask for a compute capability, a CUDA
  version or a CUDA library, and tests with another decorator for such a library
  (@require_bitsandbytes)
` + guardSource,
	Words: words.Device,
	Run: func(p *analyzer.Pass) error {
		requiredGPU(p)
		onlyForCUDA(p)
		return runGuards(p, semantic.GuardTest)
	},
}
