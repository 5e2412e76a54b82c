package flow

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// compare recognises a literal that a device is tested against, and joins it to the
// cell of the device.
func (f *flow) compare(n syntax.Node) *Compare {
	c := f.comparison(n)
	if c == nil {
		return nil
	}
	self := cell{lit: n}
	if k, ok := f.cellOf(f.base(c.Operand)); ok {
		f.union(k, self)
	}
	return c
}

// Comparison is the test of which a literal is a part; nil if there is none.
func (m *Literals) Comparison(n syntax.Node) *Compare { return m.deviceFlow().comparison(n) }

func (f *flow) comparison(n syntax.Node) *Compare {
	t := f.m.Tree
	inner := n
	p := t.Parent(n)
	if call := t.Parent(p); t.Kind(p) == syntax.KindArgumentList {
		if name, _ := f.m.CallName(call); name == "torch.device" {
			inner, p = call, t.Parent(call) // x.device == torch.device("cuda")
		}
	}
	for t.Kind(p) == syntax.KindParenthesized || t.Kind(p) == syntax.KindTuple || t.Kind(p) == syntax.KindList || t.Kind(p) == syntax.KindSet {
		inner, p = p, t.Parent(p)
	}
	switch t.Kind(p) {
	case syntax.KindComparison:
		return f.operator(n, inner, p)
	case syntax.KindArgumentList:
		call := t.Parent(p)
		if obj, method := f.m.MethodCall(call); method == "startswith" || method == "__eq__" || method == "__contains__" {
			return &Compare{Literal: n, Node: call, Operand: obj}
		}
	case syntax.KindPair:
		return f.lookup(n, p)
	case syntax.KindCasePattern, syntax.KindUnionPattern:
		return f.match(n, p)
	}
	return nil
}

func (f *flow) operator(lit, inner, cmp syntax.Node) *Compare {
	operands, ops := f.m.Tree.Comparison(cmp)
	if len(operands) != 2 || len(ops) != 1 {
		return nil
	}
	other := operands[0]
	if other == inner {
		other = operands[1]
	}
	whole, cut := f.uncut(other)
	switch ops[0] {
	case "==", "is", "in":
		return &Compare{Literal: lit, Node: cmp, Operand: whole, Cut: cut}
	case "!=", "is not", "not in":
		return &Compare{Literal: lit, Node: cmp, Operand: whole, Cut: cut, Negated: true}
	}
	return nil
}

// uncut is the whole string that device[:4] is cut from; cut is false for anything else.
func (f *flow) uncut(n syntax.Node) (whole syntax.Node, cut bool) {
	t := f.m.Tree
	if t.Kind(n) == syntax.KindSubscript && t.Kind(t.Child(n, syntax.FieldSubscript)) == syntax.KindSlice {
		return t.Child(n, syntax.FieldValue), true
	}
	return n, false
}

// lookup recognises {"cuda": x}[device.type] and {"cuda": x}.get(device.type), also if
// a variable holds the dictionary.
func (f *flow) lookup(lit, pair syntax.Node) *Compare {
	t := f.m.Tree
	if t.Field(lit) != syntax.FieldKey {
		return nil
	}
	dict := t.Parent(pair)
	if c := f.lookedUp(lit, dict); c != nil {
		return c
	}
	if p := t.Parent(dict); t.Kind(p) == syntax.KindAssignment {
		if sym := f.m.Symbol(t.Child(p, syntax.FieldLeft)); sym != nil {
			for _, use := range sym.Uses {
				if c := f.lookedUp(lit, use); c != nil {
					return c
				}
			}
		}
		return f.lookedUpAttribute(lit, t.Child(p, syntax.FieldLeft))
	}
	return nil
}

// lookedUpAttribute is lookedUp for a table that a class holds: Scan.ops[x.device.type],
// self.ops[x.device.type].
func (f *flow) lookedUpAttribute(lit, target syntax.Node) *Compare {
	t := f.m.Tree
	class := t.EnclosingClass(target)
	name := target
	if t.Kind(target) == syntax.KindAttribute {
		name = t.AttrName(target)
	}
	if class == syntax.None || t.Kind(target) == syntax.KindIdentifier && t.EnclosingFunction(target) != syntax.None {
		return nil
	}
	for _, load := range f.m.LoadsOf(t.Text(name)) {
		if object := t.Object(load); f.m.SelfClass(object) != class && f.m.Ref(object).Def != class && !f.isCls(object, class) {
			continue
		}
		if c := f.lookedUp(lit, load); c != nil {
			return c
		}
	}
	return nil
}

// isCls reports whether a name is the class that a method of it gets: cls.
func (f *flow) isCls(n, class syntax.Node) bool {
	t := f.m.Tree
	return t.View(n) == "cls" && t.EnclosingClass(n) == class
}

// lookedUp is the lookup of a value in table, as a test; nil if the key is constant, or
// there is no lookup.
func (f *flow) lookedUp(lit, table syntax.Node) *Compare {
	t := f.m.Tree
	node := t.Parent(table)
	key := syntax.None
	switch t.Kind(node) {
	case syntax.KindSubscript:
		if t.Child(node, syntax.FieldValue) == table {
			key = t.Child(node, syntax.FieldSubscript)
		}
	case syntax.KindAttribute:
		if node = t.Parent(node); t.Kind(node) == syntax.KindCall && f.isGet(node) {
			key = t.Arg(node, 0, "")
		}
	}
	if _, constant := t.StringValue(key); key == syntax.None || constant {
		return nil
	}
	return &Compare{Literal: lit, Node: node, Operand: key}
}

func (f *flow) isGet(call syntax.Node) bool {
	_, method := f.m.MethodCall(call)
	return method == "get"
}

func (f *flow) match(lit, pattern syntax.Node) *Compare {
	t := f.m.Tree
	clause := pattern
	for t.Kind(clause) == syntax.KindCasePattern || t.Kind(clause) == syntax.KindUnionPattern {
		clause = t.Parent(clause)
	}
	if t.Kind(clause) != syntax.KindCaseClause {
		return nil // a part of the subject is matched
	}
	for p := clause; p != syntax.None; p = t.Parent(p) {
		if t.Kind(p) == syntax.KindMatch {
			return &Compare{Literal: lit, Node: clause, Operand: t.Child(p, syntax.FieldSubject)}
		}
	}
	return nil
}
