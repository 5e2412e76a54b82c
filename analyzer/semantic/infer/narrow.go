package infer

import (
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// narrowing is the class that a test finds for a name, an attribute or an element, in the
// code that runs only on that outcome.
type narrowing struct {
	subject syntax.Node // the expression that is tested
	class   syntax.Node // an expression that is a class or a tuple of classes; None: a tensor
	region  source.Span
	not     bool // it is of no such class
}

func (m *Model) indexNarrowings() {
	m.narrowings = make(map[string][]narrowing)
	for _, call := range m.Calls() {
		switch m.Tree.Written(m.Tree.Callee(call)) {
		case "isinstance":
			if m.Symbol(m.Tree.Callee(call)) == nil {
				m.narrowBoth(call, narrowing{subject: m.Tree.Arg(call, 0, ""), class: m.Tree.Arg(call, 1, "")})
			}
		case "torch.is_tensor":
			m.narrowBoth(call, narrowing{subject: m.Tree.Arg(call, 0, "obj")})
		case "type":
			m.narrowByType(call)
		default:
			if m.asksForTensor(call) {
				m.narrowBoth(call, narrowing{subject: m.Tree.Arg(call, 0, "obj")})
			}
		}
	}
	for _, n := range m.Cases() {
		m.narrowByPattern(n)
	}
	for _, n := range m.Nones() {
		m.narrowByNone(n)
	}
}

// asksForTensor reports whether a call calls torch.is_tensor under another name.
func (m *Model) asksForTensor(call syntax.Node) bool {
	callee := m.Tree.Callee(call)
	if m.Tree.Kind(callee) != syntax.KindIdentifier || !m.TextHas("is_tensor") {
		return false
	}
	sym := m.Symbol(callee)
	return sym != nil && len(sym.Defs) == 1 && sym.Defs[0].Kind == DefImport && sym.Defs[0].Import.Module == "torch.is_tensor"
}

// narrowBoth narrows the code where a test holds and the code where it does not.
func (m *Model) narrowBoth(test syntax.Node, f narrowing) {
	m.narrow(test, f, true)
	f.not = true
	m.narrow(test, f, false)
}

// narrowByNone handles x is None and x is not None. An attribute may be set by
// any call between the test and the use.
func (m *Model) narrowByNone(none syntax.Node) {
	p := m.Tree.Parent(none)
	operands, ops := m.Tree.Comparison(p)
	if len(operands) != 2 || operands[1] != none || m.Tree.Kind(operands[0]) != syntax.KindIdentifier {
		return
	}
	f := narrowing{subject: operands[0], class: none}
	switch ops[0] {
	case "is", "==":
		m.narrow(p, f, true)
	case "is not", "!=":
		m.narrow(p, f, false)
	}
}

// narrowByType handles type(x) is C and type(x) == C.
func (m *Model) narrowByType(call syntax.Node) {
	p := m.Tree.Parent(call)
	if m.Tree.Kind(p) != syntax.KindComparison {
		return
	}
	operands, ops := m.Tree.Comparison(p)
	if len(operands) == 2 && operands[0] == call && (ops[0] == "is" || ops[0] == "==") {
		m.narrow(p, narrowing{subject: m.Tree.Arg(call, 0, ""), class: operands[1]}, true)
	}
}

// narrowByPattern handles match x: case C().
func (m *Model) narrowByPattern(clause syntax.Node) {
	match := m.Tree.Parent(clause)
	if m.Tree.Kind(match) == syntax.KindBlock {
		match = m.Tree.Parent(match)
	}
	pattern := syntax.None
	for c := range m.Tree.Children(clause) {
		if m.Tree.Kind(c) == syntax.KindCasePattern {
			if pattern != syntax.None {
				return
			}
			pattern = m.Tree.First(c)
		}
	}
	if class := m.patternClass(pattern); class != syntax.None {
		m.addNarrowing(narrowing{subject: m.Tree.Child(match, syntax.FieldSubject), class: class, region: m.Tree.Span(clause)})
	}
}

// patternClass returns the class that a pattern requires; None for other patterns.
func (m *Model) patternClass(pattern syntax.Node) syntax.Node {
	if m.Tree.Kind(pattern) == syntax.KindAsPattern {
		pattern = m.Tree.First(pattern)
		if m.Tree.Kind(pattern) == syntax.KindCasePattern {
			pattern = m.Tree.First(pattern)
		}
	}
	if m.Tree.Kind(pattern) == syntax.KindClassPattern {
		return m.Tree.First(pattern)
	}
	return syntax.None
}

func (m *Model) addNarrowing(f narrowing) {
	f.subject = m.Tree.Unparen(f.subject)
	switch m.Tree.Kind(f.subject) {
	case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindSubscript:
		text := m.Tree.Text(f.subject)
		m.narrowings[text] = append(m.narrowings[text], f)
	}
}

// narrow notes the regions where a narrowing applies, given that it does if the test
// yields holds. Going up from the test, ifTrue and ifFalse say whether it applies if the
// expression n is true, and if it is false.
func (m *Model) narrow(test syntax.Node, f narrowing, holds bool) {
	note := func(region source.Span) {
		f.region = region
		m.addNarrowing(f)
	}
	ifTrue, ifFalse := holds, !holds
	for n := test; ifTrue || ifFalse; {
		p := m.Tree.Parent(n)
		switch m.Tree.Kind(p) {
		case syntax.KindParenthesized:
		case syntax.KindNotOperator:
			ifTrue, ifFalse = ifFalse, ifTrue
		case syntax.KindBooleanOperator:
			isAnd := m.Tree.Operator(p) == "and"
			if m.Tree.Field(n) == syntax.FieldLeft && (isAnd && ifTrue || !isAnd && ifFalse) {
				note(m.Tree.Span(m.Tree.Child(p, syntax.FieldRight)))
			}
			ifTrue, ifFalse = ifTrue && isAnd, ifFalse && !isAnd
		default:
			m.narrowStatement(n, p, ifTrue, ifFalse, note)
			return
		}
		n = p
	}
}

// narrowStatement notes the narrowings of a statement's or conditional expression's
// condition.
func (m *Model) narrowStatement(cond, p syntax.Node, ifTrue, ifFalse bool, note func(source.Span)) {
	t := m.Tree
	switch t.Kind(p) {
	case syntax.KindConditional:
		body, test, orelse := t.Conditional(p)
		switch {
		case test != cond:
		case ifTrue:
			note(t.Span(body))
		case ifFalse:
			note(t.Span(orelse))
		}
	case syntax.KindAssert:
		if ifTrue && t.First(p) == cond {
			note(m.restOfSuite(p))
		}
	case syntax.KindIfClause:
		if ifTrue {
			note(t.Span(t.Parent(p)))
		}
	case syntax.KindWhile, syntax.KindIf, syntax.KindElif:
		body := t.Child(p, syntax.FieldConsequence)
		if t.Kind(p) == syntax.KindWhile {
			body = t.Child(p, syntax.FieldBody)
		}
		if t.Field(cond) != syntax.FieldCondition {
			return
		}
		if ifTrue {
			note(t.Span(body))
		}
		if ifFalse && t.Kind(p) != syntax.KindWhile {
			m.narrowOtherwise(p, body, note)
		}
	}
}

// narrowOtherwise notes the narrowings that hold where an if statement did not take its
// body: in the branches after it and, if the body leaves, after the whole statement.
func (m *Model) narrowOtherwise(p, body syntax.Node, note func(source.Span)) {
	stmt := p
	if m.Tree.Kind(p) == syntax.KindElif {
		stmt = m.Tree.Parent(p)
	}
	note(source.Span{Start: m.Tree.Stop(body), End: m.Tree.Stop(stmt)})
	if stmt == p && m.leaves(body) {
		note(m.restOfSuite(stmt))
	}
}

// leaves reports whether a block never runs on into the code after it.
func (m *Model) leaves(block syntax.Node) bool {
	last := m.Tree.Last(block)
	switch m.Tree.Kind(last) {
	case syntax.KindReturn, syntax.KindRaise, syntax.KindContinue, syntax.KindBreak:
		return true
	}
	return false
}

// restOfSuite returns the code after a statement in its block.
func (m *Model) restOfSuite(stmt syntax.Node) source.Span {
	return source.Span{Start: m.Tree.Stop(stmt), End: m.Tree.Stop(m.Tree.Suite(stmt))}
}
