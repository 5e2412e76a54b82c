package semantic

import (
	"errors"
	"sync/atomic"
)

// ErrInterrupted is what a question to a model panics with once its Interrupt
// is raised. Rules ask at every turn and cannot pass an error on from each
// place; the driver, which raises it, recovers it around them.
var ErrInterrupted = errors.New("the analysis was interrupted")

// Interrupt ends the analysis of one file from outside. The zero value is
// ready.
type Interrupt struct{ raised atomic.Bool }

// Raise makes the next question panic with ErrInterrupted. Any goroutine may
// call it.
func (i *Interrupt) Raise() { i.raised.Store(true) }

// check is called wherever a file can ask without end, and costs a load.
func (i *Interrupt) check() {
	if i != nil && i.raised.Load() {
		panic(ErrInterrupted)
	}
}

// InterruptBy lets i end the questions to this model, and those to library
// models that are asked on its behalf. It is called before the first question.
func (m *Model) InterruptBy(i *Interrupt) { m.evaluator.interrupt = i }
