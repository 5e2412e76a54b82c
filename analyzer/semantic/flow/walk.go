package flow

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// place is a cell as seen from one of its bindings: only some uses of a variable read
// the value bound at `at`. Cells whose bindings are not distinguished have no `at`.
type place struct {
	cell

	at syntax.Node
}

// hop holds the direct reach of a device at one place. It is computed once for each
// place, however many devices pass.
type hop struct {
	from   place
	cell   cellNumber // of from
	number int32      // among the hops of the file
	known  bool       // the rest is computed
	sinks  []Sink
	names  []Sink // places taken for sinks only by a name
	next   []edge
	exits  []leaving
	option syntax.Node // the command-line option it is the default of
	param  syntax.Node // the parameter it is the default of
	choice syntax.Node // the command-line option that only offers it
	walk   int         // last walk that passed
	// escapes says where the device goes into unknown code, leaves where it does
	// so unless other files show the code.
	escapes, leaves string
	lost            string // see trace.lost
}

// leaving is an Exit before the roots of its file have numbers.
type leaving struct {
	Exit

	object cell
}

// edge leads to the next place; conf is the confidence in that step.
type edge struct {
	to   *hop
	conf infer.Confidence
}

// The limits for one source: how many places to follow it through, and in how many it
// may act before the next. Beyond them nothing is known, and the source's device escapes.
const (
	maxPlaces = 1000
	maxSinks  = 250
)

// expand computes the direct reach of a hop.
func (f *flow) expand(h *hop) {
	if h.known {
		return
	}
	h.known = true
	f.traces++
	tr := &trace{f: f, m: f.m, t: f.m.Tree, home: h.from.cell, hop: h, mark: f.traces}
	tr.expand(h.from)
}

// follow finds the places where a source acts, each with the confidence of the weakest
// step of its surest way. It reports whether other files can see the device.
func (f *flow) follow(src *Source) (leaves bool) {
	f.walk++
	f.found = found{sinks: f.found.sinks[:0], names: f.found.names[:0]}
	f.queue[infer.Certain].push(f.hop(place{cell: cell{lit: src.Node}}))
	places := 0
	for level := infer.Certain; level > infer.Unresolved; level-- {
		for h := f.queue[level].pop(); h != nil; h = f.queue[level].pop() {
			if h.walk == f.walk {
				continue
			}
			h.walk = f.walk
			f.expand(h)
			leaves = leaves || len(h.exits) > 0 || f.m.visible(h.from.cell)
			if places++; places > maxPlaces || f.found.count > maxSinks {
				src.Partial = true
				break
			}
			src.Choice = cmp.Or(src.Choice, h.choice)
			f.found.add(h, level)
			src.escapes = first(first(src.escapes, h.escapes), first(h.leaves, h.lost))
			src.CLI, src.Default = cmp.Or(src.CLI, h.option), cmp.Or(src.Default, h.param)
			for _, e := range h.next {
				f.queue[min(e.conf, level)].push(e.to)
			}
		}
		f.queue[level].clear()
	}
	f.keep(src)
	return leaves
}

// hopQueue is a first-in, first-out queue of hops.
type hopQueue struct {
	hops []*hop
	next int
}

func (q *hopQueue) push(h *hop) { q.hops = append(q.hops, h) }

// pop is nil if the queue is empty.
func (q *hopQueue) pop() *hop {
	if q.next == len(q.hops) {
		return nil
	}
	q.next++
	return q.hops[q.next-1]
}

func (q *hopQueue) clear() { q.hops, q.next = q.hops[:0], 0 }

// visible reports whether other modules can read a cell.
func (m *Literals) visible(c cell) bool {
	switch {
	case c.ext != "", c.attr.Name != "":
		return true
	case c.sym != nil:
		return c.sym.Scope.Kind == scope.Module && c.key == ""
	case c.fn != syntax.None:
		return !m.IsInner(c.fn)
	}
	return false
}

// usesOf returns the uses of a variable by the binding that may reach them. Uses with
// too many reaching bindings are kept under None: any binding reaches them.
func (f *flow) usesOf(sym *infer.Symbol) map[syntax.Node][]syntax.Node {
	if by := f.uses[sym]; by != nil {
		return by
	}
	by := make(map[syntax.Node][]syntax.Node)
	f.uses[sym] = by
	for _, use := range sym.Uses {
		defs := f.m.ReachingDefs(use)
		if len(sym.Defs) == 1 || len(defs) > scope.MaxReaching {
			by[syntax.None] = append(by[syntax.None], use)
			continue
		}
		for _, d := range defs {
			by[d.Node] = append(by[d.Node], use)
		}
	}
	return by
}
