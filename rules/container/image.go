package container

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var gpuImage = &analyzer.Rule{
	Code:     "NRN911",
	Name:     "gpu-image",
	Category: analyzer.CategoryImage,
	Since:    "0.1.0",
	Doc: `A container image made for NVIDIA GPUs.

## What breaks

The image has CUDA and frameworks built for it, but neither the runtime nor the compiler
of Neuron. Programs in it find no Neuron device.

## Example

    ARG CUDA=12.4.1
    FROM nvidia/cuda:${CUDA}-devel-ubuntu22.04

## Use instead

The finding names the closest image. The deep learning containers for Neuron are in
public.ecr.aws/neuron; build the rest of the image on one of them.

## When there is no fix

No image replaces another exactly: the packages installed by the rest of the file change
with it, so nothing is rewritten.

## When it is reported

- base images of a Dockerfile and images it copies from, with the defaults of its
  arguments filled in
- images in YAML: Compose, Kubernetes, Helm, workflows and others

## When it is silent

- images with tags that name ROCm or other accelerators

## Source

AWS Neuron SDK 2.26, containers/locate-neuron-dlc-image.rst and
release-notes/2.26.0/containers.rst; the table of project files (opsdb/data/project.tsv)
for each image. The choice of the closest image is our judgement.
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
		if !ok || otherImage(p.DB, name) {
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
func otherImage(db *opsdb.DB, name string) bool {
	repository, tag, _ := strings.Cut(name, ":")
	return projectfile.OtherVendor(db, tag) || projectfile.OtherVendor(db, repository)
}

var cudaSystemPackage = &analyzer.Rule{
	Code:     "NRN912",
	Name:     "cuda-system-package",
	Category: analyzer.CategoryImage,
	Since:    "0.1.0",
	Doc: `A system package of CUDA or of the NVIDIA driver.

## What breaks

The package installs and takes up space, but nothing on Neuron uses it; a driver finds
no device. The packages that Neuron needs instead are missing.

## Example

    RUN apt-get update && apt-get install -y cuda-toolkit-12-4 libnccl2 libcudnn9

## Use instead

Install Neuron's runtime, collectives and tools from the Neuron repository:

    RUN apt-get install -y aws-neuronx-runtime-lib aws-neuronx-collectives aws-neuronx-tools

The driver (aws-neuronx-dkms) belongs on the host.

## When there is no fix

Adding the Neuron repository takes more than a change of names, so nothing is rewritten.

## Source

AWS Neuron SDK 2.26, about-neuron/quick-start/torch-neuron-tab-training.rst; the table of
project files (opsdb/data/project.tsv) for each package.
`,
	ProjectWords: projectfile.Words("apt"),
	Project:      runCUDASystemPackage,
}

func runCUDASystemPackage(p *analyzer.ProjectPass) error {
	if projectfile.ForOthers(p.DB, p.File.Path) {
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
