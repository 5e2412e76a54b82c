package main

import (
	"errors"
	"io"
	"slices"
	"time"
)

const (
	// grace is how long a run that was interrupted may take to end by itself.
	// Most of it looks at its context every few microseconds, but not all.
	grace = 20 * time.Millisecond
	// saveTime is how much longer files that are being written may take.
	saveTime = 2 * time.Second
	// readTime is how long a reader may take nothing before it is given up.
	readTime = 200 * time.Millisecond
)

// abandon returns when the process can be ended without leaving a temporary
// file, half a report or half of a group of fixes behind. A disk that hangs is
// not waited for; the journal of fix is there for that. Nor is a reader that does
// not read.
func (a *app) abandon() {
	time.Sleep(grace)
	start := time.Now()
	for !a.saving.TryLock() && time.Since(start) < saveTime && !a.stuck(start) {
		time.Sleep(time.Millisecond)
	}
	a.tellInterrupted()
}

// tellInterrupted says it once: a run may end just as it is abandoned.
func (a *app) tellInterrupted() {
	if !a.watches.Load() {
		a.interrupted.Do(func() { a.tell(errors.New("interrupted")) })
	}
}

// endCode is the exit code of a process that was interrupted.
func (a *app) endCode() int {
	if a.watches.Load() {
		return exitClean
	}
	return exitInterrupted
}

// save calls f, during which the process is not ended.
func (a *app) save(f func() error) error {
	a.saving.Lock()
	defer a.saving.Unlock()
	return f()
}

// stuck reports whether a reader has taken nothing for readTime since start.
func (a *app) stuck(start time.Time) bool {
	last := a.delivered.Load()
	return last != 0 && time.Since(start) > readTime && time.Since(time.Unix(0, last)) > readTime
}

// deliver saves output by f that goes to a reader, such as that of a pipe, instead of
// to a disk.
func (a *app) deliver(f func() error) error {
	return a.save(func() error {
		a.delivered.Store(time.Now().UnixNano())
		defer a.delivered.Store(0)
		return f()
	})
}

// delivery notes that the reader of w takes the output.
type delivery struct {
	*app
	w io.Writer
}

// Write writes in parts, so that a slow reader of much is seen to read.
func (d delivery) Write(text []byte) (n int, err error) {
	for part := range slices.Chunk(text, outputBuffer) {
		written, err := d.w.Write(part)
		if n += written; err != nil {
			return n, err
		}
		d.delivered.Store(time.Now().UnixNano())
	}
	return n, nil
}
