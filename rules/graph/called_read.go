package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// innerRead is a read that a function does whenever it is called.
type innerRead struct {
	how  string
	api  string
	path string // of the file that the function stands in
	at   source.Span
	node syntax.Node // what reads, in the tree of that file
}

// runCalledRead reports calls of the project's functions that read a tensor they
// are given, in every step: the function by itself does not tell how often it
// runs. What a function of this file does in forward, or in the step that it trains, is
// reported where it stands.
func runCalledRead(p *analyzer.Pass, told *told) {
	for _, call := range p.Model.Calls() {
		if !p.Model.RunsProject(call) || !takesTensor(p, call) {
			continue
		}
		w := batchPlace(p, call)
		if w != perBatch && w != perRound && w < perStep || w != perCall && onHostThroughout(p, call) {
			continue
		}
		r, ok := readInside(p, call)
		if !ok || r.path == p.Model.Path() && (w == perCall || batchPlace(p, r.node) != elsewhere) {
			continue
		}
		if told.knows(p.Tree.Callee(call)) {
			continue
		}
		f := finding{
			idiom: "tensor-read", at: p.Tree.Callee(call), what: r.how + " in `" + p.Tree.Text(p.Tree.Callee(call)) + "`", place: w,
			severity: w.severity(), confidence: analyzer.Likely, api: r.api,
		}
		f.related = []analyzer.Related{{Path: r.path, Span: r.at, Message: "read here"}}
		if r.path == p.Model.Path() {
			f.related[0].Path = ""
		}
		told.add(call, &f)
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
		inner := analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil)
		for _, c := range in.Calls() {
			if !in.Tree.Within(c, fn) || !reach.Always(in.Tree, c, fn) || in.Handled(c) {
				continue
			}
			r, reads := readByCall(inner, c)
			if !reads || r.yields == opsdb.YieldsText || !reach.FromParameter(in, r.node) {
				continue
			}
			found, ok = innerRead{how: r.how, api: r.api, path: in.Path(), at: in.Tree.Span(r.at), node: r.node}, true
			return
		}
	})
	return found, ok
}
