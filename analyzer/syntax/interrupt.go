package syntax

import (
	"errors"
	"sync/atomic"
	"unsafe"
)

// ErrInterrupted is the value with which a walk over a tree, or a question to a model of
// it, panics once its Interrupt is raised. Rules walk and ask at every turn and cannot
// pass an error on from each place; the driver, which raises it, recovers it around them.
var ErrInterrupted = errors.New("the analysis was interrupted")

// Interrupt ends the analysis of one file from outside. The zero value is
// ready.
type Interrupt struct {
	raised atomic.Bool
	cause  any // the value to panic with; nil for ErrInterrupted
}

// Over is an interrupt that is raised from the beginning, with cause as its panic value.
func Over(cause error) *Interrupt {
	i := &Interrupt{cause: cause}
	i.Raise()
	return i
}

// Raise makes the next check panic. Any goroutine may call it.
func (i *Interrupt) Raise() { i.raised.Store(true) }

// Raised reports whether it was.
func (i *Interrupt) Raised() bool { return i != nil && i.raised.Load() }

// Check is called wherever work on a file could go on without end, and costs a load. It
// panics if the interrupt is raised.
func (i *Interrupt) Check() {
	if i.Raised() {
		i.end()
	}
}

// end is a separate function, to let Check be inlined.
func (i *Interrupt) end() {
	if i.cause != nil {
		panic(i.cause)
	}
	panic(ErrInterrupted)
}

// Under is the same tree, whose walks end when i is raised. The tree itself is not
// changed, since others may walk over it for other files.
func (t *Tree) Under(i *Interrupt) *Tree {
	under := *t
	under.stop = i
	return &under
}

// Is reports whether two trees are the same, even if different interrupts end the walks
// over them.
func (t *Tree) Is(other *Tree) bool {
	return unsafe.SliceData(t.kind) == unsafe.SliceData(other.kind)
}
