package driver

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// Defect is a panic that was caught: a mistake of this tool and not of the code
// that it read.
type Defect struct {
	Rule  string // code of the rule that failed; empty if none did
	Place string // function, file and line that panicked
	// Kind says what happened without the text of the user's code: the runtime's message
	// for its own panics, and the type of other causes.
	Kind  string
	Stack string

	cause any
}

func (d *Defect) Error() string { return fmt.Sprintf("%v%s", d.cause, d.Place) }

// protect calls f and turns a panic into an error that names the place: a defect in one
// rule costs only the findings of that rule in one file. An interrupt is no defect.
func protect(f func() error) (err error) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case semantic.ErrInterrupted:
			err = semantic.ErrInterrupted
		default:
			err = Caught(cause)
		}
	}()
	return f()
}

// Caught describes a panic from the value that a deferred function, which calls it, has
// recovered.
func Caught(cause any) *Defect {
	d := &Defect{Place: panicPlace(), Kind: fmt.Sprintf("panic with a value of type %T", cause), Stack: string(debug.Stack()), cause: cause}
	var own runtime.Error
	if err, ok := cause.(error); ok && errors.As(err, &own) {
		d.Kind = own.Error()
	}
	return d
}

// defect reports a panic that was caught in a rule, or outside rules.
func (s *session) defect(rule string, err error) {
	var d *Defect
	if errors.As(err, &d) && s.opts.Defect != nil {
		d.Rule = rule
		s.opts.Defect(d)
	}
}

// panicPlace is the function and line that panicked, as " in rules/device.run
// (cuda.go:41)"; it must be called while the panic is handled. Files are named without
// their folder, since the text must be the same on every machine.
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
