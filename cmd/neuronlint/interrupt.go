package main

import (
	"errors"
	"time"
)

const (
	// grace is how long a run that was interrupted may take to end by itself.
	// Most of it looks at its context every few microseconds, but not all.
	grace = 50 * time.Millisecond
	// saveTime is how much longer files that are being written may take.
	saveTime = 2 * time.Second
)

// abandon returns when the process can be ended without leaving a temporary
// file, half a report or half of a group of fixes behind. A disk that hangs is
// not waited for; the journal of fix is there for that.
func (a *app) abandon() {
	time.Sleep(grace)
	for end := time.Now().Add(saveTime); !a.saving.TryLock() && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	a.tell(errors.New("interrupted"))
}

// save calls f, during which the process is not ended.
func (a *app) save(f func() error) error {
	a.saving.Lock()
	defer a.saving.Unlock()
	return f()
}
