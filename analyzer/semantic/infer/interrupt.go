package infer

import (
	"errors"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ErrInterrupted is what a question to a model panics with once its Interrupt is
// raised, as a walk over the tree does.
var ErrInterrupted = syntax.ErrInterrupted

// Interrupt ends the analysis of one file from outside. The zero value is
// ready.
type Interrupt = syntax.Interrupt

// ErrOver is what a question to the model of another file panics with outside of
// the question that it was shown for; see Inside. By then the model is asked on
// behalf of others.
var ErrOver = errors.New("semantic: the model of another file was asked after the question that it was shown for")

// over ends all questions that are asked while no file asks.
func over() *Interrupt { return syntax.Over(ErrOver) }

// CheckInterrupt stands at the entry of whatever a walk over definitions goes through, so
// that there is none that an interrupt does not end.
func (m *Model) CheckInterrupt() {
	m.evaluator.steps++
	m.evaluator.interrupt.Check()
}

// Steps is how much this model was asked so far, and others on its behalf: how many
// expressions were looked at, and how often ways between definitions were gone.
// The same questions take the same steps on every machine.
func (m *Model) Steps() int { return m.evaluator.steps }

// InterruptBy lets i end the questions to this model, those to library models that
// are asked on its behalf, and the walks over its tree. It is called before the
// first question.
func (m *Model) InterruptBy(i *Interrupt) {
	m.evaluator.interrupt = i
	m.Tree = m.Tree.Under(i)
}
