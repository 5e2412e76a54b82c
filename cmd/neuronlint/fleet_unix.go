//go:build unix

package main

import (
	"fmt"
	"os/signal"
	"syscall"
)

// become replaces this process by another program, so that signals reach it.
func (a *app) become(program string, args []string) error {
	env, err := fleetEnvironment()
	if err != nil {
		return err
	}
	signal.Reset(syscall.SIGPIPE) // what is ignored stays ignored in the other program
	if err := syscall.Exec(program, append([]string{program}, args...), env); err != nil {
		return fmt.Errorf("fleet: %s: %w", program, err)
	}
	return nil
}
