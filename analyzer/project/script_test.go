package project_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

func TestScripts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, path, text string }{
		{"standard", "pyproject.toml", "[project.scripts]\ntrain = \"pkg.cli:main\"\n[project.urls]\nhome = \"a:b\"\n"},
		{"poetry", "pyproject.toml", "[tool.poetry.scripts]\ntrain = 'pkg.cli:main'\nother = { callable = \"x\" }\n"},
		{"setup.cfg", "setup.cfg", "[options.entry_points]\nconsole_scripts =\n    train = pkg.cli:main\n    # old = pkg.old:main\nother =\n    a = b:c\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f, err := source.New(test.path, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			want := []project.Script{{Name: "train", Module: "pkg.cli"}}
			if diff := cmp.Diff(want, project.Read(f).Scripts); diff != "" {
				t.Error(diff)
			}
		})
	}
}
