package main

import (
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// These are the largest inputs that are read: files that may belong to a tree,
// and what the user hands in, which may be a pipe.
const (
	maxOverlayBytes  = 1 << 20
	maxBaselineBytes = 64 << 20
	maxStreamBytes   = 512 << 20
)

func (a *app) allOfStdin() ([]byte, error) {
	raw, err := io.ReadAll(regular.Bounded(a.stdin, maxStreamBytes))
	if err != nil {
		return nil, fmt.Errorf("read standard input: %w", err)
	}
	return raw, nil
}
