package launch

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/projectfile"
)

var gpuCommand = &analyzer.Rule{
	Code:     "NRN932",
	Name:     "gpu-command",
	Category: analyzer.CategoryLaunch,
	Since:    "0.1.0",
	Doc: `A script, an image or a workflow runs a program for NVIDIA GPUs.

## What breaks

A machine with Trainium or Inferentia has no nvidia-smi, nsys, nvcc or similar tools:
the shell reports that the command is not found, and a script that stops at errors
stops. The DeepSpeed launcher starts a process for each CUDA device, and there are none.

## Example

    nvidia-smi
    deepspeed --num_gpus 8 train.py

## Use instead

- neuron-ls lists the devices
- neuron-monitor prints use and memory; neuron-top shows them on a terminal
- neuron-profile profiles
- nccom-test measures collectives
- torchrun starts a process for each NeuronCore

## When there is no fix

Options and output differ, so nothing is rewritten.

## When it is reported

- code on the command line of Python that asks torch.cuda: a note, unless it insists on
  the answer (assert, raise, exit)
- as a note: environment modules for CUDA ("module load cuda"), and downloads from
  NVIDIA's servers
- as a note if the script handles the failure, or first checks for a GPU

## Source

AWS Neuron SDK 2.26, tools/neuron-sys-tools; the table of project files
(opsdb/data/project.tsv) for each program. The choice of counterparts is our judgement.
`,
	ProjectWords: func(db *opsdb.DB) analyzer.Words {
		return analyzer.Words{Names: append(db.ProjectWords("command", "download"), "module"), Parts: []string{cudaModule}}
	},
	Project: runGPUCommand,
}

func runGPUCommand(p *analyzer.ProjectPass) error {
	var told projectfile.Told
	for i := range p.File.Commands {
		c := &p.File.Commands[i]
		loaded(p, &told, c)
		inline(&told, c)
		fetched(p, &told, c)
		name, span := program(p, c)
		fact, ok := p.DB.ProjectFact("command", name)
		if !ok {
			continue
		}
		name = strings.TrimPrefix(name, clones)
		d := projectfile.Of(&fact, name)
		d.Message += " and finds none on Neuron"
		key := name
		if c.Guarded {
			key += "?"
			d.Avoided = true
			d.Message = projectfile.Code(name) + " is " + fact.What + "; the script works without it"
		}
		told.Add(key, d, &analyzer.Fix{}, projectfile.Place{Span: span})
	}
	told.Report(p)
	return nil
}

// cudaModule is the module that code on a command line asks about CUDA.
const cudaModule = "torch.cuda"

// inline adds code on the command line of Python that asks PyTorch for CUDA: it fails where
// it insists on an answer, and reports nothing else.
func inline(told *projectfile.Told, c *project.Command) {
	at := slices.IndexFunc(c.Words, func(w project.Word) bool { return w.Text == "-c" })
	if at < 1 || at+1 >= len(c.Words) || !strings.HasPrefix(path.Base(c.Words[at-1].Text), "python") {
		return
	}
	code := c.Words[at+1]
	if !strings.Contains(code.Text, cudaModule) {
		return
	}
	d := &analyzer.Diagnostic{
		Message: "code on the command line asks PyTorch for CUDA, which it does not have on Neuron", Help: "ask `torch.accelerator` with native PyTorch, or neuron-ls",
		Severity: analyzer.Info, Confidence: analyzer.Certain,
		Fact: opsdb.Ref{Evidence: opsdb.Inferred, Source: inlineGround, SDK: "2.26-2.32"},
	}
	if insists.MatchString(code.Text) && !c.Guarded {
		d.Message += ", and fails"
		d.Severity = analyzer.Warning
	}
	told.Add(d.Message, d, &analyzer.Fix{}, projectfile.Place{Span: code.Span})
}

// inlineGround is the ground for the statement that PyTorch has no CUDA on Neuron.
const inlineGround = "aws-neuron-sdk@v2.26.1:about-neuron/faq/training/neuron-training.rst:47"

// insists is code that ends a program by what it finds, or that fails without CUDA.
var insists = regexp.MustCompile(`\b(?:assert|raise|exit)\b|torch\.cuda\.(?:get_device|current_device|synchronize|mem_get_info)`)

// fetched adds the places of software for NVIDIA GPUs that a command downloads from.
func fetched(p *analyzer.ProjectPass, told *projectfile.Told, c *project.Command) {
	for _, w := range c.Words {
		_, place, ok := strings.Cut(w.Text, "://")
		if !ok {
			continue
		}
		if fact, ok := p.DB.ProjectFact("download", place); ok {
			host, _, _ := strings.Cut(place, "/")
			told.Add("download", projectfile.Of(&fact, host), &analyzer.Fix{}, projectfile.Place{Span: w.Span})
		}
	}
}

// loaded adds the software for NVIDIA GPUs that "module load" makes known.
func loaded(p *analyzer.ProjectPass, told *projectfile.Told, c *project.Command) {
	args := c.Args()
	if c.Program() != "module" || len(args) < 2 || args[0].Text != "load" && args[0].Text != "add" {
		return
	}
	for _, w := range args[1:] {
		if fact, ok := p.DB.ProjectFact("module", w.Text); ok {
			told.Add("module "+fact.What, projectfile.Of(&fact, "module load "+w.Text), &analyzer.Fix{}, projectfile.Place{Span: w.Span})
		}
	}
}

// program is the program that a command finally runs, and its place: some programs are
// given another.
func program(p *analyzer.ProjectPass, c *project.Command) (name string, span source.Span) {
	if len(c.Words) == 0 {
		return "", source.Span{}
	}
	if name, span, ok := cloned(p, c); ok {
		return name, span
	}
	switch c.Program() {
	case "bash", "sh": // a script of that name
		for _, w := range c.Args() {
			if !strings.HasPrefix(w.Text, "-") {
				return path.Base(w.Text), w.Span
			}
		}
		return c.Program(), c.Words[0].Span
	case "srun", "mpirun", "mpiexec", "watch", "timeout", "poetry", "uv":
	default:
		return c.Program(), c.Words[0].Span
	}
	for _, w := range c.Args() {
		switch name := path.Base(w.Text); {
		case strings.HasPrefix(name, "python"), shell(name):
			return name, w.Span // the rest are its own arguments
		case strings.HasPrefix(w.Text, "-"):
		default:
			if _, ok := p.DB.ProjectFact("command", name); ok {
				return name, w.Span
			}
		}
	}
	return c.Program(), c.Words[0].Span
}

// clones begins the names of repositories in the table of commands.
const clones = "clone:"

// cloned is the repository that git clones, by its name, if the table has one of that name.
func cloned(p *analyzer.ProjectPass, c *project.Command) (name string, span source.Span, ok bool) {
	if args := c.Args(); c.Program() != "git" || len(args) < 2 || args[0].Text != "clone" {
		return "", source.Span{}, false
	}
	for _, w := range c.Args()[1:] {
		name := clones + strings.TrimSuffix(path.Base(w.Text), ".git")
		if _, ok := p.DB.ProjectFact("command", name); ok && strings.Contains(w.Text, "://") {
			return name, w.Span, true
		}
	}
	return "", source.Span{}, false
}

func shell(name string) bool {
	return name == "bash" || name == "sh" || name == "torchrun" || name == "accelerate"
}
