package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// trace follows one device literal forwards through the file.
type trace struct {
	f     *flow
	m     *Model
	t     *syntax.Tree
	src   *Source
	home  cell
	seen  map[syntax.Node]bool
	cells map[cell]bool
	names []Sink // cells whose name says device, used if no better place is found
}

// value says that the expression n may yield the device (or a string that
// names it), and goes on to where that value goes.
func (tr *trace) value(n syntax.Node, conf Confidence) {
	if n == syntax.None || tr.seen[n] {
		return
	}
	tr.seen[n] = true
	p := tr.t.Parent(n)
	switch tr.t.Kind(p) {
	case syntax.KindParenthesized, syntax.KindAwait, syntax.KindBooleanOperator:
		tr.value(p, conf)
	case syntax.KindConditional:
		if _, cond, _ := tr.t.Conditional(p); cond != n {
			tr.value(p, conf)
		}
	case syntax.KindNamedExpression:
		tr.target(tr.t.Child(p, syntax.FieldName), conf)
		tr.value(p, conf)
	case syntax.KindAssignment:
		tr.assigned(n, p, conf)
	case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
		if tr.src.Default == syntax.None && n == tr.src.Node {
			tr.src.Default = p
		}
		tr.target(tr.t.Child(p, syntax.FieldName), conf)
	default:
		tr.operand(n, p, conf)
	}
}

// operand goes on from a value to the expression p that it is part of.
func (tr *trace) operand(n, p syntax.Node, conf Confidence) {
	switch tr.t.Kind(p) {
	case syntax.KindKeywordArgument:
		tr.argument(tr.t.Parent(tr.t.Parent(p)), n, conf)
	case syntax.KindArgumentList:
		tr.argument(tr.t.Parent(p), n, conf)
	case syntax.KindReturn:
		tr.returned(tr.t.EnclosingFunction(p), conf)
	case syntax.KindLambda:
		tr.lambdaResult(p, conf)
	case syntax.KindPair:
		tr.dictValue(n, p, conf)
	case syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindExpressionList:
		tr.element(p, conf)
	case syntax.KindInterpolation:
		tr.indexed(p)
		tr.value(tr.t.Parent(p), min(conf, Likely))
	case syntax.KindBinaryOperator:
		if op := tr.t.Operator(p); (op == "+" || op == "%") && tr.t.Child(p, syntax.FieldLeft) == n {
			tr.value(p, conf)
		}
	case syntax.KindAttribute:
		tr.member(n, p, conf)
	case syntax.KindSubscript:
		if tr.t.Child(p, syntax.FieldValue) == n {
			tr.value(p, conf)
		}
	}
}

// indexed notes that an index is put behind the device, f"{device}:{rank}":
// what it counts is not the same on Neuron.
func (tr *trace) indexed(interpolation syntax.Node) {
	parts := tr.t.FormatParts(tr.t.Parent(interpolation))
	for i, part := range parts {
		if part.Node == interpolation && i+2 < len(parts) && parts[i+1].Text == ":" && parts[i+2].Node != syntax.None {
			tr.f.escapes[tr.home] = "an index is put behind the device"
		}
	}
}

// assigned handles `target = n` and chains of it.
func (tr *trace) assigned(n, assign syntax.Node, conf Confidence) {
	if tr.t.Child(assign, syntax.FieldRight) != n {
		return
	}
	for a := assign; tr.t.Kind(a) == syntax.KindAssignment; a = tr.t.Parent(a) {
		tr.target(tr.t.Child(a, syntax.FieldLeft), conf)
	}
}

// target says that the device is stored to a variable, attribute or key.
func (tr *trace) target(n syntax.Node, conf Confidence) {
	switch tr.t.Kind(n) {
	case syntax.KindIdentifier:
		if sym := tr.m.symbolOf[n]; sym != nil {
			tr.symbol(sym, n, conf)
		}
	case syntax.KindAttribute:
		if k, ok := tr.f.attrCell(n); ok {
			tr.attribute(k, n, conf)
		} else if name := tr.t.Text(tr.t.AttrName(n)); DeviceName(name) {
			tr.names = append(tr.names, Sink{Node: n, Role: RoleNamed, Confidence: min(conf, Likely)})
		}
	case syntax.KindSubscript:
		key, ok := tr.t.StringValue(tr.t.Child(n, syntax.FieldSubscript))
		if sym := tr.m.symbolOf[tr.t.Child(n, syntax.FieldValue)]; ok && sym != nil {
			tr.key(sym, key, n, conf)
		} else if ok && DeviceName(key) {
			tr.names = append(tr.names, Sink{Node: n, Role: RoleNamed, Confidence: min(conf, Likely)})
		}
	}
}

// enter joins a cell to the source's component; false if it was there already.
func (tr *trace) enter(c cell) bool {
	if tr.cells[c] {
		return false
	}
	tr.cells[c] = true
	tr.f.union(c, tr.home)
	return true
}

func (tr *trace) name(name string, at syntax.Node, conf Confidence) {
	if DeviceName(name) {
		tr.names = append(tr.names, Sink{Node: at, Role: RoleNamed, Confidence: min(conf, Likely)})
	}
}

