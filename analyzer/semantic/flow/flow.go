package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/query"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// flow is the device flow of a file. It is computed forwards from the string
// literals that spell a CUDA device, so a file without them costs nothing.
type flow struct {
	m        *Literals
	sources  []*Source
	compares []*Compare
	numbers  *cellNumbers
	hops     hops                                            // the places reached directly from a place
	large    map[syntax.Node]bool                            // see isLarge
	uses     map[*infer.Symbol]map[syntax.Node][]syntax.Node // see usesOf
	walk     int                                             // number of the current walk
	queue    [infer.Certain + 1]hopQueue                     // places that the walk has yet to visit, by confidence
	found    found                                           // places that the walk has found
	scratch  []Sink                                          // see keep
	reached  map[arrival][]Sink                              // see shared
	told     int                                             // see maxTold
	parent   []cellNumber                                    // union-find over the cells that hold one device
	open     map[cellNumber]string                           // the reason why other devices can enter, by cell
	ajar     map[cellNumber]string                           // likewise, unless the other files disprove the reason

	choices  []*Source                                // see Model.Choices
	exported []*Source                                // sources that nothing in this file takes for a device
	queried  []*Compare                               // likewise
	loads    map[string]map[syntax.Node][]syntax.Node // see loadsOf
	keys     map[*infer.Symbol]*keyReads
	outer    *outside
	names    query.Memo[syntax.Node, string]             // see foreign
	asDict   infer.Truth                                 // see optionsAsDict
	indices  map[syntax.Node]map[syntax.Node]bool        // by text, the parts followed by an index; see indexed
	pairs    map[syntax.Node]map[syntax.Node]syntax.Node // by the left side of an assignment, its targets by their values; see unpacked
	met      []int32                                     // by node, the last trace that visited it
	wholes   map[syntax.Node]syntax.Node                 // see wholeOf
	traces   int32                                       // number of traces so far
}

func (m *Literals) deviceFlow() *flow {
	if m.flow != nil {
		return m.flow
	}
	f := &flow{
		m: m, numbers: newCellNumbers(m), hops: hops{bound: make(map[boundCell]*hop)}, large: make(map[syntax.Node]bool), names: query.NewMemo[syntax.Node, string](m.Tree.Len()), met: make([]int32, m.Tree.Len()), uses: make(map[*infer.Symbol]map[syntax.Node][]syntax.Node),
		reached: make(map[arrival][]Sink), keys: make(map[*infer.Symbol]*keyReads), loads: make(map[string]map[syntax.Node][]syntax.Node),
		open: make(map[cellNumber]string), ajar: make(map[cellNumber]string),
		indices: make(map[syntax.Node]map[syntax.Node]bool), pairs: make(map[syntax.Node]map[syntax.Node]syntax.Node),
	}
	m.flow = f
	for _, n := range m.Strings() {
		f.seed(n)
	}
	f.components()
	return f
}

// seed follows one literal, if it spells a CUDA device.
func (f *flow) seed(n syntax.Node) {
	t := f.m.Tree
	if p := t.Parent(n); t.Kind(p) == syntax.KindConcatenatedString {
		if t.First(p) != n {
			return
		}
		n = p
	}
	form, index, ok := f.m.SeedForm(n)
	if !ok || t.IsDocstring(n) {
		return
	}
	if c := f.compare(n); c != nil {
		f.compares = append(f.compares, c)
		return
	}
	src := &Source{Node: n, Form: form, Index: index}
	leaves := f.follow(src)
	linked := len(src.Sinks) == 0
	if linked && !leaves {
		return
	}
	if linked {
		src.Sinks = []Sink{{&SinkAt{Node: n, Role: RoleLinked}, infer.Likely}}
	}
	switch {
	case src.Choice != syntax.None:
		f.choices = append(f.choices, src)
	case linked:
		f.exported = append(f.exported, src)
	default:
		f.sources = append(f.sources, src)
	}
}

