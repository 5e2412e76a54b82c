package syntax

import "iter"

// Arg is one argument of a call, or one base of a class.
type Arg struct {
	Node  Node // the whole argument, with its parentheses
	Name  Node // the keyword, None for a positional argument or a splat
	Value Node // the passed value; the operand of a splat
	Splat int  // 0, 1 for *value, 2 for **value
}

// Callee is the expression that is called; None where nothing is. A module or a list is
// not searched for it: callers often ask about the surroundings of a value, which may be
// a list with a hundred thousand children.
func (t *Tree) Callee(call Node) Node {
	if t.Kind(call) != KindCall {
		return None
	}
	return t.Child(call, FieldFunction)
}

// Args yields the arguments of a call in source order. A bare generator, as in
// f(x for x in y), is one argument.
func (t *Tree) Args(call Node) iter.Seq[Arg] {
	// The loop is this small to let callers inline it.
	return func(yield func(Arg) bool) {
		for n := t.firstArg(call, FieldArguments); n != None && yield(t.arg(n)); n = t.nextArg(n) {
		}
	}
}

// Bases yields the bases and keywords of a class definition.
func (t *Tree) Bases(class Node) iter.Seq[Arg] {
	return func(yield func(Arg) bool) {
		for n := t.firstArg(class, FieldSuperclasses); n != None && yield(t.arg(n)); n = t.nextArg(n) {
		}
	}
}

// firstArg is the first argument in a list that is a field of n, or the bare generator in
// place of the list; None if there is none.
func (t *Tree) firstArg(n Node, f Field) Node {
	list := t.Child(n, f)
	if t.kind[list] == KindGenerator {
		return list
	}
	return t.argFrom(t.First(list))
}

func (t *Tree) nextArg(n Node) Node {
	if t.kind[n] == KindGenerator && t.field[n] == FieldArguments {
		return None
	}
	return t.argFrom(t.Next(n))
}

// argFrom is n or the next argument behind it, skipping regions that were not understood.
func (t *Tree) argFrom(n Node) Node {
	for t.kind[n] == KindError {
		n = t.Next(n)
	}
	return n
}

// arg reads an argument.
func (t *Tree) arg(n Node) Arg {
	switch t.kind[n] {
	case KindKeywordArgument:
		return Arg{Node: n, Name: t.Child(n, FieldName), Value: t.Child(n, FieldValue)}
	case KindListSplat:
		return Arg{Node: n, Value: t.Unparen(t.First(n)), Splat: 1}
	case KindDictionarySplat:
		return Arg{Node: n, Value: t.Unparen(t.First(n)), Splat: 2}
	}
	return Arg{Node: n, Value: t.Unparen(n)}
}

// Arg is the value passed for a parameter: at position pos (-1 if the
// parameter is keyword-only) or by name ("" if it is positional-only). It is
// None if the argument is absent, or if a * splat before it hides its position.
func (t *Tree) Arg(call Node, pos int, name string) Node {
	if w := t.wideArgs(call); w != nil {
		return w.arg(pos, name)
	}
	at, hidden := 0, false
	for a := range t.Args(call) {
		switch {
		case a.Splat == 1:
			hidden = true
		case a.Splat == 2:
		case a.Name != None:
			if name != "" && t.is(a.Name, name) {
				return a.Value
			}
		default:
			if at == pos && !hidden {
				return a.Value
			}
			at++
		}
	}
	return None
}

// Place is the index of a positional argument, given by its value, among all arguments of
// a call; -1 behind a splat.
func (t *Tree) Place(call, value Node) int {
	if w := t.wideArgs(call); w != nil {
		if at, ok := w.places[value]; ok {
			return at
		}
		return -1
	}
	at := 0
	for a := range t.Args(call) {
		if a.Value == value && a.Name == None {
			return at
		}
		if a.Splat != 0 {
			return -1
		}
		at++
	}
	return -1
}

// wideArgs are the arguments of a call that has many; nil if it has not.
func (t *Tree) wideArgs(call Node) *wideArguments {
	if t.wide == nil {
		return nil
	}
	if w := t.wide[t.Child(call, FieldArguments)]; w != nil {
		return w.args
	}
	return nil
}

// Keyword is the value passed by the given name, None if there is none.
func (t *Tree) Keyword(call Node, name string) Node { return t.Arg(call, -1, name) }

// ArgCount counts the arguments of a call; splat reports whether there are
// further ones behind a * or **.
func (t *Tree) ArgCount(call Node) (positional, keyword int, splat bool) {
	for a := range t.Args(call) {
		switch {
		case a.Splat != 0:
			splat = true
		case a.Name != None:
			keyword++
		default:
			positional++
		}
	}
	return positional, keyword, splat
}

// Object is the expression before the dot of an attribute.
func (t *Tree) Object(attr Node) Node { return t.Child(attr, FieldObject) }

// AttrName is the identifier behind the dot of an attribute.
func (t *Tree) AttrName(attr Node) Node { return t.Child(attr, FieldAttribute) }

// is compares the text of n without a copy.
func (t *Tree) is(n Node, text string) bool { return string(t.Bytes(n)) == text }
