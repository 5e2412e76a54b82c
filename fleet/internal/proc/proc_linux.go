package proc

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent has the system end a program when this one is killed.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// limitFiles bounds the size of the files that a process writes. Programs that it has
// started before are not bounded: git starts those that write much only when a server has
// answered.
func limitFiles(pid int, size int64) {
	if size > 0 {
		// A process that has ended already has written what it wanted.
		_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(size), Max: uint64(size)}, nil)
	}
}

// resident is the memory that a process holds, in bytes; 0 if it has ended.
func resident(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	parts := bytes.Fields(data)
	if len(parts) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(parts[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
