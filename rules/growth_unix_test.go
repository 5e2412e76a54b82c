//go:build unix && !race

// The race detector makes everything slow, and not everything alike.

package rules_test

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

const (
	// growth is how many times as large the large program is.
	growth = 8
	// mostGrowth is how many times as much work that may be: a factor of 2.6 for
	// each doubling. With the square of the size it would be up to 64.
	mostGrowth = 2.6 * 2.6 * 2.6
	// smallWork is about as much work as the small program should be, so that
	// more than the beginning of a run is measured.
	smallWork = 8 * time.Millisecond
	// firstSize is that of the program by which the sizes are chosen.
	firstSize = 100
	// attempts are how often something is measured that seems to grow too much: a
	// busy machine makes some runs slower, and none faster.
	attempts = 5
)

// TestWorkGrowsAsTextDoes checks programs and ones that are much larger. Where each
// part looks at all the others, the larger takes many times its part of the work.
// Both the time of processors and what is allocated are measured, and compared
// with each other alone, so that it is no matter how fast a machine is.
func TestWorkGrowsAsTextDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	db := opsdb.New()
	for _, g := range slices.Concat(growingExpressions, growingStatements, growingFunctions, growingArrays, growingProjects) {
		t.Run(g.name, func(t *testing.T) {
			grows(t, db, g)
		})
	}
}

// grows holds the work on a small program against that on a large one.
func grows(t *testing.T, db *opsdb.DB, g growing) {
	t.Helper()
	workOn(t, db, g.make(firstSize/10)) // loads the tables
	first := workOn(t, db, g.make(firstSize))
	n := max(128, int(firstSize*min(40, float64(smallWork)/float64(first.time))))
	if longest := longGrowing[g.name]; longest > 0 {
		n = longest * firstSize / growth / bytesOf(g.make(firstSize))
	}
	texts, larger := g.make(n), g.make(growth*n)
	small, large := workOn(t, db, texts), workOn(t, db, larger)
	for range attempts {
		if large.over(small) <= mostGrowth {
			break
		}
		small, large = small.least(workOn(t, db, texts)), large.least(workOn(t, db, larger))
	}
	if over := large.over(small); over > mostGrowth {
		t.Errorf("%v for %d, %v for %d: %.1f times as much, %.2f for each doubling", small, n, large, growth*n, over, math.Cbrt(over))
	}
}

// bytesOf is how large a project is.
func bytesOf(files map[string]string) (sum int) {
	for _, text := range files {
		sum += len(text)
	}
	return sum
}

// effort is what a run has cost.
type effort struct {
	time  time.Duration // of processors
	bytes uint64        // that were allocated
}

// over is how many times as much as another an effort is.
func (e effort) over(other effort) float64 {
	return max(float64(e.time)/float64(other.time), float64(e.bytes)/float64(other.bytes))
}

func (e effort) least(other effort) effort {
	return effort{min(e.time, other.time), min(e.bytes, other.bytes)}
}

// workOn is what the check of a project costs.
func workOn(t *testing.T, db *opsdb.DB, files map[string]string) effort {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if name == ignoresFile {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opts := driver.Options{
		Paths: []string{dir}, Rules: rules.All(), DB: db, Jobs: 1,
		Target:        opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
		MinConfidence: analyzer.Possible, PerFileIgnores: make(map[string][]string),
	}
	for glob := range strings.FieldsSeq(files[ignoresFile]) {
		opts.PerFileIgnores[glob] = []string{"NRN103"}
	}
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	before := spent(t)
	if _, err := driver.Run(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	after := spent(t)
	return effort{after.time - before.time, after.bytes - before.bytes}
}

// spent is what the process has cost.
func spent(t *testing.T) effort {
	t.Helper()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return effort{time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), memory.TotalAlloc}
}

// TestLargeTablesAreCheap holds what an entry of a dictionary of devices costs in
// memory: those of a table that is larger than people write get no place of their own.
func TestLargeTablesAreCheap(t *testing.T) {
	const mostBytes = 3000
	db := opsdb.New()
	table := repeated("", torchBegin+"d = {\n", "    'key#': 'cuda:#',\n", "}\ntorch.zeros(3, device=d['key0'])\n")
	none := workOn(t, db, table.make(1)).bytes
	for _, n := range []int{8_000, 32_000} {
		if each := (workOn(t, db, table.make(n)).bytes - none) / uint64(n); each > mostBytes {
			t.Errorf("%d entries take %d bytes each, more than %d", n, each, mostBytes)
		} else {
			t.Logf("%d entries take %d bytes each", n, each)
		}
	}
}

// TestLongConditionsAreCheap holds what an operand of a condition costs in memory: each
// is judged once, although all operands beside it ask.
func TestLongConditionsAreCheap(t *testing.T) {
	const mostBytes, n = 45_000, 2_000
	db := opsdb.New()
	condition := repeated("", torchBegin+"x = torch.device('cuda').type\nif ", "x == 'cuda:#' or ", "x == 'cuda':\n    pass\n")
	none := workOn(t, db, condition.make(1)).bytes
	if each := (workOn(t, db, condition.make(n)).bytes - none) / n; each > mostBytes {
		t.Errorf("%d operands take %d bytes each, more than %d", n, each, mostBytes)
	}
}
