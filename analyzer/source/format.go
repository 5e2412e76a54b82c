package source

import (
	"path"
	"strings"
)

// Format is the language of a project file: one that says how a program is
// installed, built or started, and is not Python. It follows from the path alone,
// so that nobody has to open a file to know who reads it.
type Format string

// The formats that are read.
const (
	NotProject   Format = ""             // Python, or a file that nobody reads
	Requirements Format = "requirements" // what pip -r and -c take
	TOML         Format = "toml"         // pyproject.toml, Pipfile
	Config       Format = "cfg"          // setup.cfg
	Conda        Format = "conda"        // environment.yml
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
	stem, ext, _ := cutLast(base, ".")
	switch ext {
	case "txt", "in":
		if listsRequirements(stem) || listsRequirements(strings.ToLower(path.Base(path.Dir(name)))) {
			return Requirements
		}
	case "yml", "yaml":
		if describesEnvironment(stem) {
			return Conda
		}
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

// describesEnvironment reports whether a YAML file of that name is one that conda
// makes an environment of: environment.yml, environment-gpu.yaml, conda_env.yml.
func describesEnvironment(stem string) bool {
	return strings.HasPrefix(stem, "environment") || strings.HasSuffix(stem, "environment") ||
		strings.Contains(stem, "conda") || stem == "env" || strings.HasSuffix(stem, "_env") || strings.HasSuffix(stem, "-env")
}

// cutLast cuts a text around the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
