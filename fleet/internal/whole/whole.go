// Package whole writes files that are whole or missing at any moment: they have another name
// until they are complete.
package whole

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file in the making.
type File struct {
	*os.File

	name string // at last
}

// Create begins a file that one process at a time writes. What a killed one has left of it is
// overwritten.
func Create(name string) (*File, error) {
	f, err := os.Create(filepath.Join(filepath.Dir(name), ".new-"+filepath.Base(name)))
	if err != nil {
		return nil, err
	}
	return &File{f, name}, nil
}

// CreateShared begins a file that several processes may write; the last one wins.
func CreateShared(name string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return nil, err
	}
	return &File{f, name}, nil
}

// Finish makes the content durable. The file still has its other name.
func (f *File) Finish() error {
	if err := errors.Join(f.Sync(), f.Chmod(0o644)); err != nil {
		return err
	}
	return f.Close()
}

// Place gives a finished file its name, in the place of an earlier one.
func (f *File) Place() error { return os.Rename(f.File.Name(), f.name) }

// Remove removes the earlier file, if there is one.
func (f *File) Remove() error {
	if err := os.Remove(f.name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Drop removes a file that was not placed.
func (f *File) Drop() {
	_ = f.Close() // it may be closed already
	_ = os.Remove(f.File.Name())
}

// Write writes a file as Create does.
func Write(name string, content func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	return f.fill(content)
}

// WriteShared writes a file as CreateShared does.
func WriteShared(name string, content func(io.Writer) error) error {
	f, err := CreateShared(name)
	if err != nil {
		return err
	}
	return f.fill(content)
}

// fill writes a file to its end, or drops it.
func (f *File) fill(content func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			f.Drop()
		}
	}()
	if err := content(f); err != nil {
		return err
	}
	if err := f.Finish(); err != nil {
		return err
	}
	return f.Place()
}
