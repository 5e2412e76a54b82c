//go:build unix

package rules_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestWorkGrowsAsTextDoes checks long expressions and classes, and four times as
// long ones, where each part must not look at all the others: that allocates
// nothing, so the time tells. It is that of processors, and the best of a few
// runs; of what grows with the square, it would be up to sixteen times as much.
func TestWorkGrowsAsTextDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, most = 6000, 7
	db := opsdb.New()
	check(t, db, "import torch\ntorch.device('cuda')\n") // loads the tables
	for name, text := range map[string]func(n int) string{
		"moves in a chain": func(n int) string { return "x = torch.ones(2)" + strings.Repeat(".cuda()", n) + "\n" },
		"a sum of moves":   func(n int) string { return "x = " + strings.Repeat("torch.ones(2).cuda() + ", n) + "1\n" },
		"casts in a chain": func(n int) string { return "x = torch.ones(2)" + strings.Repeat(".cuda().half()", n/2) + "\n" },
		"operators of a class": func(n int) string {
			return "class C:\n" + strings.Repeat("    def f(self):\n        return torch.nonzero(torch.ones(1))\n", n/2)
		},
	} {
		t.Run(name, func(t *testing.T) {
			small, large := work(t, db, text(n)), work(t, db, text(4*n))
			t.Logf("%v for %d, %v for %d", small, n, large, 4*n)
			if ratio := float64(large) / float64(small); ratio > most {
				t.Errorf("%v for %d, %v for %d: %.1f times as much", small, n, large, 4*n, ratio)
			}
		})
	}
}

// work is the least processor time that checking a program has taken.
func work(t *testing.T, db *opsdb.DB, text string) time.Duration {
	t.Helper()
	var best time.Duration
	for i := range 2 {
		var before, after syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
			t.Fatal(err)
		}
		check(t, db, "import torch\n"+text)
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &after); err != nil {
			t.Fatal(err)
		}
		if took := time.Duration(after.Utime.Nano() - before.Utime.Nano()); i == 0 || took < best {
			best = took
		}
	}
	return best
}
