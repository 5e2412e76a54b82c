//go:build unix

package config

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPositionsOfManyKeys holds the work on a document against that on one eight times
// as large. A look at each line for each key would make it 64 times as much.
func TestPositionsOfManyKeys(t *testing.T) {
	const growth, mostGrowth, attempts = 8, 32, 5
	took := func(n int) time.Duration {
		document := []byte("[per-file-ignores]\n" + strings.Repeat(strings.Repeat("#\n", 50)+"\n", n/50))
		for i := range n {
			document = fmt.Appendf(document, "\"m%d.py\" = [\"NRN103\"]\n", i)
		}
		begin := worked(t)
		positions(document)
		return worked(t) - begin
	}
	small, large := took(1000), took(growth*1000)
	for range attempts {
		small, large = min(small, took(1000)), min(large, took(growth*1000))
	}
	if over := float64(large) / float64(small); over > mostGrowth {
		t.Errorf("%v for 1000 keys, %v for %d times as many: %.0f times as much", small, large, growth, over)
	}
}

// worked is how long processors have worked for the process.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
