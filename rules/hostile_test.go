package rules_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestTimeOfAFile checks texts that were made to be slow, fixes them and prints the
// patch. Whether they are done within their time depends on the machine; that they
// end soon after it does not. The bound is what a hang looks like on a busy machine.
func TestTimeOfAFile(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const limit, hang = time.Second / 5, 30 * time.Second
	for name, text := range hostileTexts() {
		t.Run(name, func(t *testing.T) {
			opts := driver.Options{
				Stdin: &driver.Input{Path: name, Raw: []byte(text)}, Rules: rules.All(), DB: opsdb.New(), Jobs: 1,
				Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
				Limits: driver.Limits{Time: limit, Findings: 100}, MinConfidence: analyzer.Possible,
			}
			start := time.Now()
			result, err := driver.Run(t.Context(), opts)
			if err != nil {
				t.Fatal(err)
			}
			fixed, err := driver.Fix(t.Context(), opts)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range fixed.Changes {
				edit.Unified(c.Path, c.Old, c.New, 3)
			}
			took := time.Since(start)
			if t.Logf("took %s, %d failed", took, result.Stats.FilesFailed); took > hang {
				t.Errorf("took %s", took)
			}
			if result.Stats.InternalErrors > 0 || len(result.Diagnostics) > 101 {
				t.Errorf("%d findings, %+v", len(result.Diagnostics), result.Stats)
			}
		})
	}
}

// hostileTexts are files of at most a megabyte whose analysis could grow with
// the square of that.
func hostileTexts() map[string]string {
	const code = "import torch\nd = torch.device('cuda')\n"
	numbered := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.NewReplacer("N", strconv.Itoa(i+1), "P", strconv.Itoa(i)).Replace(line))
		}
		return b.String()
	}
	const empty = `{"cell_type": "code", "source": []},`
	return map[string]string{
		"queries.py":     code + "if " + strings.Repeat("torch.cuda.is_available() and ", 20_000) + "x:\n    torch.cuda.synchronize()\n",
		"choices.py":     code + "x = " + strings.Repeat("'cuda' if torch.cuda.is_available() else ", 15_000) + "'cpu'\ntorch.device(x)\n",
		"sums.py":        code + "x = " + strings.Repeat("torch.cat(a) + ", 40_000) + "1\n",
		"items.py":       code + "x = {" + numbered(10_000, "'kN': 'cuda', ") + "}\n" + numbered(10_000, "torch.device(x['kN'])\n"),
		"circles.py":     code + numbered(2_000, "def fN(x): return fP(x) or f7(x) or f1999(x)\n") + "f1('cuda')\n",
		"chains.py":      code + "x0 = 'cuda'\n" + numbered(15_000, "xN = f'cuda:{xP}'\ntorch.device(xN)\n"),
		"moves.py":       code + strings.Repeat("torch.zeros(2).cuda()\n", 45_000),
		"literals.py":    code + strings.Repeat("torch.device('cuda')\n", 45_000),
		"flags.py":       code + "x = 'cuda'\n" + strings.Repeat("if x == 'cuda': torch.device(x)\n", 30_000),
		"flood.py":       code + strings.Repeat("torch.cuda.synchronize()\n", 30_000),
		"prefix.py":      code + "x = " + strings.Repeat("rbf", 100_000) + "'cuda'\n",
		"brackets.py":    code + "x = " + strings.Repeat("(", 300_000) + "1" + strings.Repeat(")", 300_000) + "\n",
		"decorators.py":  code + strings.Repeat("@torch.no_grad()\n", 50_000) + "def f(): torch.cuda.synchronize()\n",
		"f-strings.py":   code + "x = " + strings.Repeat("f'{", 200) + "a" + strings.Repeat("}'", 200) + "\n",
		"no-cells.ipynb": `{"metadata": {}, "cells": [` + strings.Repeat(empty, 200_000) + `{}]}`,
		"deep.ipynb":     strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"output.ipynb":   `{"metadata": {}, "cells": [{"cell_type": "code", "source": "x", "outputs": ["` + strings.Repeat(`\\`, 4<<20) + `"]}]}`,
		"unclosed.ipynb": `{"metadata": {}, "cells": [{"cell_type": "code", "source": "` + strings.Repeat(`\"`, 4<<20),
	}
}
