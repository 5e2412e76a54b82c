//go:build !linux

package proc

// limitFiles bounds the size of the files that a process writes, which only Linux does from
// outside of the process.
func limitFiles(int, int64) {}

// resident is the memory that a process holds, which is known on Linux only. Elsewhere
// the limit of time has to do.
func resident(int) int64 { return 0 }
