package link_test

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// modules are the files of one package, by name.
type modules map[string]string

func (m modules) Path(name string) string { return path.Base(name) }

func (m modules) Load(name string) (*source.File, *syntax.Tree, error) {
	text, ok := m[m.Path(name)]
	if !ok {
		return nil, nil, fs.ErrNotExist
	}
	file, err := source.New(m.Path(name), []byte(text))
	if err != nil {
		return nil, nil, err
	}
	tree, err := syntax.ParseFile(context.Background(), file, syntax.Limits{})
	return file, tree, err
}

func (m modules) Exists(name string) bool { return name == "/p" || m[m.Path(name)] != "" }

func (m modules) List(string) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	return names
}

// handedOn is a project of n modules: one has the setting of the device, and
// each of the others hands it to the next.
func handedOn(n int) modules {
	m := modules{"settings.py": "DEVICE = 'cuda'\n"}
	for i := range n {
		text := "import torch\nfrom settings import DEVICE\n"
		if i > 0 {
			text += fmt.Sprintf("from m%d import place as before\n", i-1)
		} else {
			text += "def before(device):\n    return torch.zeros(1, device=device)\n"
		}
		m[fmt.Sprintf("m%d.py", i)] = text + "def place(device):\n    return before(device)\nplace(DEVICE)\n"
	}
	return m
}

// BenchmarkJoin links projects of different sizes. Time a module stays what it
// is.
func BenchmarkJoin(b *testing.B) {
	for _, n := range []int{50, 200, 800} {
		files := handedOn(n)
		project := semantic.NewProject(opsdb.New(), files, "/p")
		summaries := []*semantic.Summary{project.Summary("/p/settings.py", nil)}
		for i := range n {
			summaries = append(summaries, project.Summary(fmt.Sprintf("/p/m%d.py", i), nil))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if c := link.Join(summaries, func(string) {}).Components(); len(c) != 1 {
					b.Fatalf("%d components, want 1", len(c))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/module")
		})
	}
}
