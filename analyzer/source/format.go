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
	TOML         Format = "toml"         // pyproject.toml, Pipfile
	Config       Format = "cfg"          // setup.cfg
	YAML         Format = "yaml"         // of conda, Compose, Kubernetes, workflows and others
	Dockerfile   Format = "dockerfile"
	Shell        Format = "shell"
)

// FormatOf is the format of a file by its path.
func FormatOf(name string) Format {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	switch base {
	case "pyproject.toml", "pipfile":
		return TOML
	case "setup.cfg":
		return Config
	}
	if buildsImage(base) {
		return Dockerfile
	}
	stem, ext := cutLast(base, ".")
	switch ext {
	case "sh", "bash", "slurm", "sbatch":
		return Shell
	case "txt", "in":
		if listsRequirements(stem) || listsRequirements(strings.ToLower(path.Base(path.Dir(name)))) {
			return Requirements
		}
	case "yml", "yaml":
		return YAML
	}
	return NotProject
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
