package rules_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestGrowthOfOneFile checks programs that are large in one way each, and four
// times as large. What is allocated must grow as they do; unlike the time, that
// is the same on any machine. Of what grows with the square, it would be sixteen
// times as much.
func TestGrowthOfOneFile(t *testing.T) {
	const n, most = 300, 6
	db := opsdb.New()
	check(t, db, "import torch\ntorch.device('cuda')\n") // loads the tables
	for _, form := range forms() {
		t.Run(form.name, func(t *testing.T) {
			small, large := check(t, db, form.text(n)), check(t, db, form.text(4*n))
			if ratio := float64(large) / float64(small); ratio > most {
				t.Errorf("%d bytes for %d, %d bytes for %d: %.1f times as much", small, n, large, 4*n, ratio)
			}
		})
	}
}

// form is a program of any size.
type form struct {
	name string
	text func(n int) string
}

func forms() []form {
	const torch = "import torch\n"
	return []form{
		{"functions in a circle hand a device on", func(n int) string {
			return torch + each(n, func(i int) string {
				return fmt.Sprintf("def f%d(x, device='cuda'):\n    return f%d(x.to(device), device)\n", i, (i+1)%n)
			})
		}},
		{"functions in a circle test the device they hand on", func(n int) string {
			return torch + each(n, func(i int) string {
				return fmt.Sprintf("def f%d(x, device='cuda'):\n    if device == 'cuda:%d': x = f%d(x.to(device), device)\n", i, i, (i+1)%n)
			})
		}},
		{"methods set and read one device", func(n int) string {
			return torch + "class C:\n" + each(n, func(i int) string {
				return fmt.Sprintf("    def f%d(self, x):\n        self.device = 'cuda:%d'\n        return x.to(self.device)\n", i, i)
			})
		}},
		{"classes take the device of any object", func(n int) string {
			return torch + each(n, func(i int) string {
				return fmt.Sprintf("class C%d:\n    def __init__(self, o):\n        self.device = o.device\n", i)
			}) + "x = C0(None)\nx.device = 'cuda'\ntorch.zeros(1, device=x.device)\n"
		}},
		{"functions set and hand on the device of what they are given", func(n int) string {
			return torch + each(n, func(i int) string {
				return fmt.Sprintf("def f%d(cfg):\n    cfg.device = 'cuda'\n    return torch.zeros(1, device=cfg.device)\n", i)
			})
		}},
		{"one variable is set everywhere", func(n int) string {
			return torch + each(n, func(i int) string {
				return fmt.Sprintf("def f%d():\n    global d\n    d = 'cuda:%d'\n    torch.zeros(1, device=d)\n", i, i)
			})
		}},
		{"a dictionary of devices", func(n int) string {
			return torch + "t = {" + each(n, func(i int) string { return fmt.Sprintf("'k%d': torch.device('cuda'), ", i) }) + "}\n" +
				each(n, func(i int) string { return fmt.Sprintf("x.to(t['k%d'])\n", i) })
		}},
		{"parsers with one option", func(n int) string {
			return torch + "import argparse\n" + each(n, func(i int) string {
				return fmt.Sprintf("p%[1]d = argparse.ArgumentParser()\np%[1]d.add_argument('--d', default='cuda')\na%[1]d = p%[1]d.parse_args()\ntorch.zeros(1, device=a%[1]d.d)\n", i)
			})
		}},
		{"parsers", func(n int) string {
			return torch + "import argparse\n" + each(n, func(i int) string {
				return fmt.Sprintf("p%[1]d = argparse.ArgumentParser()\np%[1]d.add_argument('--d%[1]d', default='cuda')\na%[1]d = p%[1]d.parse_args()\ntorch.zeros(1, device=a%[1]d.d%[1]d)\n", i)
			})
		}},
		{"a chain of calls", func(n int) string {
			return torch + "def f(x):\n    return x" + strings.Repeat(".view(1)", n) + "\n"
		}},
	}
}

func each(n int, text func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// check is how many bytes are allocated to check a program.
func check(t *testing.T, db *opsdb.DB, text string) uint64 {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.py", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	opts := driver.Options{
		Paths: []string{"."}, Rules: rules.All(), DB: db, Jobs: 1,
		Target:        opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
		MinConfidence: analyzer.Likely,
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := driver.Run(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
