package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadClock makes a function that any goroutine may ask how long the thread
// of this one has worked since it began; nil if the system does not tell.
func threadClock() func() time.Duration {
	// The kernel's name for the clock of a thread: its number inverted, and the
	// marks of one thread (4) and of the time that the scheduler gave it (2).
	clock := int32(^unix.Gettid()<<3 | 4 | 2)
	var at unix.Timespec
	if unix.ClockGettime(clock, &at) != nil {
		return nil
	}
	return func() time.Duration {
		var at unix.Timespec
		_ = unix.ClockGettime(clock, &at) // the thread is still there
		return time.Duration(at.Nano())
	}
}

// processTime is how long all threads of the process have worked together.
func processTime() time.Duration {
	var at unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at) // every process has one
	return time.Duration(at.Nano())
}
