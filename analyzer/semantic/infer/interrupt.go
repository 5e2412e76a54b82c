package infer

import (
	"errors"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ErrInterrupted is the panic value of a question to a model whose Interrupt has been
// raised, as of a walk over the tree.
var ErrInterrupted = syntax.ErrInterrupted

// Interrupt ends the analysis of one file from outside. The zero value is
// ready.
type Interrupt = syntax.Interrupt

// ErrOver is the panic value of a question to the model of another file, asked after the
// call that the model was shown for; see WithCallee. By then the model answers on behalf of
// others.
var ErrOver = errors.New("semantic: the model of another file was asked after the question that it was shown for")

// over ends all questions asked while no file is asking.
func over() *Interrupt { return syntax.Over(ErrOver) }

// CheckInterrupt is called at the entry of every function that a walk over definitions
// passes through, so an interrupt can end any walk.
func (m *Model) CheckInterrupt() {
	m.evaluator.steps++
	m.evaluator.interrupt.Check()
}

// Steps counts the work done so far by this model and by others on its behalf:
// expressions examined, and paths between definitions followed. The same questions take
// the same steps on every machine.
func (m *Model) Steps() int { return m.evaluator.steps }

// InterruptBy lets i end the questions to this model, the questions to library models on
// its behalf, and the walks over its tree. It must be called before the first question.
func (m *Model) InterruptBy(i *Interrupt) {
	m.evaluator.interrupt = i
	m.Tree = m.Tree.Under(i)
}
