package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// innerRead is a read that a function does whenever it is called.
type innerRead struct {
	how  string
	api  string
	path string // of the file that the function stands in
	at   source.Span
}

// runCalledRead reports calls of the project's functions that read a tensor they
// are given, in every step: the function by itself does not tell how often it
// runs. What a function of this file does in forward is reported where it stands.
func runCalledRead(p *analyzer.Pass, said map[syntax.Node]bool) {
	for _, call := range p.Model.Calls() {
		stmt := p.Tree.Statement(call)
		if said[stmt] || !takesTensor(p, call) {
			continue
		}
		w := placeOf(p, call)
		if w < perStep || w != perCall && onHostThroughout(p, call) {
			continue
		}
		r, ok := readInside(p, call)
		if !ok || r.path == p.Model.Path() && w == perCall {
			continue
		}
		said[stmt] = true
		f := finding{
			idiom: "tensor-read", at: p.Tree.Callee(call), what: r.how + " in `" + p.Tree.Text(p.Tree.Callee(call)) + "`", place: w,
			severity: w.severity(), confidence: analyzer.Likely, api: r.api,
		}
		f.related = []analyzer.Related{{Path: r.path, Span: r.at, Message: "read here"}}
		if r.path == p.Model.Path() {
			f.related[0].Path = ""
		}
		report(p, &f)
	}
}

// takesTensor reports whether one of the arguments of a call may be a tensor on
// the device.
func takesTensor(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		if isRead(p, a.Value) {
			return true
		}
	}
	return false
}

// readInside finds a read in the function that a call runs.
func readInside(p *analyzer.Pass, call syntax.Node) (found innerRead, ok bool) {
	p.Model.Inside(call, func(in *semantic.Model, fn syntax.Node) {
		inner := analyzer.NewPass(p.Rule, in, p.DB, p.Target, nil)
		for _, c := range in.Calls() {
			if !in.Tree.Within(c, fn) || !always(inner, c, fn) || in.Handled(c) {
				continue
			}
			r, reads := readByCall(inner, c)
			if !reads || r.yields == opsdb.YieldsText || !ofParameter(inner, r.node) {
				continue
			}
			found, ok = innerRead{how: r.how, api: r.api, path: in.Path(), at: in.Tree.Span(r.at)}, true
			return
		}
	})
	return found, ok
}

// always reports whether n runs whenever the function around it does.
func always(p *analyzer.Pass, n, fn syntax.Node) bool {
	for at := p.Tree.Parent(n); at != fn; at = p.Tree.Parent(at) {
		switch p.Tree.Kind(at) {
		case syntax.KindIf, syntax.KindElif, syntax.KindElse, syntax.KindConditional, syntax.KindBooleanOperator, syntax.KindTry, syntax.KindFunction,
			syntax.KindLambda, syntax.KindClass, syntax.KindRaise, syntax.KindAssert, syntax.KindNone:
			return false
		}
	}
	return true
}

// ofParameter reports whether what is read is computed of a parameter of the
// function.
func ofParameter(p *analyzer.Pass, n syntax.Node) bool {
	return (&evidence{p: p}).fromParameter(n, maxEvidence)
}

// fromParameter looks for a parameter among the names in an expression, and in
// what those were bound to.
func (e *evidence) fromParameter(n syntax.Node, left int) bool {
	for id := range e.p.Tree.All(n) {
		if e.p.Tree.Kind(id) != syntax.KindIdentifier {
			continue
		}
		for _, d := range e.p.Model.Reaching(id) {
			if d.Kind == semantic.DefParam || left > 0 && d.Value != syntax.None && d.Value != n && e.fromParameter(d.Value, left-1) {
				return true
			}
		}
	}
	return false
}
