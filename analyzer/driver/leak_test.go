package driver

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
)

// TestRunsLeaveNoGoroutines: neither runs that end nor those that are told to
// end, at whichever file, leave anything running.
func TestRunsLeaveNoGoroutines(t *testing.T) {
	dir := t.TempDir()
	for i := range 30 {
		write(t, filepath.Join(dir, fmt.Sprintf("m%02d.py", i)), "import torch\nbad()\n")
	}
	opts := options(callRule("NRN900", "bad-call", "bad", analyzer.Warning, rename("good", analyzer.Safe, "")))
	opts.Paths, opts.Jobs = []string{dir}, 8
	opts.Limits.Time = time.Minute
	before := runtime.NumGoroutine()
	for stop := 0; stop <= 30; stop += 3 {
		ctx, cancel := context.WithCancel(t.Context())
		seen := make(chan struct{}, 1000)
		opts.Progress = &Progress{told: func() {
			if seen <- struct{}{}; len(seen) == stop {
				cancel()
			}
		}}
		_, runErr := Run(ctx, opts)
		_, fixErr := Fix(ctx, opts)
		_, scanErr := Scan(ctx, opts)
		cancel()
		for _, err := range []error{runErr, fixErr, scanErr} {
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	}
	for range 100 { // what is on its way out may take a moment
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
