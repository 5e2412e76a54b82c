package source

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTooLarge says that a file has more bytes than the caller will look at.
var ErrTooLarge = errors.New("file is too large")

// Load reads and decodes a file that Walk found. It reads at most maxBytes and
// fails with ErrTooLarge if there are more.
func Load(found Found, maxBytes int64) (*File, error) {
	raw, err := readAtMost(found.Name, maxBytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", found.Path, err)
	}
	return New(found.Path, raw)
}

func readAtMost(name string, maxBytes int64) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, reason("cannot read it", err)
	}
	defer func() { _ = file.Close() }() // nothing was written
	raw, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	switch {
	case err != nil:
		return nil, reason("cannot read it", err)
	case int64(len(raw)) > maxBytes:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrTooLarge, maxBytes)
	}
	return raw, nil
}
