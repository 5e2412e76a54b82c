package container

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var gpuImage = &analyzer.Rule{
	Code:     "NRN911",
	Name:     "gpu-image",
	Category: analyzer.CategoryImage,
	Since:    "0.1.0",
	Doc: `A container image that is made for NVIDIA GPUs.

## What breaks

The image has CUDA and frameworks built for it, and neither the runtime nor the compiler
of Neuron. What runs in it finds no Neuron device.

Reported are the images that a Dockerfile begins with or copies from, with the defaults
of its arguments put in, and those that YAML names: for Compose, Kubernetes, Helm,
workflows and others. Images whose tags name ROCm or other accelerators are not.

## Example

    ARG CUDA=12.4.1
    FROM nvidia/cuda:${CUDA}-devel-ubuntu22.04

## Use instead

The finding names the image that comes closest. The deep learning containers for Neuron
lie in public.ecr.aws/neuron; whatever else an image needs is built upon them.

## When there is no fix

No image takes the place of another word for word: what the rest of the file installs
changes with it, so nothing is rewritten.

## Source

AWS Neuron SDK 2.26, containers/locate-neuron-dlc-image.rst and
release-notes/2.26.0/containers.rst; the table of project files
(opsdb/data/project.tsv) for each image. That one stands for the other is our judgement.
`,
	ProjectWords: projectfile.Words("image"),
	Project:      runGPUImage,
}

func runGPUImage(p *analyzer.ProjectPass) error {
	var told projectfile.Told
	for i := range p.File.Images {
		image := &p.File.Images[i]
		name := imageName(image.Text)
		fact, ok := p.DB.ProjectFact("image", name)
		if !ok || otherImage(name) {
			continue
		}
		d := projectfile.Of(&fact, image.Text)
		d.Message += ", without the Neuron runtime"
		for _, via := range image.Via {
			d.Related = append(d.Related, analyzer.Related{Span: via, Message: "part of its name comes from here"})
		}
		told.Add(image.Text, d, &analyzer.Fix{}, projectfile.Place{Span: image.Span})
	}
	told.Report(p)
	return nil
}

// imageName is an image as the table has it: without the registry that is meant where
// none is named, and without a digest.
func imageName(text string) string {
	text, _, _ = strings.Cut(text, "@")
	for _, registry := range []string{"index.docker.io/", "docker.io/", "registry.hub.docker.com/", "docker:"} {
		text = strings.TrimPrefix(text, registry)
	}
	return text
}

// otherImage reports whether a tag names accelerators of others, or none.
func otherImage(name string) bool {
	repository, tag, _ := strings.Cut(name, ":")
	return projectfile.OtherVendor(tag) || projectfile.OtherVendor(repository)
}

var cudaSystemPackage = &analyzer.Rule{
	Code:     "NRN912",
	Name:     "cuda-system-package",
	Category: analyzer.CategoryImage,
	Since:    "0.1.0",
	Doc: `A package of the system that belongs to CUDA or to the driver of NVIDIA GPUs.

## What breaks

It installs and takes space, and nothing on Neuron uses it; a driver finds no device.
What Neuron needs in its place is not there.

## Example

    RUN apt-get update && apt-get install -y cuda-toolkit-12-4 libnccl2 libcudnn9

## Use instead

The runtime of Neuron, its collectives and its tools, from the repository of Neuron:

    RUN apt-get install -y aws-neuronx-runtime-lib aws-neuronx-collectives aws-neuronx-tools

The driver (aws-neuronx-dkms) belongs on the host.

## When there is no fix

Adding the repository of Neuron takes more than a change of names, so nothing is
rewritten.

## Source

AWS Neuron SDK 2.26, about-neuron/quick-start/torch-neuron-tab-training.rst; the table of
project files (opsdb/data/project.tsv) for each package.
`,
	ProjectWords: projectfile.Words("apt"),
	Project:      runCUDASystemPackage,
}

func runCUDASystemPackage(p *analyzer.ProjectPass) error {
	if projectfile.OtherVendor(p.File.Path) {
		return nil
	}
	var told projectfile.Told
	for i := range p.File.Requirements {
		r := &p.File.Requirements[i]
		fact, ok := p.DB.ProjectFact("apt", r.Name)
		if r.System != project.APT || !ok {
			continue
		}
		told.Add(fact.What, projectfile.Of(&fact, r.Name), &analyzer.Fix{}, projectfile.Place{Span: r.Span})
	}
	told.Report(p)
	return nil
}
