//go:build unix && !linux

package proc

import "syscall"

// endWithParent has no counterpart here: a program that outlives a killed run ends when it
// writes to the closed pipe.
func endWithParent(*syscall.SysProcAttr) {}
