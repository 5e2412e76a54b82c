// Package cluster holds the rules about jobs' requests for machines of a cluster.
package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule { return []*analyzer.Rule{gpuResource, gpuInstance} }

var gpuResource = &analyzer.Rule{
	Code:     "NRN921",
	Name:     "gpu-resource",
	Category: analyzer.CategoryResource,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A job that requests GPUs, or GPU nodes, from a cluster.

## What breaks

No node with Trainium or Inferentia offers GPUs, so the pod or job waits forever.

## Example

    resources:
      limits:
        nvidia.com/gpu: 8

## Use instead

    resources:
      limits:
        aws.amazon.com/neuron: 1

aws.amazon.com/neuron counts Neuron devices, each with several NeuronCores;
aws.amazon.com/neuroncore counts the cores. With Slurm request whole nodes.

The fix writes the name of Neuron devices and keeps the number. It is unsafe: a device
is not a GPU, and some node types offer only 1, 4, 8 or 16 devices.

## When it is reported

- GPUs in limits and requests of Kubernetes, labels of GPU nodes, and tolerations of
  their taints
- Slurm options that request GPUs, after srun, sbatch and salloc and in sbatch comments
- options of other programs that start jobs, such as ray start --num-gpus

## Source

AWS Neuron SDK 2.26, containers/tutorials/k8s-neuron-device-plugin.rst,
k8s-neuron-scheduler.rst and src/k8/k8s-neuron-device-plugin.yml;
libraries/nxd-training/tutorials/megatron_gpt_pretraining.rst for Slurm.
`,
	ProjectWords: words,
	Project:      runGPUResource,
}

// words are those of the table, and the programs that options of Slurm are for.
func words(db *opsdb.DB) analyzer.Words {
	return projectfile.Words("resource", "label", "toleration", "option")(db).And(analyzer.Words{Parts: []string{"sbatch", "srun", "salloc"}})
}

func runGPUResource(p *analyzer.ProjectPass) error {
	var told projectfile.Told
	for i := range p.File.Requests {
		r := &p.File.Requests[i]
		fact, ok := p.DB.ProjectFact(string(r.Kind), r.Name)
		if !ok || r.Kind == project.Instance || r.Value == "0" || r.Value == "false" {
			continue
		}
		d, key := projectfile.Of(&fact, r.Name), string(r.Kind)+r.Name
		if r.Kind == project.Resource {
			d.Message = "this requests " + fact.What
			key += fmt.Sprint(r.Owner)
		}
		place := projectfile.Place{Span: r.NameSpan}
		if fact.Replacement != "" {
			place.Edits = []analyzer.Edit{p.Edit(r.NameSpan, fact.Replacement)}
		}
		told.Add(key, d, renamed(p, &fact), place)
	}
	for i := range p.File.Commands {
		slurm(p, &told, &p.File.Commands[i])
		launcher(p, &told, &p.File.Commands[i])
	}
	told.Report(p)
	return nil
}

// renamed is the fix that writes the name for Neuron.
func renamed(p *analyzer.ProjectPass, fact *opsdb.ProjectFact) *analyzer.Fix {
	if fact.Replacement == "" {
		return &analyzer.Fix{}
	}
	fix := projectfile.Unsafe(p, fact, "request "+fact.Replacement, "a Neuron device is not a GPU, so the number may differ")
	if fix.Title != "" {
		fix.Group = "kubernetes" // tolerations are of no use without the resource
	}
	return fix
}

// slurm adds the options that ask for GPUs.
func slurm(p *analyzer.ProjectPass, told *projectfile.Told, c *project.Command) {
	if !slices.Contains([]string{"srun", "sbatch", "salloc"}, c.Program()) {
		return
	}
	args := c.Args()
	for i, w := range args {
		if !strings.HasPrefix(w.Text, "-") {
			if i == 0 || !strings.HasPrefix(args[i-1].Text, "-") {
				return // the program that is run, which has options of its own
			}
			continue
		}
		text, span := strings.ToLower(w.Text), w.Span
		switch w.Text {
		case "-g":
			continue // of -G alone
		case "-C":
			text = "--constraint" // -c counts processors
		}
		if !strings.Contains(text, "=") && i+1 < len(args) && (text == "--gres" || text == "-g" || text == "--constraint") {
			text, span.End = text+"="+strings.ToLower(args[i+1].Text), args[i+1].Span.End
			text = strings.Replace(text, "-g=", "--gpus=", 1)
		}
		if fact, ok := p.DB.ProjectFact("slurm", text); ok && !strings.HasSuffix(text, ":0") && !strings.HasSuffix(text, "=0") {
			d := projectfile.Of(&fact, w.Text)
			d.Message = projectfile.Code(w.Text) + " requests " + fact.What + ", which Neuron nodes do not have"
			told.Add("slurm", d, &analyzer.Fix{}, projectfile.Place{Span: span})
		}
	}
}

// launcher adds the options of programs that start jobs, such as "ray start --num-gpus".
func launcher(p *analyzer.ProjectPass, told *projectfile.Told, c *project.Command) {
	for _, w := range c.Args() {
		if w.Text == "--" {
			return // the program that is run, which has options of its own
		}
		fact, ok := p.DB.ProjectFact("option", c.Program()+" "+w.Text)
		if ok && !strings.HasSuffix(w.Text, "=0") {
			d := projectfile.Of(&fact, w.Text)
			d.Message = projectfile.Code(c.Program()+" "+w.Text) + " requests " + fact.What + ", which Neuron nodes do not have"
			told.Add(fact.Pattern, d, &analyzer.Fix{}, projectfile.Place{Span: w.Span})
		}
	}
}

var gpuInstance = &analyzer.Rule{
	Code:     "NRN922",
	Name:     "gpu-instance",
	Category: analyzer.CategoryInstance,
	Since:    "0.1.0",
	Doc: `An EC2 or SageMaker instance type with NVIDIA GPUs.

## What breaks

The program starts on a machine without Neuron devices, and code that asks for them
waits or fails.

## Example

    nodeSelector:
      node.kubernetes.io/instance-type: p4d.24xlarge

## Use instead

The finding lists the instances of the target (--target), with the memory of their
devices.

## When there is no fix

The right replacement depends on memory, on the number of devices that work together and
on cost, so nothing is rewritten.

## When it is reported

- instance types as values in YAML and as words of commands

## Source

The table of instances (opsdb/data/instances.tsv) for those with Neuron; the user guide
of AWS Batch for those with GPUs.
`,
	ProjectWords: instanceWords,
	Project:      runGPUInstance,
}

// instanceWords are those that names of instances end in.
func instanceWords(*opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: []string{"xlarge", "metal", "g6f."}}
}

func runGPUInstance(p *analyzer.ProjectPass) error {
	var told projectfile.Told
	tell := func(name string, span source.Span) {
		fact, ok := p.DB.ProjectFact("instance", strings.TrimPrefix(name, "ml."))
		if !ok {
			return
		}
		d := projectfile.Of(&fact, name)
		d.Help = "for " + p.Target.Instance + ": " + offered(p)
		told.Add(name, d, &analyzer.Fix{}, projectfile.Place{Span: span})
	}
	for i := range p.File.Requests {
		if r := &p.File.Requests[i]; r.Kind == project.Instance {
			tell(r.Name, r.NameSpan)
		}
	}
	for i := range p.File.Commands {
		for _, w := range p.File.Commands[i].Args() {
			option, value, ok := strings.Cut(w.Text, "=")
			if !ok {
				value = option
			}
			tell(value, w.Span)
		}
	}
	told.Report(p)
	return nil
}

// offered are the instances of the target.
func offered(p *analyzer.ProjectPass) string {
	var list []string
	for _, i := range p.DB.Instances(p.Target.Instance) {
		if i.Kind != "instance" {
			continue
		}
		text := fmt.Sprintf("%s (%d %s", i.Name, i.Chips, i.Chip)
		if i.DeviceMemoryGiB > 0 {
			text += fmt.Sprintf(", %d GiB", i.DeviceMemoryGiB)
		}
		list = append(list, text+")")
	}
	return strings.Join(list, ", ")
}
