package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/command"
)

var nvidiaTool = &analyzer.Rule{
	Code:     "NRN706",
	Name:     "nvidia-tool",
	Category: analyzer.CategoryProfiling,
	Since:    "0.1.0",
	Doc: `The program runs a command of NVIDIA's tools.

## What breaks

A machine with Trainium or Inferentia has no nvidia-smi, nsys, ncu, nvcc or similar
tools: subprocess raises FileNotFoundError, and a shell reports that the command is not
found.

## Example

    out = subprocess.check_output(["nvidia-smi", "--query-gpu=memory.used", "--format=csv"])
    os.system("nvidia-smi")

## Use instead

- neuron-ls lists the devices (--json-output for programs, --topology for their
  connections)
- neuron-monitor prints use and memory as JSON
- neuron-top shows them on a terminal
- neuron-profile profiles, as nsys and ncu do

## When there is no fix

The output has another form, so its readers must change too, and nothing is rewritten.

## When it is reported

- as a note if the code catches the failure or looks for the command first

## Source

AWS Neuron SDK 2.26, tools/neuron-sys-tools: neuron-ls.rst,
neuron-monitor-user-guide.rst, neuron-top-user-guide.rst and
neuron-profile-user-guide.rst. The choice of counterparts is our judgement.
`,
	Words: func(*opsdb.DB) analyzer.Words {
		return analyzer.Words{Names: []string{"nvidia", "nvtop", "nvitop", "gpustat", "dcgmi", "nsys", "ncu", "nvprof", "nvcc"}}
	},
	Run: runNVIDIATool,
}

func runNVIDIATool(p *analyzer.Pass) error {
	for _, call := range p.Model.Calls() {
		name, rest := firstTool(command.Lines(p, call))
		help, source, ok := neuronTool(name, rest)
		if !ok || settled(p, call) {
			continue
		}
		api, conf := p.Model.CallName(call)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(call),
			Message:    code(name) + " is an NVIDIA tool that Neuron machines do not have",
			Help:       help,
			Severity:   min(analyzer.Warning, callSeverity(p, call, toolFails)),
			Confidence: conf,
			Category:   toolCategory(name),
			API:        api,
			Fact:       toolFact(source),
		})
	}
	return nil
}

// firstTool is the first of NVIDIA's tools in some commands, and its arguments.
func firstTool(lines []string) (name, rest string) {
	for _, line := range lines {
		if name, rest = command.Split(line); isTool(name) {
			return name, rest
		}
	}
	return "", ""
}

func isTool(name string) bool {
	_, _, ok := neuronTool(name, "")
	return ok
}

// neuronTool names Neuron's counterpart of one of NVIDIA's tools, and where it is
// described.
func neuronTool(name, rest string) (help, source string, ok bool) {
	const tools = "aws-neuron-sdk@v2.26.1:tools/neuron-sys-tools/"
	switch name {
	case "nvidia-smi":
		switch {
		case strings.HasPrefix(rest, "topo"):
			return "use `neuron-ls --topology`", tools + "neuron-ls.rst:24", true
		case strings.Contains(rest, "--query"):
			return "read the JSON output of `neuron-monitor`", tools + "neuron-monitor-user-guide.rst:15", true
		}
		return "use `neuron-ls` (`--json-output` for parsing), or `neuron-monitor` for utilization and memory", tools + "neuron-ls.rst:26", true
	case "nvtop", "nvitop", "gpustat":
		return "use `neuron-top`", tools + "neuron-top-user-guide.rst:1", true
	case "dcgmi":
		return "read the JSON output of `neuron-monitor`", tools + "neuron-monitor-user-guide.rst:15", true
	case "nsys", "ncu", "nvprof":
		return "profile with `neuron-profile`", tools + "neuron-profile-user-guide.rst:13", true
	case "nvcc":
		return "rewrite CUDA sources in NKI", "aws-neuron-sdk@v2.26.1:about-neuron/faq/training/neuron-training.rst:47", true
	}
	return "", "", false
}

func toolCategory(name string) analyzer.Category {
	if name == "nvcc" {
		return analyzer.CategoryKernel
	}
	return analyzer.CategoryProfiling
}

// toolFact cites the description of Neuron's tool; its use in place of NVIDIA's is a
// conclusion.
func toolFact(source string) opsdb.Ref {
	return opsdb.Ref{Evidence: opsdb.Inferred, Source: source, SDK: "2.26"}
}