// components groups sources and comparisons that share a cell.
func (f *flow) components() {
	byRoot := make(map[cellNumber]*Component)
	get := func(c cell, at syntax.Node) *Component {
		root := f.find(c)
		comp := byRoot[root]
		if comp == nil {
			comp = &Component{ID: f.m.Tree.Start(at)}
			byRoot[root] = comp
		}
		return comp
	}
	for _, s := range f.sources {
		s.Component = get(cell{lit: s.Node}, s.Node)
		s.Component.Sources = append(s.Component.Sources, s)
		s.Component.Escapes = first(s.Component.Escapes, s.escapes)
	}
	for _, s := range f.exported {
		s.Component = get(cell{lit: s.Node}, s.Node)
		s.Component.Escapes = first(s.Component.Escapes, s.escapes)
	}
	for _, s := range f.choices {
		s.Component = get(cell{lit: s.Node}, s.Node)
		s.Component.Offered = s.Component.Offered || s.Sinks[0].Role != RoleLinked
		s.Component.Escapes = first(s.Component.Escapes, s.escapes)
	}
	kept := f.compares[:0]
	for _, c := range f.compares {
		c.Component = get(cell{lit: c.Literal}, c.Literal)
		if c.Confidence = f.tested(c); c.Confidence == infer.Unresolved {
			c.Confidence = infer.Likely
			f.queried = append(f.queried, c)
			continue
		}
		c.Component.Compares = append(c.Component.Compares, c)
		kept = append(kept, c)
	}
	f.compares = kept
	for _, said := range []map[cellNumber]string{f.open, f.ajar} {
		for c, why := range said {
			if comp := byRoot[f.root(c)]; comp != nil {
				comp.Open = first(comp.Open, why)
			}
		}
	}
}

// first picks one of several reasons, independent of their order.
func first(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// tested grades the evidence that the operand of a comparison is a device.
func (f *flow) tested(c *Compare) infer.Confidence {
	if len(c.Component.Sources) > 0 || c.Component.Offered {
		return infer.Likely
	}
	base := f.base(c.Operand)
	switch t := f.m.Type(base); {
	case t.Kind == infer.KindDevice:
		return t.Confidence
	case t.Known() && t.Kind != infer.KindString && t.Kind != infer.KindInstance:
		return infer.Unresolved
	}
	switch f.m.Tree.Kind(base) {
	case syntax.KindIdentifier:
		if DeviceName(f.m.Tree.Text(base)) {
			return infer.Likely
		}
	case syntax.KindAttribute:
		if DeviceName(f.m.Tree.Text(f.m.Tree.AttrName(base))) {
			return infer.Likely
		}
	}
	return infer.Unresolved
}

// DeviceOf is the device from which an expression derives a string: it strips .type,
// str() and .split(":")[0].
func (m *Literals) DeviceOf(n syntax.Node) syntax.Node { return m.deviceFlow().base(n) }

// base strips the operations that derive a string from a device: .type, str(),
// .split(":")[0].
func (f *flow) base(n syntax.Node) syntax.Node {
	t := f.m.Tree
	for range 16 {
		n = t.Unparen(n)
		switch t.Kind(n) {
		case syntax.KindAttribute:
			if name := t.Text(t.AttrName(n)); name != "type" && name != "index" {
				return n
			}
			n = t.Object(n)
		case syntax.KindSubscript:
			v := t.Child(n, syntax.FieldValue)
			if t.Kind(v) != syntax.KindCall {
				return n
			}
			n = v
		case syntax.KindCall:
			inner := f.derivedFrom(n)
			if inner == syntax.None {
				return n
			}
			n = inner
		default:
			return n
		}
	}
	return n
}

// derivedFrom is the device inside str(device), torch.device(device) or
// device.split(":"); None for other calls.
func (f *flow) derivedFrom(call syntax.Node) syntax.Node {
	if obj, method := f.m.MethodCall(call); derivesText(method) {
		return obj
	}
	switch name, _ := f.m.CallName(call); name {
	case "builtins.str", "torch.device":
		return f.m.Tree.Arg(call, 0, "")
	}
	return syntax.None
}
