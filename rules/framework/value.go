package framework

import (
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ground is the reason why a value is one that a row is about.
type ground struct {
	at         syntax.Node // the value, or the arm of a choice that is it
	confidence analyzer.Confidence
	because    string // stands before the row's reason
	related    []analyzer.Related
}

// groundOf finds one of the wanted values: the value on Neuron, as written, or by default.
func groundOf(p *analyzer.Pass, value syntax.Node, wanted []string) (ground, bool) {
	if query := onNeuron(p, value, wanted); query != syntax.None {
		where := analyzer.Related{Span: p.Tree.Span(query), Message: "False on Neuron"}
		return ground{value, analyzer.Likely, "is True on Neuron, which has no CUDA: it ", []analyzer.Related{where}}, true
	}
	if at, confidence := matches(p, value, wanted); at != syntax.None {
		return ground{at, confidence, "", p.Places("written here", writtenBefore(p, at, wanted)...)}, true
	}
	if preset, where, ok := unlessTold(p, value, wanted); ok {
		return ground{value, analyzer.Likely, "is `" + preset + "` by default: it ", []analyzer.Related{where}}, true
	}
	return ground{}, false
}

// matches finds the part of a value that a row is about: the value itself, an arm of a
// conditional expression, an item of a list. A row says
//
//	True    it is True
//	>0      it is a positive number
//	any     it is something, and neither None nor False nor empty
//	given   the same, or it is decided elsewhere
//	{int}   it is a dictionary with a number for a device
//	{GPU}   it is a dictionary, or a list of them, with such a key
//	gpu     it is that text or number; an asterisk stands for any text
//	=gpu    it is that text, and no list that offers others too
func matches(p *analyzer.Pass, value syntax.Node, wanted []string) (syntax.Node, analyzer.Confidence) {
	value = p.Tree.Unparen(value)
	switch p.Tree.Kind(value) {
	case syntax.KindConditional:
		body, _, orelse := p.Tree.Conditional(value)
		return firstOf(p, []syntax.Node{body, orelse}, wanted)
	case syntax.KindBooleanOperator:
		return firstOf(p, []syntax.Node{p.Tree.Child(value, syntax.FieldLeft), p.Tree.Child(value, syntax.FieldRight)}, wanted)
	}
	for _, want := range wanted {
		if conf := match(p, value, want); conf > 0 {
			return value, conf
		}
	}
	return syntax.None, 0
}

// writtenBefore is the dictionary, named by a variable, that a row is about, at the
// place where it is written: device_map = {"": local_rank}.
func writtenBefore(p *analyzer.Pass, name syntax.Node, wanted []string) (found []syntax.Node) {
	if p.Tree.Kind(name) != syntax.KindIdentifier {
		return nil
	}
	for _, want := range wanted {
		for _, made := range sources(p, name) {
			if p.Tree.Kind(made) == syntax.KindDictionary && strings.HasPrefix(want, "{") && match(p, made, want) > 0 {
				found = append(found, made)
			}
		}
	}
	return found
}

// firstOf is matches for an expression that may yield one of several.
func firstOf(p *analyzer.Pass, values []syntax.Node, wanted []string) (syntax.Node, analyzer.Confidence) {
	for _, v := range values {
		if at, conf := matches(p, v, wanted); at != syntax.None && isLiteral(p.Tree.Kind(at)) {
			return at, min(conf, analyzer.Likely)
		}
	}
	return syntax.None, 0
}

// onNeuron is a query of CUDA whose answer makes a value True on Neuron, if a row
// is about that.
func onNeuron(p *analyzer.Pass, value syntax.Node, wanted []string) syntax.Node {
	if slices.Contains(wanted, "True") {
		if holds, queries := p.Model.WithoutCUDA(value); holds && len(queries) > 0 {
			return queries[0]
		}
	}
	return syntax.None
}

// unlessTold returns the default of a setting, as written, and its place, if a row is
// about it: the command line, a file, or the caller decides. Rows about any given value
// need none.
func unlessTold(p *analyzer.Pass, value syntax.Node, wanted []string) (text string, at analyzer.Related, ok bool) {
	if slices.Contains(wanted, "any") || slices.Contains(wanted, "given") {
		return "", at, false
	}
	preset, ok := p.Model.Preset(value)
	if !ok || !slices.ContainsFunc(wanted, func(want string) bool { return matchConstant(preset.Value, want) > 0 }) {
		return "", at, false
	}
	return written(preset.Value), analyzer.Related{Path: preset.Path, Span: preset.Span, Message: "the default"}, true
}

// written is a text, a number or True as Python writes it.
func written(c semantic.Constant) string {
	switch c.Kind {
	case semantic.ConstantString:
		return strconv.Quote(c.Text)
	case semantic.ConstantBool:
		return "True"
	}
	return strconv.FormatFloat(c.Number, 'f', -1, 64)
}

// match is the confidence that a value is the one a word of a row names; 0 if it is
// not.
func match(p *analyzer.Pass, value syntax.Node, want string) analyzer.Confidence {
	return matchWithin(p, value, want, maxLists)
}

// maxLists bounds how many lists in lists are looked into.
const maxLists = 4

// matching is a question of matchWithin.
type matching struct {
	value syntax.Node
	want  string
	lists int
}

func matchWithin(p *analyzer.Pass, value syntax.Node, want string, lists int) analyzer.Confidence {
	return semantic.Walked(p.Model, matching{value, want, lists}, func() analyzer.Confidence { return matched(p, value, want, lists) })
}

func matched(p *analyzer.Pass, value syntax.Node, want string, lists int) analyzer.Confidence {
	c, known := p.Model.Constant(value)
	switch {
	case want == "any" || want == "given":
		return something(p, value, c, known, want)
	case strings.HasPrefix(want, "="):
		return sure(known && c.Kind == semantic.ConstantString && c.Text == want[1:])
	case strings.HasPrefix(want, "{"):
		return inDictionary(p, value, strings.Trim(want, "{}"))
	case want == "True", want == ">0", known && (c.Kind == semantic.ConstantString || c.Kind == semantic.ConstantNumber):
		return matchConstant(c, want)
	}
	return matchText(p, value, want, lists)
}

// matchConstant is match for a truth value, a number or a text.
func matchConstant(c semantic.Constant, want string) analyzer.Confidence {
	switch {
	case want == "True":
		return sure(c.Kind == semantic.ConstantBool && c.Number != 0)
	case want == ">0":
		return sure(c.Kind == semantic.ConstantNumber && c.Number > 0)
	case c.Kind == semantic.ConstantString:
		return sure(glob(want, c.Text))
	case c.Kind == semantic.ConstantNumber:
		return sure(want == strconv.FormatFloat(c.Number, 'f', -1, 64))
	}
	return 0
}

func sure(ok bool) analyzer.Confidence {
	if ok {
		return analyzer.Certain
	}
	return 0
}

// something says whether a value is there: a constant that is not empty, or an
// expression that makes a new object.
func something(p *analyzer.Pass, value syntax.Node, c semantic.Constant, known bool, want string) analyzer.Confidence {
	if known {
		return sure(c.Kind == semantic.ConstantObject || c.Number != 0 || c.Text != "" || len(c.Items) > 0)
	}
	for _, s := range sources(p, value) {
		switch p.Tree.Kind(s) {
		case syntax.KindDictionary, syntax.KindList, syntax.KindString:
			return analyzer.Likely
		}
	}
	if want == "given" {
		return analyzer.Likely
	}
	return analyzer.Possible
}

// matchText compares the member of an enumeration, or the items of a list.
func matchText(p *analyzer.Pass, value syntax.Node, want string, lists int) analyzer.Confidence {
	if member, ok := ofEnumeration(p, value); ok {
		return sure(glob(want, member) || glob(want, strings.ToLower(member)))
	}
	for _, s := range sources(p, value) {
		if lists == 0 {
			break
		}
		switch p.Tree.Kind(s) {
		case syntax.KindList, syntax.KindTuple:
			for item := range p.Tree.Children(s) {
				if conf := matchWithin(p, item, want, lists-1); conf > 0 {
					return conf
				}
			}
		}
	}
	return 0
}

// ofEnumeration is the name of a member of an enumeration of one of the libraries:
// INDUCTOR of accelerate.utils.DynamoBackend.INDUCTOR.
func ofEnumeration(p *analyzer.Pass, value syntax.Node) (member string, ok bool) {
	if p.Tree.Kind(value) != syntax.KindAttribute {
		return "", false
	}
	name, conf := p.Model.Name(value)
	pkg, _, _ := strings.Cut(name, ".")
	member = p.Tree.Text(p.Tree.AttrName(value))
	return member, conf >= analyzer.Likely && member == strings.ToUpper(member) && slices.Contains(p.DB.FrameworkPackages(), pkg)
}

func glob(pattern, text string) bool {
	ok, err := path.Match(pattern, text)
	return ok && err == nil
}

// inDictionary looks for an entry of a dictionary, or of the dictionaries in a list:
// one with the given key or, for "int", one whose value is an ordinal.
func inDictionary(p *analyzer.Pass, value syntax.Node, want string) analyzer.Confidence {
	for _, s := range sources(p, value) {
		for d := range p.Tree.All(s) {
			for pair := range pairs(p.Tree, d) {
				if entry(p, pair, want) {
					return analyzer.Likely
				}
			}
		}
	}
	return 0
}

func entry(p *analyzer.Pass, pair syntax.Node, want string) bool {
	value := p.Tree.Child(pair, syntax.FieldValue)
	if want == "int" {
		return isOrdinal(p, value)
	}
	key, ok := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey))
	c, known := p.Model.Constant(value)
	return ok && key == want && !(known && c.Kind == semantic.ConstantNumber && c.Number == 0)
}

// isOrdinal reports whether an expression is a number of a device, or the index
// of the process, which stands for one.
func isOrdinal(p *analyzer.Pass, n syntax.Node) bool {
	if c, known := p.Model.Constant(n); known {
		return c.Kind == semantic.ConstantNumber
	}
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		n = p.Tree.AttrName(n)
	case syntax.KindIdentifier:
	default:
		return false
	}
	switch strings.TrimLeft(p.Tree.Text(n), "_") {
	case "process_index", "local_process_index", "local_rank", "rank":
		return true
	}
	return false
}

// pairs yields the entries of a dictionary that is written out; nothing for
// any other node.
func pairs(t *syntax.Tree, dict syntax.Node) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		if t.Kind(dict) != syntax.KindDictionary {
			return
		}
		for c := range t.Children(dict) {
			if t.Kind(c) == syntax.KindPair && !yield(c) {
				return
			}
		}
	}
}
