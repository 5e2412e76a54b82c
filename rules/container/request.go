package container

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var gpuContainer = &analyzer.Rule{
	Code:     "NRN913",
	Name:     "gpu-container",
	Category: analyzer.CategoryResource,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A container that requests GPUs, or the NVIDIA runtime.

## What breaks

A host with Trainium or Inferentia has neither NVIDIA's container runtime nor its
devices: the container does not start, or starts without any accelerator.

## Example

    docker run --gpus all image

## Use instead

Neuron devices are named one by one:

    docker run --device=/dev/neuron0 --device=/dev/neuron1 image

The fix removes the line "runtime: nvidia" from YAML. It is unsafe: the container gets
no Neuron device by that.

## When it is reported

- --gpus, --runtime=nvidia and NVIDIA devices as options of docker and podman, and
  nvidia-docker
- in YAML: the runtime nvidia, reserved devices with the capability gpu, and devices
  called /dev/nvidia…

## Source

AWS Neuron SDK 2.26, containers/tutorials/build-run-neuron-container.rst and
tutorial-oci-hook.rst.
`,
	ProjectWords: projectfile.Words("container"),
	Project:      runGPUContainer,
}

func runGPUContainer(p *analyzer.ProjectPass) error {
	var told projectfile.Told
	for i := range p.File.Commands {
		commandRequest(p, &told, &p.File.Commands[i])
	}
	for i := range p.File.Requests {
		r := &p.File.Requests[i]
		switch {
		case r.Kind == project.Device && strings.HasPrefix(r.Name, cdiGPU):
			add(p, &told, r.Name, r.NameSpan, nil)
		case r.Kind == project.Device && strings.HasPrefix(r.Name, "/dev/"):
			device, _, _ := strings.Cut(r.Name, ":")
			add(p, &told, device, r.NameSpan, nil)
		case r.Kind == project.Device:
			add(p, &told, r.Name, r.NameSpan, nil)
		case r.Kind == project.Runtime && r.Name == "gpus":
			add(p, &told, "--gpus", r.NameSpan, nil)
		case r.Kind == project.Runtime && r.Value == "nvidia":
			add(p, &told, "runtime=nvidia", source.Span{Start: r.NameSpan.Start, End: r.ValueSpan.End}, edits(p, r.Whole))
		}
	}
	told.Report(p)
	return nil
}

// cdiGPU begins the names of GPUs in the Container Device Interface.
const cdiGPU = "nvidia.com/gpu="

// commandRequest adds the options by which a command gives GPUs to a container.
func commandRequest(p *analyzer.ProjectPass, told *projectfile.Told, c *project.Command) {
	switch c.Program() {
	case "nvidia-docker":
		add(p, told, "nvidia-docker", c.Words[0].Span, nil)
	case "docker", "podman", "nerdctl":
	default:
		return
	}
	if value, span, ok := c.Option("--gpus"); ok && value != "0" && value != `""` {
		add(p, told, "--gpus", span, nil)
	}
	if value, span, ok := c.Option("--runtime"); ok && value == "nvidia" {
		add(p, told, "runtime=nvidia", span, nil)
	}
	if value, span, ok := c.Option("--device"); ok && (strings.HasPrefix(value, "/dev/nvidia") || strings.HasPrefix(value, cdiGPU)) {
		add(p, told, value, span, nil)
	}
}

// edits take lines out.
func edits(p *analyzer.ProjectPass, whole source.Span) []analyzer.Edit {
	if whole.Len() == 0 {
		return nil
	}
	return []analyzer.Edit{p.Edit(whole, "")}
}

// add adds a place at which a container is given something.
func add(p *analyzer.ProjectPass, told *projectfile.Told, name string, span source.Span, edits []analyzer.Edit) {
	fact, ok := p.DB.ProjectFact("container", name)
	if !ok {
		return
	}
	d := &analyzer.Diagnostic{
		Message: "the container gets " + fact.What + ", which a Neuron machine does not have", Help: "on Neuron: " + fact.Instead,
		Severity: analyzer.Warning, Confidence: analyzer.Certain, Fact: fact.Ref,
	}
	told.Add(fact.What, d, removal(p, &fact), projectfile.Place{Span: span, Edits: edits})
}

func removal(p *analyzer.ProjectPass, fact *opsdb.ProjectFact) *analyzer.Fix {
	return projectfile.Unsafe(p, fact, "remove the runtime for NVIDIA GPUs", "this gives the container no Neuron device")
}
