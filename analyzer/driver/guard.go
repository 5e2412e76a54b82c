package driver

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// protect calls f and turns a panic into an error that names the place, so
// that a defect in one rule costs the findings of one rule in one file.
func protect(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%v%s", cause, panicPlace())
		}
	}()
	return f()
}

// panicPlace is the function and line that panicked, as " in rules/device.run
// (cuda.go:41)"; it must be called from the deferred function. Files are named
// without their folder, so that the text is the same on every machine.
func panicPlace() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	panicking := false
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(frame.Function, "runtime."):
			return fmt.Sprintf(" in %s (%s:%d)", path.Base(frame.Function), path.Base(frame.File), frame.Line)
		}
		if !more {
			return ""
		}
	}
}
