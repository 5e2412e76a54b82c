package cadence

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// inProgram returns the region of code that belongs to no other: a test, code run when
// the file is run as a program, or anything else.
func (m *Rates) inProgram(n syntax.Node) RegionKind {
	for fn := m.definition(n); fn != syntax.None; fn = m.definition(fn) {
		if m.isTest(fn) {
			return RegionTest
		}
	}
	if m.definition(n) == syntax.None && m.InMain(n) {
		return RegionMain
	}
	return RegionOther
}

// isTest reports whether a test runner calls a function: a method of a TestCase, or in a
// test file a function with a name that pytest collects.
func (m *Rates) isTest(fn syntax.Node) bool {
	if class := m.MethodClass(fn); class != syntax.None {
		for base := range m.Tree.Bases(class) {
			if name, _ := m.Name(base.Value); strings.HasSuffix(name, ".TestCase") {
				return true
			}
		}
	}
	return strings.HasPrefix(m.Tree.Text(m.Tree.FuncName(fn)), "test_") && IsTestFile(m.File.Path)
}

// Tests returns the functions that a test runner calls, in order and without overlap:
// each is a program of its own.
func (m *Rates) Tests() []source.Span {
	var tests []source.Span
	end := 0
	for _, fn := range m.Functions() {
		if span := m.Tree.Span(fn); span.Start >= end && m.isTest(fn) {
			tests = append(tests, span)
			end = span.End
		}
	}
	return tests
}

// IsTestFile reports whether pytest takes a file for a test file by its name.
func IsTestFile(name string) bool {
	file := path.Base(name)
	return strings.HasPrefix(file, "test_") || strings.HasSuffix(file, "_test.py")
}

// loopRegion returns the region of a loop: one that trains, one that generates text, or
// any other. Each loop is read once.
func (m *Rates) loopRegion(loop syntax.Node) RegionKind {
	kind, known := m.regions[loop]
	if !known {
		switch {
		case m.runsStep(loop):
			kind = RegionTraining
		case m.decodes(loop):
			kind = RegionDecoding
		}
		m.regions[loop] = kind
	}
	return kind
}

// runsStep reports whether a loop's body runs a backward pass and a step, or
// clears gradients, which nothing but training does.
func (m *Rates) runsStep(loop syntax.Node) bool {
	backward, step := false, false
	for n := range m.Tree.All(loop) {
		if m.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		if m.HandsStep(n) {
			return true
		}
		switch _, method := m.MethodCall(n); method {
		case "backward":
			backward = true
		case "step":
			step = true
		case "zero_grad":
			return true
		}
	}
	return backward && step
}

// HandsStep reports whether a call hands a loss and the optimizer to a function that
// takes the step for them, judging by its name: loss_scaler(loss, optimizer,
// parameters=weights).
func (m *Rates) HandsStep(call syntax.Node) bool {
	name := strings.ToLower(m.Tree.View(m.nameOf(m.Tree.Callee(call))))
	if !strings.Contains(name, "scaler") && !strings.HasSuffix(name, "step") || strings.Contains(name, "sched") {
		return false
	}
	loss, optimizer := false, false
	for a := range m.Tree.Args(call) {
		word := strings.ToLower(m.Tree.View(m.nameOf(a.Value)))
		loss = loss || strings.HasPrefix(word, "loss") || strings.HasSuffix(word, "loss")
		optimizer = optimizer || word == "opt" || strings.HasPrefix(word, "optim") || strings.HasSuffix(word, "optimizer")
	}
	return loss && optimizer
}

// nameOf returns the last name of a name or an attribute.
func (m *Rates) nameOf(n syntax.Node) syntax.Node {
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return n
	case syntax.KindAttribute:
		return m.Tree.AttrName(n)
	}
	return syntax.None
}

// decodes reports whether a loop draws the next token and appends it to the input of the
// next round, or makes it that input.
func (m *Rates) decodes(loop syntax.Node) bool {
	var draws []syntax.Node
	grows, calls := false, []syntax.Node(nil)
	for n := range m.Tree.All(loop) {
		if m.Tree.Kind(n) != syntax.KindCall {
			continue
		}
		calls = append(calls, n)
		if m.drawsToken(n) {
			draws = append(draws, n)
		}
		switch _, method := m.MethodCall(n); method {
		case "cat", "concat", "concatenate":
			grows = grows || m.growing(n, loop)
		}
	}
	if len(draws) == 0 {
		return (grows || (m.TextHas("multinomial") || m.TextHas("argmax")) && m.writesOn(loop)) && slices.ContainsFunc(calls, m.runsDraw)
	}
	return grows || m.carries(loop, draws) || m.writesOn(loop)
}

// drawsToken reports whether a call picks one of several by its score.
func (m *Rates) drawsToken(call syntax.Node) bool {
	switch _, method := m.MethodCall(call); method {
	case "multinomial", "argmax", "topk", "categorical":
		return true
	case "max": // over a dimension it yields the index of the largest
		return m.Tree.Arg(call, 1, "dim") != syntax.None || m.Tree.Keyword(call, "dim") != syntax.None
	}
	return false
}

// growing reports whether a call of cat gives a variable a longer value, ids = cat([ids,
// next]), and the loop reads the variable elsewhere too.
func (m *Rates) growing(call, loop syntax.Node) bool {
	p := m.Tree.Parent(call)
	if m.Tree.Kind(p) != syntax.KindAssignment || m.Tree.Child(p, syntax.FieldRight) != call {
		return false
	}
	sym := m.Symbol(m.Tree.Child(p, syntax.FieldLeft))
	if sym == nil {
		return false
	}
	own, elsewhere := false, false
	list := m.Tree.Unparen(m.Tree.Arg(call, 0, "tensors")) // x = cat(x) makes a tensor of a list
	for _, use := range sym.Uses {
		switch span := m.Tree.Span(use); {
		case use == list:
		case m.Tree.Span(call).Contains(span):
			own, elsewhere = true, elsewhere || m.calledWith(use, call)
		case m.Tree.Span(loop).Contains(span):
			elsewhere = true
		}
	}
	return own && elsewhere
}

// calledWith reports whether, inside a call, a use of a variable is an argument of
// another call: cat([ids, draw(model(ids))]).
func (m *Rates) calledWith(use, call syntax.Node) bool {
	for at := m.Tree.Parent(use); at != call && at != syntax.None; at = m.Tree.Parent(at) {
		if m.Tree.Kind(at) == syntax.KindCall && m.Tree.Within(use, m.Tree.Child(at, syntax.FieldArguments)) {
			return true
		}
	}
	return false
}
