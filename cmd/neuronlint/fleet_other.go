//go:build !unix

package main

import (
	"errors"
	"fmt"
	"os/exec"
)

// become runs another program in place of this one, and ends as it does.
func (a *app) become(program string, args []string) error {
	env, err := fleetEnvironment()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = a.stdin, a.stdout, a.stderr, env
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		a.code = exit.ExitCode()
		return nil
	}
	if err != nil {
		return fmt.Errorf("fleet: %s: %w", program, err)
	}
	return nil
}
