package main

import (
	"bufio"
	"fmt"
	"io"
)

// outputBuffer is the size of the writes to standard output.
const outputBuffer = 64 << 10

// buffered collects the many small writes of f.
func buffered(w io.Writer, f func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, outputBuffer)
	if err := f(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}
