// Package regular reads regular files of bounded size. A tree of somebody
// else's may hold a pipe, a device or a link to one under any name that is
// looked for: opening such would wait, and reading it never end.
package regular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Read is the content of a regular file; of a link, of its target. Its errors name the
// file.
func Read(name string, limit int64) ([]byte, error) {
	var raw bytes.Buffer
	if err := ReadInto(&raw, name, limit, os.Stat); err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return raw.Bytes(), nil
}

// ReadInto reads the file that stat describes and no more than limit bytes, even if the
// name and the file change meanwhile. Its errors do not repeat the name.
func ReadInto(raw *bytes.Buffer, name string, limit int64, stat func(string) (fs.FileInfo, error)) error {
	info, err := stat(name)
	if err != nil {
		return bare(err)
	}
	if err := check(info, limit); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe may have come meanwhile
	if err != nil {
		return bare(err)
	}
	defer func() { _ = file.Close() }() // nothing was written
	if opened, err := file.Stat(); err != nil || !os.SameFile(info, opened) {
		return errors.New("it was replaced while it was read")
	}
	return ReadOpen(raw, file, limit)
}

// ReadOpen reads a file that was opened without waiting for it.
func ReadOpen(raw *bytes.Buffer, file *os.File, limit int64) error {
	info, err := file.Stat()
	if err != nil {
		return bare(err)
	}
	if err := check(info, limit); err != nil {
		return err
	}
	raw.Reset()
	raw.Grow(int(info.Size()) + bytes.MinRead)
	_, err = raw.ReadFrom(Bounded(file, limit))
	return bare(err)
}

func check(info fs.FileInfo, limit int64) error {
	switch {
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > limit:
		return tooLarge(info.Size(), limit)
	}
	return nil
}

func tooLarge(size, limit int64) error {
	return fmt.Errorf("file is too large: %d bytes, the limit is %d", size, limit)
}

// Bounded is a stream that ends in an error where it holds more than limit bytes: for
// input from a user, which may be a pipe.
func Bounded(r io.Reader, limit int64) io.Reader { return &bounded{r, limit, limit} }

type bounded struct {
	from        io.Reader
	left, limit int64
}

// Read asks for one byte more than is left, which tells the end from too much.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.from.Read(p[:min(int64(len(p)), b.left+1)])
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("too much text: the limit is %d bytes", b.limit)
	}
	return n, err
}

// bare is the system's message, without the name of the file.
func bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
