//go:build unix

package measure

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the largest resident memory of a process in MB. Linux tells it in
// KiB, Apple in bytes.
func peak(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) / 1e6
	}
	return float64(usage.Maxrss) * 1024 / 1e6
}
