package tables

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Each calls use for each row of a table: of all files in its folder, by name.
func Each[T any](dir, name string, use func(*T) error) error {
	files, err := filepath.Glob(filepath.Join(escape(dir), name, "*.parquet"))
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	if len(files) == 0 {
		return fmt.Errorf("tables: %s has no table %s", dir, name)
	}
	for _, file := range files {
		if err := eachOf(file, use); err != nil {
			return fmt.Errorf("tables: %s: %w", file, err)
		}
	}
	return nil
}

// escape makes a name of a folder stand for itself in a pattern.
func escape(dir string) string {
	return strings.NewReplacer(`[`, `[[]`, `*`, `[*]`, `?`, `[?]`).Replace(dir)
}

func eachOf[T any](file string, use func(*T) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return err
	}
	opened, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		return err
	}
	if v, ok := opened.Lookup("neuronlint.schema_version"); !ok || v != strconv.Itoa(Version) {
		return fmt.Errorf("version %q of the tables, and this program knows %d", v, Version)
	}
	r := parquet.NewGenericReader[T](opened)
	defer func() { _ = r.Close() }()
	rows := make([]T, 256)
	for {
		n, err := r.Read(rows)
		for i := range rows[:n] {
			if err := use(&rows[i]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		clear(rows) // lists are appended to otherwise
	}
}
