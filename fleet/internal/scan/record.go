package scan

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/whole"
)

// Save writes a record so that at any moment the file is whole or missing, whoever else
// writes it.
func Save(name string, r *outcome.Record) error {
	err := whole.WriteShared(name, func(to io.Writer) error {
		w := gzip.NewWriter(to)
		if err := json.NewEncoder(w).Encode(r); err != nil {
			return err
		}
		return w.Close()
	})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
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
