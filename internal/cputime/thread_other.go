//go:build !linux

package cputime

import "time"

// threadClock is unknown here.
func threadClock() func() time.Duration { return nil }

// processTime is unknown here.
func processTime() time.Duration { return 0 }
