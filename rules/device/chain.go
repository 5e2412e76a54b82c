package device

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// vendors reports whether any guard of the query stands beside arms for other
// accelerators; renaming it would answer for those too.
func vendors(p *analyzer.Pass, atom syntax.Node) bool {
	for _, g := range p.Model.GuardsOf(atom) {
		if g.Vendors {
			return true
		}
	}
	return false
}

// arms are the ways to add an arm: along with the tests of its device in other
// places, or without them, if one of those cannot be changed.
func arms(fix *analyzer.Fix) []analyzer.Fix {
	if len(fix.Edits) == 0 {
		return []analyzer.Fix{*fix}
	}
	alone := *fix
	alone.Title += ", but check the device tests by hand"
	alone.Group, alone.Closed = "", analyzer.NoFix
	alone.Limit(analyzer.Doubtful("device tests elsewhere do not know the new branch"))
	return []analyzer.Fix{*fix, alone}
}

const decidesMore = "the answer decides more than this choice of device"

// noArm is the reason against a branch for Neuron beside the one for CUDA.
func noArm(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) string {
	switch {
	case p.Target.Rewrite != opsdb.RewriteNeuron:
		return "a branch for any accelerator would also be taken for those that the chain names"
	case len(p.Model.GuardsOf(atom)) != 1:
		return decidesMore
	case g.Cond != atom:
		return "the condition asks for more than CUDA, and a branch for Neuron would need the rest as well"
	}
	return "the branch for CUDA does more than name one device"
}

// chainStatement adds an arm for Neuron to an if/elif chain whose CUDA arm is
// one statement that names the device.
func chainStatement(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) analyzer.Fix {
	fix := analyzer.Fix{Title: "add a branch for Neuron", Requires: requires(p)}
	g, others := chainOf(p, atom, g)
	fix.Take(analyzer.ShownBecause(noArm(p, atom, g)))
	sources := selected(p, g)
	if p.Target.Rewrite != opsdb.RewriteNeuron || len(sources) != 1 || len(sources[0].Component.Compares) > 0 {
		return fix
	}
	chain := g.Node
	if p.Tree.Kind(chain) == syntax.KindElif {
		chain = p.Tree.Parent(chain)
	}
	body := p.Tree.Child(g.Node, syntax.FieldConsequence)
	if p.Tree.Kind(chain) != syntax.KindIf || !singleStatement(p, body) {
		return fix
	}
	arm := armText(p, p.Tree.Statement(sources[0].Node), sources[0])
	at, indent, ok := armPlace(p, chain, body)
	if arm == "" || !ok {
		return fix
	}
	condition, edits, ok := armCondition(p, atom, g)
	if !ok {
		return fix
	}
	text := indent + "elif " + condition + ":\n" + indent + unit(p, chain, body) + arm + "\n"
	edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, text))
	fix.Edits = edits
	fix.Group = rewrite.Group(p, sources[0].Node) // tests of the device elsewhere must know the new arm
	closed := closedTrust(p, sources[0])
	fix.TakeBoth(literalTrust(p, sources[0], closed), closed)
	switch {
	case others:
		fix.LimitBoth(analyzer.Doubtful(decidesMore))
	case g.Cond != atom:
		fix.LimitBoth(analyzer.Doubtful("the new branch repeats a condition that asks for more than CUDA"))
	}
	return fix
}

// chainOf is the chain with arms for other accelerators that a query decides, and whether
// it decides anything else.
func chainOf(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) (chain *semantic.Guard, others bool) {
	all := p.Model.GuardsOf(atom)
	for _, other := range all {
		if other.Vendors && !g.Vendors {
			g = other
		}
	}
	return g, len(all) != 1
}

// maxCondition bounds the length of a condition that is repeated for a new arm.
const maxCondition = 100

// armCondition writes the condition of an arm for Neuron: that of the arm for CUDA, with a
// query of any accelerator in place of that of CUDA. A variable is written out, since
// other code may decide by it.
func armCondition(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) (text string, edits []analyzer.Edit, ok bool) {
	query, edits, ok := rewrite.Qualified(p, available, g.Node)
	if query += "()"; !ok || g.Cond == atom {
		return query, edits, ok
	}
	whole := p.Tree.Unparen(g.Cond)
	if defs := p.Model.ReachingDefs(whole); p.Tree.Kind(whole) == syntax.KindIdentifier && len(defs) == 1 && defs[0].Kind == semantic.DefAssign {
		whole = p.Tree.Unparen(defs[0].Value)
	}
	span, at := p.Tree.Span(whole), p.Tree.Span(atom)
	if len(g.Atoms) != 1 || queryName(p, atom) != "torch.cuda.is_available" || !span.Contains(at) || span.End-span.Start > maxCondition {
		return "", nil, false
	}
	src := p.Tree.Source()
	text = string(src[span.Start:at.Start]) + query + string(src[at.End:span.End])
	return text, edits, !strings.ContainsAny(text, "\n#") && !strings.Contains(text, ":=")
}

func singleStatement(p *analyzer.Pass, body syntax.Node) bool {
	count := 0
	for range p.Tree.Children(body) {
		count++
	}
	return count == 1
}

// armPlace is the start of the line where a new arm goes: before else, or
// behind the last arm; with the indentation of the chain.
func armPlace(p *analyzer.Pass, chain, body syntax.Node) (at int, indent string, ok bool) {
	src := p.Tree.Source()
	lineStart := func(i int) int { return bytes.LastIndexByte(src[:i], '\n') + 1 }
	start := lineStart(p.Tree.Start(chain))
	indent = string(src[start:p.Tree.Start(chain)])
	if strings.TrimSpace(indent) != "" || lineStart(p.Tree.Start(body)) == start {
		return 0, "", false // one-line suites, or elif chains that start elsewhere
	}
	for _, br := range p.Tree.Branches(chain) {
		if br.Cond == syntax.None {
			return lineStart(p.Tree.Start(br.Node)), indent, true
		}
	}
	end := p.Tree.Stop(chain)
	nl := bytes.IndexByte(src[end:], '\n')
	if nl < 0 {
		return 0, "", false
	}
	return end + nl + 1, indent, true
}

// unit is the extra indentation of the body of a chain.
func unit(p *analyzer.Pass, chain, body syntax.Node) string {
	src := p.Tree.Source()
	start := bytes.LastIndexByte(src[:p.Tree.Start(body)], '\n') + 1
	inner := src[start:p.Tree.Start(body)]
	outer := bytes.LastIndexByte(src[:p.Tree.Start(chain)], '\n') + 1
	return string(bytes.TrimPrefix(inner, src[outer:p.Tree.Start(chain)]))
}
