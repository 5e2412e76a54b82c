package device

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// worthName is how often a function must ask for the device of one number before it
// gets a name.
const worthName = 3

// numberedUse is a function and the number by which it moves things to a device.
type numberedUse struct {
	fn     syntax.Node
	number string
}

// definition is that of a variable for the device of a number.
type definition struct {
	places  []syntax.Node // calls of .cuda and texts, in order
	numbers []syntax.Node // of these
	edits   []analyzer.Edit
	group   analyzer.GroupID
}

// definedDevice is the name of a variable for the device whose number a call of .cuda
// takes or a text contains, and its definition before the first of several such places;
// nil where the device is not defined: the name is taken, the number is bound anew on
// the way, or it may be None.
func definedDevice(p *analyzer.Pass, place, number syntax.Node) (name string, def *definition) {
	type key struct{}
	all := analyzer.Once(p, key{}, func() map[numberedUse]*definition { return definitions(p) })
	def = all[numberedUse{p.Tree.EnclosingFunction(place), p.Tree.Text(number)}]
	if def == nil || def.group == "" || !slices.Contains(def.places, place) {
		return "", nil
	}
	return "device", def
}

// add takes in a place where the device of a number is asked for.
func (u numberedUse) add(to map[numberedUse]*definition, place, number syntax.Node) {
	if to[u] == nil {
		to[u] = &definition{}
	}
	to[u].places, to[u].numbers = append(to[u].places, place), append(to[u].numbers, number)
}

// definitions are those of a file, by function and number.
func definitions(p *analyzer.Pass) map[numberedUse]*definition {
	out := make(map[numberedUse]*definition)
	for _, call := range p.Model.Calls() {
		if _, moves := movesToCUDA(p, call); !moves || p.Model.GuardedForNeuron(call) || p.Tree.InError(call) || inMapLocation(p, call) ||
			p.Model.Stateless(p.Tree.Object(p.Tree.Callee(call))) != "" {
			continue
		}
		number := p.Tree.Arg(call, 0, "device")
		if k := p.Tree.Kind(number); k != syntax.KindIdentifier && k != syntax.KindAttribute || !ordinal(p, number) || rewrite.IsDevice(p, number) {
			continue
		}
		numberedUse{p.Tree.EnclosingFunction(call), p.Tree.Text(number)}.add(out, call, number)
	}
	for _, s := range p.Model.Devices() {
		if number := numberInText(p, s); number != syntax.None {
			numberedUse{p.Tree.EnclosingFunction(s.Node), p.Tree.Text(number)}.add(out, s.Node, number)
		}
	}
	for use, def := range out {
		def.write(p, use)
	}
	return out
}

// write makes the definition, before the statement that holds the first call.
func (d *definition) write(p *analyzer.Pass, use numberedUse) {
	if p.Tree.Kind(use.fn) != syntax.KindFunction || len(d.places) < worthName {
		return
	}
	first := slices.Min(d.places) // nodes are in the order of the text
	stmt := first
	for body := p.Tree.Body(use.fn); stmt != syntax.None && p.Tree.Parent(stmt) != body; {
		stmt = p.Tree.Parent(stmt)
	}
	switch p.Tree.Kind(stmt) {
	case syntax.KindNone, syntax.KindIf, syntax.KindTry, syntax.KindWhile, syntax.KindMatch:
		return // perhaps the number is not asked for
	}
	indent, _ := rewrite.OwnLine(p, stmt)
	if strings.TrimLeft(indent, " \t") != "" || !d.steady(p, use, stmt) {
		return
	}
	text, imports, ok := numberedDevice(p, first, d.numbers[slices.Index(d.places, first)])
	if !ok {
		return
	}
	at := p.Tree.Start(stmt)
	d.edits = append(d.edits, rewrite.Edit(p, source.Span{Start: at, End: at}, "device = "+text+"\n"+indent))
	d.edits = append(d.edits, imports...)
	d.group = analyzer.GroupID(p.File.Path + "#device@" + strconv.Itoa(at))
}

// numberedDevice is an expression for the device of a number.
func numberedDevice(p *analyzer.Pass, at, number syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	made, imports, ok := rewrite.Qualified(p, "torch.device", at)
	kind := `"` + rewrite.Native + `"`
	if p.Target.Rewrite == opsdb.RewritePortable {
		typed, more, found := rewrite.NumberedType(p, at)
		kind, ok = typed, ok && found
		imports = rewrite.Once(append(imports, more...))
	}
	return made + "(" + kind + ", " + p.Tree.Written(number) + ")", imports, ok
}

// steady reports whether a number is the same from a statement of a function on, is
// never tested for None, and whether the name "device" is free: nothing has it, or only
// the number itself, at exactly these places.
func (d *definition) steady(p *analyzer.Pass, use numberedUse, from syntax.Node) bool {
	for n := range p.Tree.All(use.fn) {
		switch p.Tree.Kind(n) {
		case syntax.KindIdentifier:
			if p.Tree.View(n) == "device" && p.Tree.Field(n) != syntax.FieldAttribute && p.Tree.Kind(p.Tree.Parent(n)) != syntax.KindKeywordArgument && !d.asks(p, use, n) {
				return false
			}
		case syntax.KindAssignment, syntax.KindAugmentedAssignment, syntax.KindFor, syntax.KindNamedExpression:
			if n >= from && binds(p, n, use.number) {
				return false
			}
		}
		if k := p.Tree.Kind(n); (k == syntax.KindIdentifier || k == syntax.KindAttribute) && p.Tree.View(n) == use.number && decidesBy(p, n) {
			return false
		}
	}
	return true
}

// asks reports whether a name is the number in one of its requests, or the parameter
// that holds it.
func (d *definition) asks(p *analyzer.Pass, use numberedUse, name syntax.Node) bool {
	if p.Tree.View(name) != use.number {
		return false
	}
	return slices.Contains(d.numbers, name) || slices.ContainsFunc(p.Tree.Params(use.fn), func(param syntax.Param) bool { return param.Name == name })
}

// binds reports whether an assignment or loop binds a name or an attribute.
func binds(p *analyzer.Pass, n syntax.Node, name string) bool {
	target := p.Tree.First(n)
	if left := p.Tree.Child(n, syntax.FieldLeft); left != syntax.None {
		target = left
	}
	for part := range p.Tree.All(target) {
		if p.Tree.View(part) == name {
			return true
		}
	}
	return false
}

// decidesBy reports whether a condition asks a number itself, or holds it against none.
func decidesBy(p *analyzer.Pass, n syntax.Node) bool {
	if operand, op := p.Tree.NoneTest(p.Tree.Parent(n)); op != "" && operand == n {
		return true
	}
	top := p.Model.Condition(n)
	switch parent := p.Tree.Parent(top); p.Tree.Kind(parent) {
	case syntax.KindIf, syntax.KindElif, syntax.KindWhile:
		return p.Tree.Child(parent, syntax.FieldCondition) == top
	case syntax.KindConditional:
		return p.Tree.Condition(parent) == top
	}
	return false
}
