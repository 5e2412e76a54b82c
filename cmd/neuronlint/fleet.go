package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"
)

// fleetProgram is the program behind neuronlint fleet. It brings what a linter has no use
// for, such as Parquet and the interfaces of forges, and is a module of its own.
const fleetProgram = "neuronlint-fleet"

// fleetSelf is the variable that tells it which neuronlint has called it.
const fleetSelf = "NEURONLINT"

func (a *app) fleetCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "fleet MANIFEST -o DIRECTORY",
		Short: "Assess many repositories, and write tables about all of them",
		Long: `Assess each repository of a manifest, and write what comes of it as Parquet. A
run that was cut short goes on where it was, and runs on several machines take
shares of one manifest. docs/fleet.md describes it.

It is a program of its own, neuronlint-fleet, which must lie beside this one or
in PATH; all arguments are handed to it. To install it:

    go install \
        github.com/neuronlint/neuronlint/fleet/cmd/neuronlint-fleet@latest`,
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			program, err := fleetPath()
			switch {
			case err != nil && (slices.Contains(args, "--help") || slices.Contains(args, "-h")):
				return cmd.Help() // on how to get the program
			case err != nil:
				return err
			}
			return a.become(program, args)
		},
	}
}

// fleetPath is where the program is: beside this one, so that both are of one version, or
// in PATH.
func fleetPath() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("fleet: %w", err)
	}
	name := fleetProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
		return beside, nil
	}
	program, err := exec.LookPath(fleetProgram)
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("fleet: there is no %s beside neuronlint or in PATH; install it with: go install github.com/neuronlint/neuronlint/fleet/cmd/%[1]s@latest", fleetProgram)
	}
	if err != nil {
		return "", fmt.Errorf("fleet: %w", err)
	}
	return program, nil
}

// fleetEnvironment is that of this process, with its own path.
func fleetEnvironment() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	}
	return append(os.Environ(), fleetSelf+"="+self), nil
}