func (tr *trace) symbol(sym *Symbol, at syntax.Node, conf Confidence) {
	if sym.scope.kind == classScope {
		tr.attribute(classAttr{tr.m.owner(sym.scope.node, sym.Name), sym.Name}, at, conf)
	} else if !tr.enter(cell{sym: sym}) {
		return
	}
	tr.name(sym.Name, at, conf)
	if sym.Defs[0].Kind == DefParam {
		tr.openParameter(sym, cell{sym: sym})
	}
	for _, use := range sym.Uses {
		if tr.reaches(sym, at, use) {
			tr.value(use, conf)
		}
	}
}

// reaches reports whether what is bound at the target may be read at use.
func (tr *trace) reaches(sym *Symbol, target, use syntax.Node) bool {
	if len(sym.Defs) == 1 {
		return true
	}
	defs := tr.m.Reaching(use)
	if len(defs) > maxReaching {
		return true
	}
	for _, d := range defs {
		if d.Node == target {
			return true
		}
	}
	return false
}

// openParameter notes that callers outside this file can pass other devices.
func (tr *trace) openParameter(sym *Symbol, held cell) {
	fn := sym.scope.node
	if tr.t.Kind(fn) == syntax.KindLambda || tr.m.scopes[fn].parent.kind == functionScope {
		return
	}
	tr.f.open[held] = "the parameter " + sym.Name + " can be passed from elsewhere"
}

func (tr *trace) attribute(k classAttr, at syntax.Node, conf Confidence) {
	if !tr.enter(cell{attr: k}) {
		return
	}
	if k.class == syntax.None {
		conf = min(conf, Likely)
		tr.f.open[cell{attr: k}] = "the attribute " + k.name + " can be set elsewhere"
		if tr.t.Kind(at) == syntax.KindAttribute {
			tr.f.escapes[tr.home] = "the attribute " + k.name + " can be read elsewhere"
		}
	}
	tr.name(k.name, at, conf)
	for _, load := range tr.m.attributeLoads(k.name) {
		switch lk, ok := tr.f.attrCell(load); {
		case !ok:
		case lk == k:
			tr.value(load, conf)
		case tr.aliased(k, lk):
			tr.value(load, min(conf, Likely))
		}
	}
}

// aliased lets an attribute be read by a base class that leaves setting it to
// its derived classes, and one of a plain class of this file (a config object)
// through a name whose class is not known.
func (tr *trace) aliased(k, load classAttr) bool {
	if load.class != syntax.None {
		return k.class != syntax.None && tr.m.derives(k.class, load.class) && !tr.m.sets(load.class, k.name)
	}
	return load.class == syntax.None && k.class != syntax.None && tr.m.frameworkBase(k.class).Kind != KindModule
}

// attributeLoads are the places that read an attribute of this name.
func (m *Model) attributeLoads(name string) []syntax.Node {
	if m.attrs == nil {
		m.attrs = make(map[string][]syntax.Node)
		stored := make(map[syntax.Node]bool, len(m.stores))
		for _, s := range m.stores {
			stored[s.target] = true
		}
		for _, n := range m.attributes {
			if attr := m.Tree.AttrName(n); attr != syntax.None && !stored[n] {
				m.attrs[m.Tree.Text(attr)] = append(m.attrs[m.Tree.Text(attr)], n)
			}
		}
	}
	return m.attrs[name]
}

// member handles device.type, "cuda:{}".format(i), device.split(":").
func (tr *trace) member(n, attr syntax.Node, conf Confidence) {
	if tr.t.Object(attr) != n {
		return
	}
	name := tr.t.Text(tr.t.AttrName(attr))
	call := tr.t.Parent(attr)
	switch {
	case name == "type":
		tr.value(attr, conf)
	case derivesText(name) && tr.t.Kind(call) == syntax.KindCall:
		tr.value(call, conf)
	}
}

// returned says that a function yields the device: its calls do, and reads of
// it where it is a property.
func (tr *trace) returned(fn syntax.Node, conf Confidence) {
	if fn == syntax.None || !tr.enter(cell{fn: fn}) {
		return
	}
	for _, call := range tr.m.Callers(fn) {
		tr.value(call, conf)
	}
	name := tr.t.Text(tr.t.FuncName(fn))
	tr.name(name, tr.t.FuncName(fn), conf)
	if strings.HasSuffix(name, "device") && tr.t.Kind(fn) == syntax.KindFunction {
		tr.names = append(tr.names, Sink{Node: tr.t.FuncName(fn), Role: RoleNamed, Confidence: min(conf, Likely)})
	}
	class := tr.m.methodClass(fn)
	if class == syntax.None || len(tr.t.Decorators(fn)) == 0 {
		return
	}
	k := classAttr{tr.m.owner(class, name), name}
	for _, load := range tr.m.attributeLoads(name) {
		if lk, ok := tr.f.attrCell(load); ok && lk == k {
			tr.value(load, conf)
		}
	}
}

// lambdaResult handles default_factory=lambda: "cuda" and get = lambda: "cuda".
func (tr *trace) lambdaResult(fn syntax.Node, conf Confidence) {
	p := tr.t.Parent(fn)
	if tr.t.Kind(p) == syntax.KindKeywordArgument && tr.t.Text(tr.t.Child(p, syntax.FieldName)) == "default_factory" {
		tr.value(tr.t.Parent(tr.t.Parent(p)), conf)
	}
}

// named takes names for places where nothing better was found.
func (tr *trace) named() {
	if len(tr.src.Sinks) == 0 {
		tr.src.Sinks = append(tr.src.Sinks, tr.names...)
	}
}

func (tr *trace) sink(s Sink) { tr.src.Sinks = append(tr.src.Sinks, s) }
