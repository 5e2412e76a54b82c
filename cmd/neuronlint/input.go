package main

import (
	"fmt"
	"io"
	"os"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// These are the largest inputs that are read: files that may belong to a tree, and
// input from the user, which may be a pipe.
const (
	maxOverlayBytes  = 1 << 20
	maxBaselineBytes = 64 << 20
	maxStreamBytes   = 512 << 20
)

// openFile opens a file, or a pipe, that the user hands in.
func openFile(name string) (*os.File, error) {
	if err := exists(name); err != nil {
		return nil, err
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		_ = file.Close() // nothing was read
		return nil, fmt.Errorf("%s is a directory", name)
	}
	return file, nil
}

func (a *app) allOfStdin() ([]byte, error) {
	raw, err := io.ReadAll(regular.Bounded(a.stdin, maxStreamBytes))
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	return raw, nil
}
