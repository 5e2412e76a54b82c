package guard

import (
	"fmt"
	"iter"
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Ending says where code leads, judged by the worst of its calls.
type Ending uint8

// The endings, the best first.
const (
	EndsKnown    Ending = iota // in PyTorch, in Python, in libraries that the database knows, in the project
	EndsUnknown                // in unknown code, with a tensor or a device
	EndsCUDA                   // in code that mentions CUDA
	EndsCompiled               // in a module that the project compiles for CUDA
)

// maxCodeReached bounds how many functions of the project are visited. Beyond that, the
// ending is unknown.
const maxCodeReached = 64

// Ends says where the regions that a fix revives lead, through all functions and
// methods of the project that they call, in any file. Mentions of CUDA in the regions
// themselves are reported separately and do not count.
func (m *Control) Ends(regions []source.Span) Ending { return m.leads(regions).worst }

// Overridable are the methods of their own objects that regions call, directly or
// through functions of the project: subclasses elsewhere may override them. Each begins
// with "m:", see Shared.
func (m *Control) Overridable(regions []source.Span) []string { return m.leads(regions).methods }

// led is the result of following all calls of some regions.
type led struct {
	worst   Ending
	methods []string
}

func (m *Control) leads(regions []source.Span) led {
	if len(regions) == 0 {
		return led{}
	}
	type key string
	return infer.Walked(m.Model, key(fmt.Sprint(regions)), func() led {
		w := &endsWalk{m: m, regions: regions, seen: make(map[codePlace]bool)}
		for _, region := range regions {
			w.add(m.codeFacts(region))
		}
		w.run()
		slices.Sort(w.methods)
		return led{w.worst, slices.Compact(w.methods)}
	})
}

// endsWalk goes from function to function.
type endsWalk struct {
	m       *Control
	regions []source.Span
	seen    map[codePlace]bool
	queue   []codePlace
	worst   Ending
	methods []string
	live    bool // leave out code dead on Neuron, and the words of functions
}

// follow is where facts lead, through all functions that they run.
func (w *endsWalk) follow(f codeFacts) Ending {
	w.add(f)
	w.run()
	return w.worst
}

// run visits all reached functions, until one has the worst ending.
func (w *endsWalk) run() {
	for len(w.queue) > 0 && w.worst < EndsCompiled {
		next := w.queue[0]
		w.queue = w.queue[1:]
		w.visit(next)
	}
}

// codePlace is a function of the project and its module. During a walk, module is nil
// for functions of the file itself.
type codePlace struct {
	module *infer.Module
	fn     syntax.Node
}

// codeFacts are the ending of a piece of code by itself, and the functions of the
// project that it calls.
type codeFacts struct {
	ending  Ending
	runs    []codePlace
	methods []string // see Overridable
}

func (f *codeFacts) none() bool { return f.ending == EndsKnown && f.runs == nil && f.methods == nil }

func (w *endsWalk) add(f codeFacts) {
	w.worst = max(w.worst, f.ending)
	w.methods = append(w.methods, f.methods...)
	for _, at := range f.runs {
		if at.module == w.m.Module() {
			at.module = nil
		}
		if w.seen[at] || at.module == nil && w.m.Tree.Span(at.fn).In(w.regions) {
			continue
		}
		if len(w.seen) == maxCodeReached {
			w.worst = max(w.worst, EndsUnknown)
			return
		}
		w.seen[at] = true
		w.queue = append(w.queue, at)
	}
}

// visit adds the facts of a function.
func (w *endsWalk) visit(at codePlace) {
	look := (*Control).functionFacts
	if w.live {
		look = (*Control).liveFacts
	}
	if at.module == nil {
		w.add(look(w.m, at.fn))
		return
	}
	var facts codeFacts
	w.m.elsewhere(at.module, func(lib *Control) { facts = look(lib, at.fn) })
	w.add(facts)
}

// functionFacts are the facts of a function, including the words of its text.
func (m *Control) functionFacts(fn syntax.Node) codeFacts {
	facts := m.codeFacts(m.Tree.Span(fn))
	if m.SaysCUDA(m.Tree.Bytes(fn)) {
		facts.ending = max(facts.ending, EndsCUDA)
	}
	return facts
}

// codeFacts are the facts of a region.
func (m *Control) codeFacts(region source.Span) codeFacts {
	type key struct{ region source.Span }
	return infer.Walked(m.Model, key{region}, func() (f codeFacts) {
		for _, imp := range m.importsIn(region) {
			f.ending = max(f.ending, m.importEnds(imp))
		}
		for sym := range m.compiledNames() {
			if slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return region.Contains(m.Tree.Span(use)) }) {
				f.ending = EndsCompiled
			}
		}
		for call := range m.notableCalls(region) {
			f.runs = append(f.runs, call.runs...)
			f.methods = append(f.methods, call.methods...)
			f.ending = max(f.ending, call.ending)
		}
		for _, place := range m.implicitIn(region) {
			f.runs = append(f.runs, place.runs...)
		}
		return f
	})
}

