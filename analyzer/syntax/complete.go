package syntax

import (
	"slices"
	"sort"
)

// complete adds to a tree the nodes that its respelled text left out.
func (d *draft) complete(r *spelling) {
	for _, at := range r.names {
		d.name(at)
	}
	for _, at := range r.groups {
		if n := d.at(at); d.kind[n] == KindExcept && int(d.start[n]) == at {
			d.kind[n] = KindExceptGroup
		}
	}
	for _, at := range r.commas {
		if n := d.at(at); d.kind[n] == KindOperator && d.kind[d.parent[n]] == KindBinaryOperator {
			d.list(d.parent[n])
		}
	}
	for i := len(r.stars) - 1; i >= 0; i-- { // from the inside of a line outwards
		d.star(r.stars[i])
	}
	for _, at := range r.defaults {
		d.typeDefault(at)
	}
}

// at is the first node but comments that begins at an offset or behind it. Nodes begin in
// the order of their numbers, except for new ones.
func (d *draft) at(offset int) Node {
	i := sort.Search(d.parsed, func(n int) bool { return Node(n) > Root && int(d.start[n]) >= offset })
	for i < d.parsed && d.kind[i] == KindComment {
		i++
	}
	if i == d.parsed {
		return None
	}
	return Node(i)
}

// list makes an operation a list of its operands.
func (d *draft) list(n Node) {
	operands := slices.DeleteFunc(d.children(n), func(c Node) bool { return d.kind[c] == KindOperator })
	if len(operands) > 0 {
		d.kind[n] = KindExpressionList
		d.adopt(n, operands...)
		for _, c := range operands {
			d.field[c] = FieldNone
		}
	}
}

// star puts a star before its operand.
func (d *draft) star(s star) {
	n := d.at(s.at)
	if n == None || int(d.start[n]) > s.operand {
		return
	}
	begins := d.start[n]
	for d.holds(n) {
		if n = d.child[n]; n == None || d.start[n] != begins {
			return
		}
	}
	if s.operator {
		d.operator(n)
		return
	}
	kind := KindListSplat
	if d.isTarget(n) {
		kind = KindListSplatPattern
	}
	inner := d.lower(n, kind)
	for m := inner; m != None && d.start[m] == begins; m = d.child[m] {
		d.start[m] = uint32(s.operand)
	}
	for ; n != Root && int(d.start[n]) > s.at; n = d.parent[n] {
		d.start[n] = uint32(s.at)
	}
}

// operator turns the operator that replaces a star at the beginning of n back into that
// star. It still binds too closely.
func (d *draft) operator(n Node) {
	for n != None && d.kind[n] != KindUnaryOperator {
		n = d.child[n]
	}
	if parts := d.children(n); len(parts) == 2 {
		d.kind[n] = KindListSplat
		d.adopt(n, parts[1])
		d.field[parts[1]] = FieldNone
	}
}

// holds reports whether n is a list of expressions or a statement; a star at its
// beginning belongs to its first part.
func (d *draft) holds(n Node) bool {
	switch d.kind[n] {
	case KindBlock, KindExpressionStatement, KindAssignment, KindAugmentedAssignment, KindExpressionList,
		KindPatternList, KindType, KindConstrainedType:
		return true
	}
	return false
}

// isTarget reports whether n is assigned to.
func (d *draft) isTarget(n Node) bool {
	switch d.kind[d.parent[n]] {
	case KindPatternList, KindTuplePattern, KindListPattern:
		return true
	case KindAssignment, KindFor, KindForInClause:
		return d.field[n] == FieldLeft
	}
	return false
}

// typeDefault marks the default of a type parameter.
func (d *draft) typeDefault(at int) {
	n := d.at(at)
	for n != None && d.kind[d.parent[n]] != KindTypeParameter {
		n = d.parent[n]
	}
	if n != None {
		d.field[n] = FieldValue
	}
}
