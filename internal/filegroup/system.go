package filegroup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// maxBytes is more than any file has that is fixed.
const maxBytes = 1 << 29

// system is the interface to the operating system; a writer may be killed before any of
// its calls. Names are relative to the root.
type system interface {
	create(name string) (handle, error) // of a file that is not there yet
	read(name string) ([]byte, error)
	stat(name string) (fs.FileInfo, error)
	rename(from, to string) error
	remove(name string) error
	close() error
}

// handle is a file that is being written.
type handle interface {
	Write(data []byte) (int, error)
	Chmod(mode fs.FileMode) error
	Chown(uid, gid int) error
	Sync() error
	Close() error
}

// disk is the system itself. A root of os refuses paths that lead out of it.
type disk struct{ root *os.Root }

func (d disk) create(name string) (handle, error) {
	return d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// read accepts regular files only: an untrusted tree may hold a pipe under the name of
// a journal, or an endless file.
func (d disk) read(name string) ([]byte, error) {
	file, err := d.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	var raw bytes.Buffer
	err = regular.ReadOpen(&raw, file, maxBytes)
	return raw.Bytes(), err
}

func (d disk) stat(name string) (fs.FileInfo, error) { return d.root.Lstat(name) }
func (d disk) rename(from, to string) error          { return d.root.Rename(from, to) }
func (d disk) remove(name string) error              { return d.root.Remove(name) }
func (d disk) close() error                          { return d.root.Close() }

// bare is the system's message, without the names of files.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	default:
		return err
	}
}
