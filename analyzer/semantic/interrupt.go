package semantic

import (
	"cmp"
	"errors"
	"sync/atomic"
)

// ErrInterrupted is what a question to a model panics with once its Interrupt
// is raised. Rules ask at every turn and cannot pass an error on from each
// place; the driver, which raises it, recovers it around them.
var ErrInterrupted = errors.New("the analysis was interrupted")

// ErrOver is what a question to the model of another file panics with outside of
// the question that it was shown for; see Inside. By then the model is asked on
// behalf of others.
var ErrOver = errors.New("semantic: the model of another file was asked after the question that it was shown for")

// Interrupt ends the analysis of one file from outside. The zero value is
// ready.
type Interrupt struct {
	raised atomic.Bool
	cause  error // nil for ErrInterrupted
}

// over ends all questions that are asked while no file asks.
func over() *Interrupt {
	i := &Interrupt{cause: ErrOver}
	i.Raise()
	return i
}

// Raise makes the next question panic with ErrInterrupted. Any goroutine may
// call it.
func (i *Interrupt) Raise() { i.raised.Store(true) }

// check is called wherever a file can ask without end, and costs a load.
func (i *Interrupt) check() {
	if i != nil && i.raised.Load() {
		panic(cmp.Or(i.cause, ErrInterrupted))
	}
}

// check stands at the entry of whatever a walk over definitions goes through, so
// that there is none that an interrupt does not end.
func (m *Model) check() {
	m.evaluator.steps++
	m.evaluator.interrupt.check()
}

// Steps is how much this model was asked so far, and others on its behalf: how many
// expressions were looked at, and how often ways between definitions were gone.
// The same questions take the same steps on every machine.
func (m *Model) Steps() int { return m.evaluator.steps }

// InterruptBy lets i end the questions to this model, and those to library
// models that are asked on its behalf. It is called before the first question.
func (m *Model) InterruptBy(i *Interrupt) { m.evaluator.interrupt = i }
