package graph

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// innerRead is a read that a function does whenever it is called, or a branch on one.
type innerRead struct {
	how  string
	api  string
	path string // of the file that holds the function
	at   source.Span
	node syntax.Node // the reading node, in the tree of that file
	told bool        // that file shows how often it is read, and reports it
}

// finder recognises a read in a function of the project, which is handed some tensors.
type finder func(in *analyzer.Pass, n syntax.Node, given handed) (innerRead, bool)

// readsInside finds the reads in the function that a call runs, and in a step also in
// the functions called there.
func readsInside(p *analyzer.Pass, call syntax.Node, w place, find finder) []innerRead {
	in := insideReads{home: p.Model, find: find, step: w >= perStep}
	calls := 1
	if in.step {
		calls = maxCalls
	}
	in.of(p, call, handedBy(p, call, handed{}), calls)
	return in.found
}

// chosen reports whether a function does what n does only on request of its caller, now
// and then, or to report an error.
func chosen(p *analyzer.Pass, n, fn syntax.Node) bool {
	return p.Tree.EnclosingFunction(n) != fn || fails(p, n) || latched(p, n) || occasional(p, n) || reach.LeftToCaller(p, n, fn)
}

// ofOwn reports whether a method without tensor arguments reads tensors of its own
// object, other than in code that builds, loads or merges them.
func ofOwn(p *analyzer.Pass, n syntax.Node) bool {
	return !reach.FromArgument(p.Model, n) && !reach.Once(p, n)
}

// insideReads gathers the reads of functions that call each other, in several files.
type insideReads struct {
	home   *semantic.Model // of the file that asks: calls of its own functions are asked about there
	find   finder
	step   bool // in a step of training, where code behind a condition counts too
	found  []innerRead
	looked int // functions
}

// reaches reports whether the value read in a function is computed from the arguments
// of a call, or from attributes of its object.
func (h handed) reaches(in *analyzer.Pass, read syntax.Node) bool {
	return reach.FromParameter(in.Model, read) && (h.some || ofOwn(in, read))
}

func (s *insideReads) of(p *analyzer.Pass, call syntax.Node, given handed, calls int) {
	const most = 16
	if s.looked++; s.looked > most {
		return
	}
	p.Model.WithCallee(call, func(in *semantic.Model, fn syntax.Node) {
		inner := analyzer.NewPass(in, p.DB, p.Target).For(p.Rule, nil)
		for n := range in.Tree.All(fn) {
			if in.GuardedForNeuron(n) || !reach.Always(in.Tree, n, fn) && (!s.step || chosen(inner, n, fn)) {
				continue
			}
			r, reads := s.find(inner, n, given)
			switch {
			case reads && !flushed(inner, n, fn) && (given.reaches(inner, r.node) || s.step && ofPlaced(inner, n)):
				r.path, r.told = in.Path(), in != s.home && batchPlace(inner, r.node) != elsewhere
				s.found = append(s.found, r)
			case !reads && calls > 1 && in != s.home && in.Tree.Kind(n) == syntax.KindCall && in.RunsProject(n):
				if on := handedBy(inner, n, given); on.some || reach.OfObject(in, n) {
					s.of(inner, n, on, calls-1)
				}
			}
		}
	})
}
