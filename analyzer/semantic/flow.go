package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// flow is the device flow of a file. It is computed forwards from the string
// literals that spell a CUDA device, so a file without them costs nothing.
type flow struct {
	m        *Model
	sources  []*Source
	compares []*Compare
	hops     map[place]*hop  // what is reached directly from a place
	uses     map[*Symbol]map[syntax.Node][]syntax.Node // see usesOf
	walk     int             // number of the walk that is under way
	parent   map[cell]cell   // union-find over the cells that hold one device
	open     map[cell]string // why other devices can come in, by cell
	escapes  map[cell]string // where the device goes out, by cell
}

// cell is a place that holds a value: a variable, an attribute of the
// instances of a class, the value under a key of a dictionary held in a
// variable, or what a function returns.
type cell struct {
	sym  *Symbol
	attr classAttr
	fn   syntax.Node
	key  string
	lit  syntax.Node // a source that reaches no variable
}

func (m *Model) deviceFlow() *flow {
	if m.flow != nil {
		return m.flow
	}
	f := &flow{
		m: m, hops: make(map[place]*hop), uses: make(map[*Symbol]map[syntax.Node][]syntax.Node),
		parent: make(map[cell]cell), open: make(map[cell]string), escapes: make(map[cell]string),
	}
	m.flow = f
	for _, n := range m.strings {
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
	form, index, ok := f.m.seedForm(n)
	if !ok || t.IsDocstring(n) {
		return
	}
	if c := f.compare(n); c != nil {
		f.compares = append(f.compares, c)
		return
	}
	f.find(cell{lit: n})
	src := &Source{Node: n, Form: form, Index: index}
	if f.follow(src); len(src.Sinks) > 0 {
		f.sources = append(f.sources, src)
	}
}

// components groups sources and comparisons that share a cell.
func (f *flow) components() {
	byRoot := make(map[cell]*Component)
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
	}
	kept := f.compares[:0]
	for _, c := range f.compares {
		c.Component = get(cell{lit: c.Literal}, c.Literal)
		if c.Confidence = f.tested(c); c.Confidence == Unresolved {
			continue
		}
		c.Component.Compares = append(c.Component.Compares, c)
		kept = append(kept, c)
	}
	f.compares = kept
	for c, why := range f.open {
		if comp := byRoot[f.find(c)]; comp != nil {
			comp.Open = first(comp.Open, why)
		}
	}
	for c, why := range f.escapes {
		if comp := byRoot[f.find(c)]; comp != nil {
			comp.Escapes = first(comp.Escapes, why)
		}
	}
}

// first picks one of several reasons, the same whatever the order they come in.
func first(a, b string) string {
	if a == "" || b < a {
		return b
	}
	return a
}

// tested grades the evidence that the operand of a comparison is a device.
func (f *flow) tested(c *Compare) Confidence {
	if len(c.Component.Sources) > 0 {
		return Likely
	}
	base := f.base(c.Operand)
	switch t := f.m.Type(base); {
	case t.Kind == KindDevice:
		return t.Confidence
	case t.known() && t.Kind != KindString && t.Kind != KindInstance:
		return Unresolved
	}
	switch f.m.Tree.Kind(base) {
	case syntax.KindIdentifier:
		if DeviceName(f.m.Tree.Text(base)) {
			return Likely
		}
	case syntax.KindAttribute:
		if DeviceName(f.m.Tree.Text(f.m.Tree.AttrName(base))) {
			return Likely
		}
	}
	return Unresolved
}

// base strips what derives a string from a device: .type, str(), .split(":")[0].
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
	if obj, method := f.m.method(call); derivesText(method) {
		return obj
	}
	switch name, _ := f.m.CallName(call); name {
	case "builtins.str", "torch.device":
		return f.m.Tree.Arg(call, 0, "")
	}
	return syntax.None
}

func (f *flow) find(c cell) cell {
	p, ok := f.parent[c]
	if !ok {
		f.parent[c] = c
		return c
	}
	if p == c {
		return c
	}
	root := f.find(p)
	f.parent[c] = root
	return root
}

func (f *flow) union(a, b cell) {
	ra, rb := f.find(a), f.find(b)
	if ra != rb {
		f.parent[rb] = ra
	}
}

// cellOf is the cell that an expression reads, if it is a plain read.
func (f *flow) cellOf(n syntax.Node) (cell, bool) {
	t := f.m.Tree
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		sym := f.m.symbolOf[n]
		if sym == nil {
			return cell{}, false
		}
		return f.symbolCell(sym), true
	case syntax.KindAttribute:
		k, ok := f.attrCell(n)
		return cell{attr: k}, ok
	case syntax.KindCall:
		if def := f.m.Ref(t.Callee(n)).Def; def != syntax.None && t.Kind(def) == syntax.KindFunction {
			return cell{fn: def}, true
		}
		if v, key := f.keyedGet(n); v != nil {
			return cell{sym: v, key: key}, true
		}
	case syntax.KindSubscript:
		sym := f.m.symbolOf[t.Child(n, syntax.FieldValue)]
		key, ok := t.StringValue(t.Child(n, syntax.FieldSubscript))
		if sym != nil && ok {
			return cell{sym: sym, key: key}, true
		}
	}
	return cell{}, false
}

// keyedGet recognises d.get("device").
func (f *flow) keyedGet(call syntax.Node) (*Symbol, string) {
	obj, method := f.m.method(call)
	if method != "get" && method != "pop" {
		return nil, ""
	}
	key, ok := f.m.Tree.StringValue(f.m.Tree.Arg(call, 0, ""))
	sym := f.m.symbolOf[obj]
	if !ok || sym == nil {
		return nil, ""
	}
	return sym, key
}

// symbolCell is the cell of a variable; one in a class body is an attribute.
func (f *flow) symbolCell(sym *Symbol) cell {
	if sym.scope.kind == classScope {
		return cell{attr: classAttr{f.m.owner(sym.scope.node, sym.Name), sym.Name}}
	}
	return cell{sym: sym}
}

// attrCell is the cell of obj.name: by class where the class of obj is known
// in this file, under no class where nothing is known of obj (args, cfg).
func (f *flow) attrCell(n syntax.Node) (classAttr, bool) {
	obj := f.m.Tree.Object(n)
	name := f.m.Tree.Text(f.m.Tree.AttrName(n))
	if class := f.m.selfClass(obj); class != syntax.None {
		return classAttr{f.m.owner(class, name), name}, true
	}
	r := f.m.Ref(obj)
	if r.Def != syntax.None {
		if f.m.Tree.Kind(r.Def) == syntax.KindClass {
			return classAttr{f.m.owner(r.Def, name), name}, true
		}
		return classAttr{}, false
	}
	if r.Name != "" && !strings.HasSuffix(r.Name, ".flags.FLAGS") { // absl's options are set by name
		return classAttr{}, false
	}
	t := f.m.Type(obj)
	if t.Class != syntax.None {
		return classAttr{f.m.owner(t.Class, name), name}, true
	}
	if t.known() && t.Kind != KindInstance {
		return classAttr{}, false
	}
	return classAttr{syntax.None, name}, true
}