// callFacts are the facts of each call of a file, in order. Regions overlap (each test
// of a function may rule the rest of that function), so calls that lead nowhere are
// skipped once that is known.
type callFacts struct {
	facts []codeFacts
	next  []int // of each call, the first at or after it that may lead somewhere
}

// notableCalls yields the facts of those calls of a region that lead elsewhere than to
// known code.
func (m *Control) notableCalls(region source.Span) iter.Seq[codeFacts] {
	type key struct{}
	calls := m.Calls()
	known := infer.Walked(m.Model, key{}, func() *callFacts {
		c := &callFacts{facts: make([]codeFacts, len(calls)), next: make([]int, len(calls)+1)}
		for i := range c.next {
			c.next[i] = i
		}
		return c
	})
	from, to := m.callsIn(region)
	return func(yield func(codeFacts) bool) {
		for i := known.from(from); i < to; i = known.from(i + 1) {
			if f := &known.facts[i]; f.none() {
				*f = m.callFacts(calls[i])
			}
			switch f := known.facts[i]; {
			case f.none():
				known.next[i] = i + 1
			case !yield(f):
				return
			}
		}
	}
}

// from is the first call at or after i that may lead somewhere.
func (c *callFacts) from(i int) int {
	for c.next[i] != i {
		c.next[i] = c.next[c.next[i]]
		i = c.next[i]
	}
	return i
}

// callFacts are the facts of one call.
func (m *Control) callFacts(call syntax.Node) (f codeFacts) {
	if f.runs = m.runsOfProject(call); len(f.runs) == 0 {
		f.ending = m.callEnds(call)
	}
	handed, ends := m.handedFunctions(call)
	f.runs, f.ending = append(f.runs, handed...), max(f.ending, ends)
	if obj, method := m.MethodCall(call); method != "" && m.isReceiver(obj) {
		f.methods = []string{"m:" + method}
	}
	return f
}

// isReceiver reports whether a name is self or cls of the method around it.
func (m *Control) isReceiver(n syntax.Node) bool {
	defs := m.ReachingDefs(n)
	if len(defs) != 1 || defs[0].Kind != infer.DefParam || defs[0].Index != 0 {
		return false
	}
	fn := m.ScopeOf(defs[0].Node).Node
	return m.MethodClass(fn) != syntax.None && !m.IsStatic(fn)
}

// callsIn is the range of calls of the file that lie in a region, as indices of Calls.
func (m *Control) callsIn(region source.Span) (from, to int) {
	calls := m.Calls()
	return m.between(region, len(calls), func(i int) syntax.Node { return calls[i] })
}

// importsIn are the imports in a region.
func (m *Control) importsIn(region source.Span) []syntax.Import {
	imports := m.Imports()
	from, to := m.between(region, len(imports), func(i int) syntax.Node { return imports[i].Stmt })
	return imports[from:to]
}

// between are the first and the last of n nodes, in order, that begin in a region.
func (m *Control) between(region source.Span, n int, at func(int) syntax.Node) (from, to int) {
	from = sort.Search(n, func(i int) bool { return m.Tree.Start(at(i)) >= region.Start })
	return from, from + sort.Search(n-from, func(i int) bool { return m.Tree.Start(at(from+i)) >= region.End })
}

// EndsAt is the first import or call in some regions that by itself leads as far as
// they do. If they do so only through functions of the project, ok is false and at is
// the first region.
func (m *Control) EndsAt(regions []source.Span, ends Ending) (at source.Span, ok bool) {
	for _, region := range regions {
		for _, imp := range m.importsIn(region) {
			if m.importEnds(imp) == ends {
				return m.Tree.Span(imp.Stmt), true
			}
		}
		from, to := m.callsIn(region)
		for _, call := range m.Calls()[from:to] {
			if m.callFacts(call).ending == ends {
				return m.Tree.Span(call), true
			}
		}
	}
	if len(regions) == 0 {
		return source.Span{}, false
	}
	return regions[0], false
}
