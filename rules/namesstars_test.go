package rules_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// starModules are modules that star imports are of. All names that fixes like to use
// stand in them as ALL, bound one by one, and as LIST, in quotes.
var starModules = map[string]string{
	"star_taken":     "ALL = 0\n",
	"star_real":      "import torch, torch_xla, torch_neuronx\n",
	"star_clean":     "x = 1\n",
	"star_listed":    "__all__ = ['x']\nx = 1\nALL = 0\n",
	"star_open":      "__all__ = [name for name in globals()]\nALL = 0\n__all__ = [LIST]\n",
	"star_nested":    "from star_taken import *\n",
	"star_function":  "def f():\n    global torch, torch_xla, torch_neuronx\n    ALL = 0\nf()\n",
	"star_maybe":     "import os\nif os.name:\n    ALL = 0\n",
	"star_text":      "for name in [LIST]:\n    globals()[name] = 0\n",
	"star_private":   "__all__ = [LIST, '_torch', '_torch_xla', '_torch_neuronx']\nALL = _torch = _torch_xla = _torch_neuronx = 0\n",
	"star_submodule": "",
}

// starForms are programs in the manner of bindingForms in which something that does
// not show the name may bind it. star_unseen lies outside of the project.
var starForms = map[string]string{
	"star":                "IMPORT\nfrom star_taken import *\nSTMT\n",
	"function":            "IMPORT\nfrom star_taken import *\ndef f():\n    STMT\nf()\n",
	"nested":              "IMPORT\nfrom star_nested import *\nSTMT\n",
	"by a function":       "IMPORT\nfrom star_function import *\nSTMT\n",
	"by text":             "IMPORT\nfrom star_text import *\nSTMT\n",
	"maybe":               "IMPORT\nfrom star_maybe import *\nSTMT\n",
	"open":                "IMPORT\nfrom star_open import *\nSTMT\n",
	"own name is taken":   "IMPORT\nfrom star_private import *\nSTMT\n",
	"submodule":           "IMPORT\nfrom star_package import *\nSTMT\n",
	"unseen":              "IMPORT\nfrom star_unseen import *\nSTMT\n",
	"under an if":         "IMPORT\nif __name__:\n    from star_taken import *\nSTMT\n",
	"under a try":         "IMPORT\ntry:\n    from star_taken import *\nexcept ImportError:\n    pass\ndef f():\n    STMT\nf()\n",
	"before":              "from star_taken import *\nIMPORT\nSTMT\nassert NAME == 0\n",
	"before, unseen":      "from star_unseen import *\nIMPORT\nSTMT\nassert NAME == 0\n",
	"behind the import":   "IMPORT\nimport NAME\nfrom star_taken import *\nSTMT\n",
	"behind, unseen":      "IMPORT\nimport NAME\nfrom star_unseen import *\nSTMT\n",
	"before the import":   "IMPORT\nfrom star_taken import *\nimport NAME\nSTMT\n",
	"between":             "IMPORT\nimport NAME\nfrom star_taken import *\nimport NAME\ndef f():\n    STMT\nf()\n",
	"behind the function": "IMPORT\nimport NAME\ndef f():\n    STMT\nfrom star_taken import *\nf()\n",
	"exec":                "IMPORT\nexec('NAME = 0')\nSTMT\n",
	"exec, imported":      "IMPORT\nimport NAME\nexec('NAME = 0')\nSTMT\n",
	"globals":             "IMPORT\nglobals()['NAME'] = 0\nSTMT\n",
	"globals, imported":   "IMPORT\nimport NAME\nglobals()['NAME'] = 0\nSTMT\n",
	"globals, update":     "IMPORT\nglobals().update(NAME=0)\nSTMT\n",
	"vars":                "IMPORT\nvars()['NAME'] = 0\nSTMT\n",
	"locals":              "IMPORT\nlocals()['NAME'] = 0\nSTMT\n",
	"as another":          "IMPORT\nimport star_taken as NAME\nSTMT\n",
	"real":                "IMPORT\nfrom star_real import *\nSTMT\n",
	"clean":               "IMPORT\nfrom star_clean import *\nSTMT\n",
	"listed":              "IMPORT\nfrom star_listed import *\nSTMT\n",
	"standard":            "IMPORT\nfrom math import *\nSTMT\n",
	"framework":           "IMPORT\nfrom torch.nn import *\nSTMT\n",
}

