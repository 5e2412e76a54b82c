package cadence

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// engineCalls tells how often an engine of Ignite calls a function that the file hands
// to it, whatever the name:
//
//	trainer = Engine(update)
//
//	@trainer.on(Events.ITERATION_COMPLETED)
//	def log(engine): ...
func (m *Rates) engineCalls(fn syntax.Node) Cadence {
	if !m.ImportsAny("ignite") {
		return CadenceNone
	}
	most := CadenceNone
	for _, n := range m.MentionsOf(fn) {
		call := m.TakenBy(n)
		if name, _ := m.CallName(call); name == "functools.partial" {
			n, call = call, m.TakenBy(call)
		}
		most = max(most, m.engineStep(call, n, fn), m.engineEvent(call, n))
	}
	for _, d := range m.Tree.Decorators(fn) {
		most = max(most, m.engineEvent(d, syntax.None))
	}
	return most
}

// engineStep returns how often an Engine calls the function that it is made with: for
// each step of training if the function computes gradients, otherwise for each batch of
// an evaluation.
func (m *Rates) engineStep(call, handed, fn syntax.Node) Cadence {
	if name, _ := m.CallName(call); name != "ignite.engine.Engine" && name != "ignite.engine.engine.Engine" || m.Tree.Arg(call, 0, "process_function") != handed {
		return CadenceNone
	}
	for n := range m.Tree.All(fn) {
		if m.Tree.Kind(n) == syntax.KindAttribute && m.Tree.View(m.Tree.AttrName(n)) == "backward" {
			return CadenceStep
		}
	}
	return CadenceBatch
}

// engineEvent returns how often an engine calls a function that is handed to on or
// add_event_handler; a decorator need not name the function. A filtered event, which is a
// call, runs now and then.
func (m *Rates) engineEvent(call, handed syntax.Node) Cadence {
	if m.Tree.Kind(call) != syntax.KindCall {
		return CadenceNone
	}
	engine, method := m.MethodCall(call)
	if method != "on" && (method != "add_event_handler" || handed == syntax.None || m.Tree.Arg(call, 1, "handler") != handed) {
		return CadenceNone
	}
	if !m.eachIteration(m.Tree.Arg(call, 0, "event_name")) {
		return CadenceNone
	}
	for word := range strings.SplitSeq(strings.ToLower(m.Tree.Text(engine)), "_") {
		if strings.HasPrefix(word, "eval") || strings.HasPrefix(word, "val") || strings.HasPrefix(word, "test") || strings.HasPrefix(word, "infer") {
			return CadenceBatch
		}
	}
	return CadenceStep
}

// eachIteration reports whether an expression is an event of Ignite that fires in each
// iteration, or a combination with one that does.
func (m *Rates) eachIteration(n syntax.Node) bool {
	n = m.Tree.Unparen(n)
	if m.Tree.Kind(n) == syntax.KindBinaryOperator && m.Tree.Operator(n) == "|" {
		return m.eachIteration(m.Tree.Child(n, syntax.FieldLeft)) || m.eachIteration(m.Tree.Child(n, syntax.FieldRight))
	}
	name, _ := m.Name(n)
	if !strings.HasPrefix(name, "ignite.engine.") {
		return false
	}
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "ITERATION_STARTED", "ITERATION_COMPLETED", "GET_BATCH_STARTED", "GET_BATCH_COMPLETED":
		return true
	}
	return false
}
