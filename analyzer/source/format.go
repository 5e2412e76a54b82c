package source

import (
	"path"
	"strings"
)

// Format is the language of a project file: a file, not in Python, about how a program is
// installed, built or started. It follows from the path alone, so the reader is known
// before the file is opened.
type Format string

// The formats that are read.
const (
	NotProject   Format = ""             // Python, or a file that no reader takes
	Requirements Format = "requirements" // a file for pip -r or -c
	TOML         Format = "toml"         // pyproject.toml, Pipfile, settings of trainers
	Config       Format = "cfg"          // setup.cfg
	YAML         Format = "yaml"         // of conda, Compose, Kubernetes, workflows and others
	Dockerfile   Format = "dockerfile"
	Shell        Format = "shell"
	Makefile     Format = "makefile"
	JSON         Format = "json" // of dev containers, jobs, CloudFormation and DeepSpeed
	Lock         Format = "lock" // uv.lock, poetry.lock
	Terraform    Format = "terraform"
	CUDA         Format = "cuda" // sources of kernels
	CMake        Format = "cmake"
)

// FormatOf is the format of a file by its path.
func FormatOf(name string) Format {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	switch base {
	case "pyproject.toml", "pipfile":
		return TOML
	case "neuronlint.toml", ".neuronlint.toml":
		return NotProject // our own settings
	case "setup.cfg":
		return Config
	case "uv.lock", "poetry.lock":
		return Lock
	case "makefile", "gnumakefile":
		return Makefile
	case "cmakelists.txt":
		return CMake
	}
	if buildsImage(base) {
		return Dockerfile
	}
	stem, ext := cutLast(base, ".")
	if format, ok := formatOfExtension(ext); ok {
		return format
	}
	switch ext {
	case "txt", "in":
		if listsRequirements(stem) || listsRequirements(strings.ToLower(path.Base(path.Dir(name)))) {
			return Requirements
		}
	case "json":
		if describesMachine(stem) || describesMachine(strings.ToLower(path.Base(path.Dir(name)))) {
			return JSON
		}
	}
	return NotProject
}

// formatOfExtension is the format of all files with an extension.
func formatOfExtension(ext string) (Format, bool) {
	switch ext {
	case "sh", "bash", "slurm", "sbatch":
		return Shell, true
	case "yml", "yaml":
		return YAML, true
	case "toml":
		return TOML, true
	case "mk":
		return Makefile, true
	case "tf", "tfvars":
		return Terraform, true
	case "cu", "cuh":
		return CUDA, true
	case "cmake":
		return CMake, true
	}
	return NotProject, false
}

// describesMachine reports whether a file or folder of that name holds settings of jobs,
// machines or trainers: most files of JSON are data, and large. The words are those of the
// formats' own documentation: task definitions of ECS, job definitions of AWS Batch, ds_config
// and zero stages of DeepSpeed, dashboards of Grafana.
func describesMachine(stem string) bool {
	for _, word := range strings.FieldsFunc(stem, func(c rune) bool { return c < 'a' || c > 'z' }) {
		switch word {
		case "devcontainer", "taskdef", "task", "ecs", "job", "jobs", "jobdef", "batch", "compute", "launch", "instance", "cluster",
			"dashboard", "dashboards", "grafana", "cloudformation", "cfn", "template", "stack", "sagemaker", "estimator", "cloudwatch",
			"deepspeed", "ds", "zero", "zeros", "accelerate", "fsdp":
			return true
		}
	}
	return false
}

// IsProjectFile reports whether a file has a format that is read.
func IsProjectFile(name string) bool { return FormatOf(name) != NotProject }

// listsRequirements reports whether a file or a folder of that name holds
// requirements, as requirements-dev.txt and requirements/base.txt do.
func listsRequirements(stem string) bool {
	return strings.Contains(stem, "requirements") || strings.Contains(stem, "constraints")
}

// buildsImage reports whether a file of that name is a Dockerfile: Dockerfile,
// Dockerfile.gpu, train.dockerfile.
func buildsImage(base string) bool {
	for _, name := range []string{"dockerfile", "containerfile"} {
		rest, ok := strings.CutPrefix(base, name)
		if ok && (rest == "" || strings.ContainsAny(rest[:1], ".-_")) {
			_, ext := cutLast(base, ".")
			return ext != "dockerignore" && ext != "md" && ext != "py" && ext != "sh"
		}
	}
	return strings.HasSuffix(base, ".dockerfile")
}

// cutLast cuts a text around the last separator.
func cutLast(s, sep string) (before, after string) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i+len(sep):]
}
