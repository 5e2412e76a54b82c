package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/place"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// The methods of the packages below that show code of another file show the Model of that
// file here, with all its layers.

// Beside is [infer.Model.Beside].
func (m *Model) Beside(name string, show func(in *Model)) {
	m.Model.Beside(name, func(in *infer.Model) { show(of(in)) })
}

// WithCallee is [infer.Model.WithCallee].
func (m *Model) WithCallee(call syntax.Node, show func(in *Model, fn syntax.Node)) bool {
	return m.Model.WithCallee(call, func(in *infer.Model, fn syntax.Node) { show(of(in), fn) })
}

// WithCalleeOf is [infer.Model.WithCalleeOf].
func (m *Model) WithCalleeOf(n syntax.Node, show func(in *Model, fn syntax.Node)) bool {
	return m.Model.WithCalleeOf(n, func(in *infer.Model, fn syntax.Node) { show(of(in), fn) })
}

// CalledBack is [value.Values.CalledBack].
func (m *Model) CalledBack(fn syntax.Node, show func(in *Model, call syntax.Node)) {
	m.Values.CalledBack(fn, func(in *value.Values, call syntax.Node) { show(of(in.Model), call) })
}

// TakenAs is [value.Values.TakenAs].
func (m *Model) TakenAs(call, arg syntax.Node, show func(in *Model, param syntax.Node)) {
	m.Values.TakenAs(call, arg, func(in *value.Values, param syntax.Node) { show(of(in.Model), param) })
}

// Stored is [infer.Model.Stored].
func (m *Model) Stored(attr syntax.Node, show func(in *Model, all []Stored)) {
	m.Model.Stored(attr, func(in *infer.Model, all []Stored) { show(of(in), all) })
}

// Walked is [infer.Walked].
func Walked[T any](m *Model, key any, walk func() T) T { return infer.Walked(m.Model, key, walk) }

// RunsFirst is [place.Places.RunsFirst].
func (m *Model) RunsFirst(show func(lib *Model) (more bool)) {
	m.Places.RunsFirst(func(lib *place.Places) (more bool) { return show(of(lib.Model)) })
}

// Summary is [flow.Literals.Summarise], with the groups that conditions make; nil where
// the file has nothing to tell.
func (m *Model) Summary() *Summary {
	if !m.HasSummary() {
		return nil
	}
	return m.Summarise(m.Bundle)
}
