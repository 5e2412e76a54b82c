package distributed

import (
	"path"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/command"
)

var gpuLaunch = &analyzer.Rule{
	Code:     "NRN407",
	Name:     "gpu-launch",
	Category: analyzer.CategoryLaunch,
	Since:    "0.1.0",
	Doc: `A program starts another with a launcher's GPU options.

## What breaks

torchrun --nproc_per_node=gpu raises without CUDA, and a number counts the GPUs of
another machine, while on Neuron each process drives one NeuronCore. For --gpus Docker
passes in no Neuron device, and no documentation says that Slurm finds NeuronCores by
--gres=gpu. The DeepSpeed launcher and accelerate launch --multi_gpu start processes for
GPUs.

## Example

    subprocess.run(["torchrun", "--nproc_per_node=gpu", "train.py"])
    os.system("docker run --gpus all image")

## Use instead

    subprocess.run(["torchrun", "--nproc_per_node=64", "train.py"])
    os.system("docker run --device=/dev/neuron0 image")

## When there is no fix

The number of NeuronCores depends on the instance and on how many of them the program
can use, so nothing is rewritten.

## Source

Cited with each finding: AWS Neuron SDK 2.26, pytorch-neuron-programming-guide.rst
and containers/tutorials/build-run-neuron-container.rst; PyTorch 2.8,
torch/distributed/run.py; Accelerate 1.7.
`,
	Words: func(*opsdb.DB) analyzer.Words {
		return analyzer.Words{Parts: []string{"nproc", "multi_gpu", "gpu_ids"}, Names: []string{"deepspeed", "gpus", "gres", "nvidia"}}
	},
	Run: runGPULaunch,
}

func runGPULaunch(p *analyzer.Pass) error {
	for _, call := range p.Model.Calls() {
		for _, line := range command.Lines(p, call) {
			l, ok := launched(line)
			if !ok || p.Model.GuardedForNeuron(call) || knowsNeuron(p.Tree.Text(call)) {
				continue
			}
			api, conf := p.Model.CallName(call)
			p.Report(analyzer.Diagnostic{
				Span: p.Tree.Span(call), Message: "`" + l.option + "` " + l.reason, Help: l.help,
				Severity: l.severity, Confidence: conf, API: api,
				Fact: opsdb.Ref{Evidence: l.evidence, Source: l.source},
			})
			break
		}
	}
	return nil
}

// knowsNeuron reports whether a call says something of Neuron, or counts whatever
// accelerators there are.
func knowsNeuron(text string) bool {
	return strings.Contains(strings.ToLower(text), "neuron") || strings.Contains(text, "torch.accelerator")
}

// launch is the part of a command about GPUs, with the facts about it.
type launch struct {
	option, reason, help string
	severity             analyzer.Severity
	evidence             opsdb.Evidence
	source               string
}

// launched reads a command's statements about GPUs.
func launched(line string) (launch, bool) {
	name, rest := command.Split(line)
	words := strings.Fields(rest)
	if strings.HasPrefix(name, "python") && len(words) > 1 && words[0] == "-m" {
		name, words = words[1], words[2:]
	}
	switch path.Base(name) {
	case "torchrun", "torch.distributed.run", "torch.distributed.launch":
		return torchrun(words)
	case "accelerate", "accelerate.commands.launch":
		return accelerate(words)
	case "deepspeed":
		return launch{
			option: "deepspeed", reason: "starts processes for the DeepSpeed engine, which is not for Neuron",
			help: "start one process per NeuronCore with torchrun", severity: analyzer.Warning,
			evidence: opsdb.FromSource, source: "huggingface/accelerate@16cb6eb8:src/accelerate/commands/config/cluster.py:237",
		}, true
	case "docker", "podman":
		return container(words)
	case "srun", "sbatch", "salloc":
		return slurm(words)
	}
	return launch{}, false
}

func torchrun(words []string) (launch, bool) {
	const guide = "aws-neuron-sdk@v2.26.1:frameworks/torch/torch-neuronx/programming-guide/training/pytorch-neuron-programming-guide.rst:"
	option, value := find(words, "--nproc_per_node", "--nproc-per-node")
	l := launch{option: option + "=" + value, help: "start one process per NeuronCore: 64 on trn2.48xlarge, 32 on trn1.32xlarge"}
	n, err := strconv.Atoi(value)
	switch {
	case value == "gpu":
		l.reason, l.severity = "raises without CUDA", analyzer.Error
		l.evidence, l.source = opsdb.FromSource, "pytorch/pytorch@v2.8.0:torch/distributed/run.py:665"
	case err != nil || n < 2:
		return l, false // chosen by the launcher, or when the program runs
	default:
		l.reason, l.severity = "counts the GPUs of a machine; on Neuron each process drives one NeuronCore", analyzer.Info
		l.evidence, l.source = opsdb.Documented, guide+"179"
	}
	return l, true
}

func accelerate(words []string) (launch, bool) {
	for _, name := range []string{"--multi_gpu", "--gpu_ids"} {
		if option, _ := find(words, name); option != "" {
			return launch{
				option: option, reason: "makes Accelerate start processes for GPUs", severity: analyzer.Warning,
				help:     "drop it, and start one process per NeuronCore with torchrun",
				evidence: opsdb.FromSource, source: "huggingface/accelerate@v1.7.0:src/accelerate/commands/launch.py:790",
			}, true
		}
	}
	return launch{}, false
}

func container(words []string) (launch, bool) {
	option, value := find(words, "--gpus", "--runtime")
	if option == "" || option == "--runtime" && value != "nvidia" {
		return launch{}, false
	}
	return launch{
		option: option, reason: "requests GPUs and passes in no Neuron device", severity: analyzer.Warning,
		help:     "pass in each device with `--device=/dev/neuron0` and so on",
		evidence: opsdb.Inferred, source: "aws-neuron-sdk@v2.26.1:containers/tutorials/build-run-neuron-container.rst:72",
	}, true
}

func slurm(words []string) (launch, bool) {
	option, value := find(words, "--gpus", "--gpus-per-node", "--gpus-per-task", "--gres")
	if option == "" || option == "--gres" && !strings.HasPrefix(value, "gpu") {
		return launch{}, false
	}
	return launch{
		option: option, reason: "requests GPUs from Slurm, and no such resource is documented for NeuronCores",
		help: "drop it, and request whole nodes (`--exclusive`)", severity: analyzer.Warning,
		evidence: opsdb.Inferred, source: "aws-neuron-sdk@v2.26.1:libraries/nxd-training/tutorials/megatron_gpt_pretraining.rst:126",
	}, true
}

// find is the first of some options in a command, with its value: behind an
// equals sign, or the next word.
func find(words []string, names ...string) (option, value string) {
	for i, w := range words {
		name, value, set := strings.Cut(w, "=")
		for _, want := range names {
			if name != want {
				continue
			}
			if !set && i+1 < len(words) {
				value = words[i+1]
			}
			return name, value
		}
	}
	return "", ""
}
