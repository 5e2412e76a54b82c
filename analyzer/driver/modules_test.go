package driver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/opsdb"
)

func TestModules(t *testing.T) {
	tree(t, map[string]string{
		"pyproject.toml":    "[project.scripts]\nfit = \"kit.cli:main\"\ngone = \"nowhere:main\"\n",
		"run.sh":            "torchrun --nproc_per_node 4 train.py\npython -m kit\npython /elsewhere/train.py missing.py\n",
		"train.py":          "import torch\nfrom kit import (  # import other\n    model)\nx = '''\nimport other\n'''\nif __name__ == '__main__':\n    model.run('kit.extra.Net')\n",
		"other.py":          "import os\nprint(os.name)\nopen('train.py')\n",
		"kit/__init__.py":   "",
		"kit/__main__.py":   "from .cli import main\nmain()\n",
		"kit/cli.py":        "import importlib\ndef main(): importlib.import_module('kit.model')\n",
		"kit/model.py":      "def run(name):\n    for x in name: print(x)\n",
		"kit/extra.py":      "NAMES = ['meta-llama/Llama-3.2-3B', 'a/b', './out/dir', 'n/a/m']\nclass Net: pass",
		"tests/test_kit.py": "import kit.model as m\n",
		"ops/scale.cu":      "__global__ void scale() {}",
		"notes.ipynb":       `{"cells": [{"cell_type": "code", "source": ["from kit import extra\n", "extra.Net()"], "metadata": {}, "outputs": [], "execution_count": null}], "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}`,
	})
	found, err := Modules(t.Context(), Options{Paths: []string{"."}, DB: opsdb.New(), Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range found.Modules {
		m := &found.Modules[i]
		text := m.Path
		for _, mark := range []struct {
			name string
			on   bool
		}{{"main", m.Main}, {"acts", m.Acts}, {"test", m.Test}} {
			if mark.on {
				text += " " + mark.name
			}
		}
		for _, s := range m.Scripts {
			text += " " + s.Name + "=" + s.Path
		}
		for _, part := range []struct {
			name string
			list []string
		}{{"imports", m.Imports}, {"named", m.Named}, {"packages", m.Packages}, {"hub", m.Hub}} {
			if len(part.list) > 0 {
				text += " " + part.name + ":" + strings.Join(part.list, ",")
			}
		}
		got = append(got, text)
	}
	want := []string{
		"kit/__init__.py",
		"kit/__main__.py acts imports:kit/__init__.py,kit/cli.py",
		"kit/cli.py named:kit/model.py packages:importlib",
		"kit/extra.py hub:meta-llama/Llama-3.2-3B",
		"kit/model.py",
		"notes.ipynb acts imports:kit/__init__.py,kit/extra.py",
		"ops/scale.cu",
		"other.py acts named:train.py packages:os",
		"pyproject.toml fit=kit/cli.py",
		"run.sh named:kit/__main__.py,train.py",
		"tests/test_kit.py test imports:kit/__init__.py,kit/model.py",
		"train.py main imports:kit/__init__.py,kit/model.py named:kit/extra.py packages:torch",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
