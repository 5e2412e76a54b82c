package project

import (
	"fmt"
	"slices"
	"strings"
)

// A role decides the subject of a module. Parts are drawn from its kinds: one that is
// named twice is drawn twice as often.
type role struct {
	folder  string
	imports string
	kinds   []string
}

const (
	plainImports = "import collections\nimport dataclasses\nimport json\nimport logging\nimport math\nimport os\nimport threading\nfrom typing import Optional, Tuple\n"
	torchImports = plainImports + "\nimport numpy as np\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nfrom torch.utils.data import DataLoader, Dataset\n"
	jaxImports   = plainImports + "import functools\n\nimport jax\nimport jax.numpy as jnp\n"
	distImports  = torchImports + "import torch.distributed as dist\n"
)

// plainRoles are modules that know of no framework.
func plainRoles() []role {
	return []role{
		{"core", plainImports, []string{"plain"}},
		{"tools", plainImports, []string{"plain"}},
		{"", plainImports, []string{"plain"}},
	}
}

// mlRoles is the mixture that public repositories for machine learning have:
// three files in four import a framework, one in five speaks of CUDA.
func mlRoles() []role {
	models := role{"models", torchImports, []string{"torch", "torch", "torch", "plain"}}
	return []role{
		models, models, models, models,
		{"data", torchImports, []string{"torch", "plain"}},
		{"ops", jaxImports, []string{"jax", "plain"}},
		{"", distImports, []string{"cuda", "torch", "torch", "torch", "plain"}},
		{"scripts", distImports, []string{"cuda", "torch", "plain", "plain", "plain"}},
		{"models", torchImports, []string{"torch", "torch", "torch", "torch", "torch", "torch", "torch", "torch", "torch", "cuda"}},
		{"utils", plainImports, []string{"plain"}},
		{"tools", plainImports, []string{"plain"}},
		{"utils", plainImports, []string{"plain"}},
	}
}

// module is one file that is being written. It knows the names that it may use
// from the modules it imports.
type module struct {
	*templates
	random random
	known  []string
}

// export is a name that other modules of the project import.
type export struct{ path, name string }

// write makes the text of a module of about size bytes that imports some of the modules
// written before it.
func (m *module) write(r role, project string, earlier []export, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Copyright %s\n# %s\n# %s\n\"\"\"%s\n\n%s\n%s\n\"\"\"\n\n%s\n",
		m.phrase(3), m.sentence(), m.sentence(), m.sentence(), m.sentence(), m.sentence(), r.imports)
	for range min(len(earlier), 1+m.random.below(4)) {
		e := pick(&m.random, earlier)
		if slices.Contains(m.known, e.name) {
			continue
		}
		fmt.Fprintf(&b, "from %s.%s import %s\n", project, e.path, e.name)
		m.known = append(m.known, e.name)
	}
	b.WriteString("\nlogger = logging.getLogger(__name__)\n")
	for first := true; first || b.Len() < size; first = false {
		b.WriteString("\n\n" + strings.TrimRight(m.expand(pick(&m.random, r.kinds)), "\n") + "\n")
	}
	return b.String()
}

// definitions are the names of the functions and classes of a module's text.
func definitions(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		for _, keyword := range []string{"def ", "class "} {
			if rest, ok := strings.CutPrefix(line, keyword); ok {
				names = append(names, rest[:strings.IndexAny(rest, "(:")])
			}
		}
	}
	return names
}

func (m *module) word() string { return pick(&m.random, m.words) }

func (m *module) imported() string {
	if len(m.known) == 0 {
		return "len"
	}
	return pick(&m.random, m.known)
}

func (m *module) phrase(words int) string {
	text := make([]string, words)
	for i := range text {
		text[i] = m.word()
	}
	return strings.Join(text, " ")
}

func (m *module) sentence() string {
	return title(m.phrase(7+m.random.below(9))) + "."
}

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
