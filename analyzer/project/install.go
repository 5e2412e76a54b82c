package project

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// APT stands for all package managers of Linux.
const APT System = "apt"

// install reads the packages that a command installs.
func (f *File) install(c *Command) {
	args := c.Args()
	switch program := c.Program(); program {
	case "python", "python3":
		if len(args) > 2 && args[0].Text == "-m" && args[1].Text == "pip" {
			f.installer(args[2:], pipInstaller())
		}
	case "pip", "pip3", "poetry", "pipenv":
		f.installer(args, pipInstaller())
	case "uv":
		if len(args) > 0 && args[0].Text == "pip" {
			args = args[1:]
		}
		f.installer(args, pipInstaller())
	case "conda", "mamba", "micromamba":
		f.installer(args, condaInstaller())
	case "git":
		f.clone(args)
	case "apt", "apt-get", "aptitude", "yum", "dnf", "microdnf", "zypper", "apk", "tdnf":
		f.installer(args, aptInstaller())
	}
}

// clone reads a repository that is fetched to be installed from, as a requirement by its
// address.
func (f *File) clone(args []Word) {
	if len(args) == 0 || args[0].Text != "clone" {
		return
	}
	for _, w := range args[1:] {
		if text, at := f.bare(w); strings.HasPrefix(text, "https://") {
			if r, ok := parseAddress("git+"+text, at); ok {
				r.Span, r.NameSpan = w.Span, w.Span
				f.Requirements = append(f.Requirements, r)
			}
			return
		}
	}
}

// installer is the syntax in which a program is told which packages to install.
type installer struct {
	verbs    []string
	valued   []string // options that take a value
	indexes  []string // those whose value is a place of packages
	packages func(f *File, w Word)
}

func pipInstaller() installer {
	return installer{
		verbs: []string{"install", "add", "download", "wheel"},
		valued: []string{
			"-r", "--requirement", "-c", "--constraint", "-t", "--target", "--prefix", "--root", "--python", "--platform", "--timeout",
			"--retries", "--cache-dir", "--trusted-host", "--no-binary", "--only-binary", "--progress-bar", "--group", "--config-settings", "-d",
		},
		indexes: []string{"-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--index", "--default-index"},
		packages: func(f *File, w Word) {
			text, at := f.bare(w)
			if strings.ContainsAny(text[:min(1, len(text))], "./~$") {
				return
			}
			if r, ok := ParseRequirement(text, at); ok {
				f.Requirements = append(f.Requirements, r)
			}
		},
	}
}

func condaInstaller() installer {
	return installer{
		verbs:   []string{"install", "create", "update"},
		valued:  []string{"-n", "--name", "-p", "--prefix", "-f", "--file", "--solver"},
		indexes: []string{"-c", "--channel"},
		packages: func(f *File, w Word) {
			text, at := f.bare(w)
			if r, ok := parseConda(text, at); ok {
				f.Requirements = append(f.Requirements, r)
			}
		},
	}
}

func aptInstaller() installer {
	return installer{
		verbs:  []string{"install", "add", "localinstall", "in"},
		valued: []string{"-t", "-o", "--target-release", "-c"},
		packages: func(f *File, w Word) {
			text, at := f.bare(w)
			name, _, _ := strings.Cut(text, "=")
			span := source.Span{Start: at, End: at + len(name)}
			f.Requirements = append(f.Requirements, Requirement{
				System: APT, Name: name, NameSpan: span, Span: source.Span{Start: at, End: at + len(text)},
			})
		},
	}
}

// installer reads the words behind an installer.
func (f *File) installer(args []Word, by installer) {
	verb := -1
	for i, w := range args {
		if strings.HasPrefix(w.Text, "-") {
			continue
		}
		if !among(by.verbs, w.Text) {
			return
		}
		verb = i
		break
	}
	if verb < 0 {
		return
	}
	for i := verb + 1; i < len(args); i++ {
		w := args[i]
		option, value, inline := strings.Cut(w.Text, "=")
		switch {
		case !strings.HasPrefix(w.Text, "-"):
			by.packages(f, w)
		case among(by.indexes, option) && inline:
			f.installedFrom(option, value, w.Span)
		case among(by.indexes, option) && i+1 < len(args):
			i++
			f.installedFrom(option, args[i].Text, source.Span{Start: w.Span.Start, End: args[i].Span.End})
		case among(by.valued, option) && !inline:
			i++
		}
	}
}

// installedFrom notes a place that a command takes packages from.
func (f *File) installedFrom(option, url string, span source.Span) {
	if option == "-c" || option == "--channel" {
		option = "channel"
	}
	f.Indexes = append(f.Indexes, Index{URL: url, URLSpan: span, Option: option, Span: span})
}

// bare is a word without quotes around it, and where it begins.
func (f *File) bare(w Word) (text string, at int) {
	text, at = f.text(w.Span), w.Span.Start
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') && text[len(text)-1] == text[0] {
		return text[1 : len(text)-1], at + 1
	}
	return text, at
}

func among(list []string, word string) bool {
	for _, item := range list {
		if item == word {
			return true
		}
	}
	return false
}
