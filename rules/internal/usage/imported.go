package usage

import (
	"math"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Imported are the first places that read the names bound by an import, for a finding
// that is reported where the import stands.
func Imported(p *analyzer.Pass, bindings ...syntax.Node) []analyzer.Related {
	var out []analyzer.Related
	said := 0
	for _, n := range readers(p, bindings, analyzer.MaxRelated) {
		line := p.File.LineAt(p.Tree.Start(n))
		if line == said {
			continue
		}
		said = line
		span := source.Span{Start: p.Tree.Start(n), End: p.Tree.Stop(wholeName(p.Tree, n))}
		out = append(out, analyzer.Related{Span: span, Message: "used here"})
	}
	return out
}

// maxReaders bounds how many readers of a binding are looked at.
const maxReaders = 64

// Any reports whether one of the places that read a name bound by an import is wanted.
func Any(p *analyzer.Pass, binding syntax.Node, wanted func(syntax.Node) bool) bool {
	return slices.ContainsFunc(readers(p, []syntax.Node{binding}, maxReaders), wanted)
}

// VersionOnly reports whether a file does no more with the modules that an import binds
// than to tell of their versions, or to hand them to functions that may: {"version":
// bnb.__version__}. Who compares versions needs the package.
func VersionOnly(p *analyzer.Pass, bindings ...syntax.Node) bool {
	asked := false
	for _, n := range readers(p, bindings, analyzer.MaxRelated) {
		switch parent := p.Tree.Parent(n); p.Tree.Kind(parent) {
		case syntax.KindAttribute:
			if p.Tree.Object(parent) != n || p.Tree.Text(p.Tree.AttrName(parent)) != "__version__" || !p.Model.Shown(parent) && !recorded(p.Tree, parent) {
				return false
			}
			asked = true
		case syntax.KindArgumentList:
		default:
			return false
		}
	}
	return asked
}

// AllOf reports whether some place reads a name bound by the imports, and holds is true
// of all that do.
func AllOf(p *analyzer.Pass, holds func(use syntax.Node) bool, bindings ...syntax.Node) bool {
	uses := readers(p, bindings, math.MaxInt)
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(n syntax.Node) bool { return !holds(n) })
}

// recorded reports whether a value is held in a dictionary that is written out, with
// others that describe the program.
func recorded(t *syntax.Tree, n syntax.Node) bool {
	parent := t.Parent(n)
	for t.Kind(parent) == syntax.KindConditional || t.Kind(parent) == syntax.KindParenthesized {
		parent = t.Parent(parent)
	}
	return t.Kind(parent) == syntax.KindPair
}

// readers are the first identifiers, at most limit, that may read one of the
// bindings.
func readers(p *analyzer.Pass, bindings []syntax.Node, limit int) []syntax.Node {
	type key struct{}
	all := analyzer.Once(p, key{}, func() *reads { return readsOf(p) })
	var out []syntax.Node
	for _, binding := range bindings {
		first := func(uses []syntax.Node) []syntax.Node { return uses[:min(limit, len(uses))] }
		out = append(out, first(all.byBinding[binding])...)
		for _, sym := range all.symbols[binding] {
			out = append(out, first(all.ofAll[sym])...)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(limit, len(out))]
}

// reads are the identifiers that read names bound by imports.
type reads struct {
	symbols   map[syntax.Node][]*semantic.Symbol // by binding
	byBinding map[syntax.Node][]syntax.Node
	ofAll     map[*semantic.Symbol][]syntax.Node // those that may read any binding of a variable
}

func readsOf(p *analyzer.Pass) *reads {
	r := &reads{make(map[syntax.Node][]*semantic.Symbol), make(map[syntax.Node][]syntax.Node), make(map[*semantic.Symbol][]syntax.Node)}
	seen := make(map[*semantic.Symbol]bool)
	for n := range p.Tree.All(syntax.Root) {
		if sym := p.Model.Symbol(n); sym != nil && !seen[sym] {
			seen[sym] = true
			r.add(p, sym)
		}
	}
	return r
}

func (r *reads) add(p *analyzer.Pass, sym *semantic.Symbol) {
	imported := false
	for _, d := range sym.Defs {
		if d.Kind == semantic.DefImport {
			imported = true
			r.symbols[d.Node] = append(r.symbols[d.Node], sym)
		}
	}
	if !imported {
		return
	}
	for _, use := range sym.Uses {
		defs := p.Model.ReachingDefs(use)
		if len(defs) == len(sym.Defs) {
			r.ofAll[sym] = append(r.ofAll[sym], use)
			continue
		}
		for _, d := range defs {
			if d.Kind == semantic.DefImport {
				r.byBinding[d.Node] = append(r.byBinding[d.Node], use)
			}
		}
	}
}

// wholeName widens an identifier to the dotted name that it begins.
func wholeName(t *syntax.Tree, n syntax.Node) syntax.Node {
	for p := t.Parent(n); t.Kind(p) == syntax.KindAttribute && t.Object(p) == n; p = t.Parent(p) {
		n = p
	}
	return n
}
