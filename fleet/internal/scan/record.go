package scan

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// Save writes a record so that at any moment the file is whole or missing.
func Save(name string, r *outcome.Record) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("record: %w", err), f.Close(), os.Remove(f.Name()))
		}
	}()
	w := gzip.NewWriter(f)
	if err := json.NewEncoder(w).Encode(r); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	return f.Close()
}

// Load reads a record.
func Load(name string) (*outcome.Record, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	var r outcome.Record
	data, err := io.ReadAll(io.LimitReader(z, 2*maxOutput))
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	if r.Version != outcome.Version {
		return nil, fmt.Errorf("record: %s: version %d", name, r.Version)
	}
	return &r, nil
}
