//go:build unix

package proc

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// ownGroup makes a program the first of a group, which ends with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithParent(cmd.SysProcAttr)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

// endGroup ends all that is left of a group; there may be nothing.
func endGroup(pid int) { _ = syscall.Kill(-pid, syscall.SIGKILL) }

// peak is the most memory that a process held at a time, in bytes.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return usage.Maxrss
	}
	return usage.Maxrss << 10
}