// plainForms are those in which nothing binds the name, so that it serves.
var plainForms = []string{"real", "clean", "listed", "standard", "framework", "before the import", "between"}

// starProject writes the modules into a directory, and what no project sees into another.
func starProject(t *testing.T) (project, outside string) {
	t.Helper()
	project, outside = t.TempDir(), t.TempDir()
	write := func(path, text string) {
		text = strings.NewReplacer("ALL", "torch = torch_xla = torch_neuronx", "LIST", "'torch', 'torch_xla', 'torch_neuronx'").Replace(text)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range starModules {
		write(filepath.Join(project, name+".py"), text)
	}
	write(filepath.Join(project, "star_package", "__init__.py"), "__all__ = [LIST]\n")
	for _, name := range taken {
		write(filepath.Join(project, "star_package", name+".py"), "")
	}
	write(filepath.Join(outside, "star_unseen.py"), "ALL = 0\n")
	return project, outside
}

// Star imports and text that is run bind names that the file does not show. A fix does
// not trust the name there, and does where nothing binds it: Python itself runs it.
func TestFixesNameWhatStarsLeave(t *testing.T) {
	t.Parallel()
	project, outside := starProject(t)
	ids := make(map[string]string) // by path
	for form, text := range starForms {
		for kind, fix := range namingFixes {
			path := filepath.Join(project, fmt.Sprintf("case_%03d.py", len(ids)))
			ids[path] = form + ": " + kind
			if err := os.WriteFile(path, []byte(fix.program(text)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	var programs []string
	paths := slices.Sorted(maps.Keys(ids))
	for _, path := range paths {
		_, kind, _ := strings.Cut(ids[path], ": ")
		before, after := fixFile(t, path, namingFixes[kind].rewrite)
		programs = append(programs, before, after)
	}
	results := record(t, programs, project, outside)
	withheld := 0
	for i, path := range paths {
		form, kind, _ := strings.Cut(ids[path], ": ")
		want := namingFixes[kind].want
		before, after := results[2*i], results[2*i+1]
		show := fmt.Sprintf("\n%s\nbecomes\n%s", programs[2*i], programs[2*i+1])
		name, _, _ := strings.Cut(want, ".")
		switch {
		case before.Error != "" || slices.Contains(before.Asked, want):
			t.Errorf("%s: the case is no case: %s%s", ids[path], before.Error, show)
		case programs[2*i] == programs[2*i+1]:
			withheld++
			t.Logf("%s: no fix%s", ids[path], show)
		case after.Error != "" || !slices.Contains(after.Asked, want):
			t.Errorf("%s: %s is not asked for: %s%s", ids[path], want, after.Error, show)
		case slices.Contains(plainForms, form) && strings.Contains(programs[2*i+1], "as _"+name):
			t.Errorf("%s: another name for no reason%s", ids[path], show)
		}
	}
	t.Logf("%d programs, %d without a fix", len(paths), withheld)
	if withheld > len(paths)/20 {
		t.Errorf("%d of %d programs have no fix", withheld, len(paths))
	}
}

// fixFile is the text of a file of a project before and after all fixes.
func fixFile(t *testing.T, path string, rewrite opsdb.Rewrite) (before, after string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := driver.Fix(t.Context(), driver.Options{
		Paths: []string{path}, Rules: rules.All(), DB: opsdb.New(), Jobs: 1, MinConfidence: analyzer.Possible, Unsafe: true,
		Target: opsdb.Target{SDK: "2.26", Rewrite: rewrite, Instance: "trn2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	after = string(raw)
	for _, c := range fixed.Changes {
		after = string(c.New)
	}
	return string(raw), after
}
