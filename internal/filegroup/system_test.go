package filegroup

import (
	"fmt"
	"io/fs"
	"syscall"
)

// flaky is a system that is killed before its last call, or whose one call
// fails.
type flaky struct {
	system
	calls, fail int
	killed      bool // all calls from fail on have no effect
}

var errFull = fmt.Errorf("planted: %w", syscall.ENOSPC)

// next counts a call, and fails if it must.
func (f *flaky) next() error {
	f.calls++
	if f.calls == f.fail || f.killed && f.calls > f.fail && f.fail > 0 {
		return errFull
	}
	return nil
}

func (f *flaky) create(name string) (handle, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	h, err := f.system.create(name)
	return &flakyFile{h, f}, err
}

func (f *flaky) read(name string) ([]byte, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.system.read(name)
}

func (f *flaky) rename(from, to string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.system.rename(from, to)
}

func (f *flaky) remove(name string) error {
	if err := f.next(); err != nil {
		return err
	}
	return f.system.remove(name)
}

type flakyFile struct {
	handle
	f *flaky
}

// Write leaves half of the data behind where it fails.
func (h *flakyFile) Write(data []byte) (int, error) {
	if err := h.f.next(); err != nil {
		n := 0
		if h.f.calls == h.f.fail {
			n, _ = h.handle.Write(data[:len(data)/2])
		}
		return n, err
	}
	return h.handle.Write(data)
}

func (h *flakyFile) Chmod(mode fs.FileMode) error {
	if err := h.f.next(); err != nil {
		return err
	}
	return h.handle.Chmod(mode)
}

func (h *flakyFile) Sync() error { return h.f.next() }

// atRename does something when the first file is put in place.
type atRename struct {
	system
	do func()
}

func (s *atRename) rename(from, to string) error {
	s.do()
	return s.system.rename(from, to)
}
