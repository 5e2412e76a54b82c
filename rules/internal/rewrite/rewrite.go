// Package rewrite writes the edits that rules of several families share: the
// device string of a rewrite, a framework function under its new name, the
// query of CUDA that becomes a query of any accelerator.
package rewrite

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Native is the device type of the native Neuron backend, XLA that of torch-xla.
const (
	Native = "neuron"
	XLA    = "xla"
)

// DeviceType is the device type that fixes write.
func DeviceType(p *analyzer.Pass) string {
	if p.Target.Rewrite == opsdb.RewriteXLA {
		return XLA
	}
	return Native
}

// Edit replaces a span of the pass's file.
func Edit(p *analyzer.Pass, span source.Span, text string) analyzer.Edit {
	return Builder(p).ReplaceSpan(span, text)
}

// Replace replaces a node.
func Replace(p *analyzer.Pass, n syntax.Node, text string) analyzer.Edit {
	return Builder(p).Replace(n, text)
}

// DeviceString rewrites "cuda" to device inside a string literal, whatever its
// form; prefix, quotes, index and interpolations stay. It returns no edit if
// the literal does not begin with a plain piece of text "cuda".
func DeviceString(p *analyzer.Pass, lit syntax.Node, device string) []analyzer.Edit {
	parts := p.Tree.FormatParts(lit)
	if len(parts) == 0 || parts[0].Node != syntax.None {
		return nil
	}
	first := parts[0].Span
	if string(p.Tree.Source()[first.Start:first.End])[:min(4, first.Len())] != "cuda" {
		return nil
	}
	return []analyzer.Edit{Edit(p, source.Span{Start: first.Start, End: first.Start + len("cuda")}, device)}
}

// Rename replaces the expression fn, a reference to a framework function, by a
// qualified name such as "torch.accelerator.synchronize"; nil where that cannot be
// spelled.
func Rename(p *analyzer.Pass, fn syntax.Node, name string) []analyzer.Edit {
	text, edits, ok := Qualified(p, name, fn)
	if !ok {
		return nil
	}
	return append(edits, Replace(p, fn, text))
}

// Query rewrites a query of CUDA (an atom of a guard) to one that Neuron answers; nil
// where there is no counterpart. The second result is the trust in the new query.
func Query(p *analyzer.Pass, atom syntax.Node) ([]analyzer.Edit, analyzer.Trust) {
	fn := atom
	if p.Tree.Kind(atom) == syntax.KindCall {
		fn = p.Tree.Callee(atom)
	}
	api, _ := p.Model.Name(fn)
	r, ok := p.DB.Replacement(api, p.Target.Rewrite)
	if !ok || p.Tree.Kind(atom) != syntax.KindCall {
		return nil, analyzer.Shown()
	}
	if r.Action == opsdb.ActionRewrite && r.Text == "True" {
		return []analyzer.Edit{held(p, atom)}, Trust(r)
	}
	if r.Action != opsdb.ActionRename {
		return nil, analyzer.Shown()
	}
	trust := Trust(r)
	if api == "torch.cuda.device_count" && !asksForAny(p, atom) {
		trust = trust.And(p.DoubtfulAt(atom, CountDecides))
	}
	return Rename(p, fn, r.Text), trust
}

// held writes a query that always holds: before "and" it goes, elsewhere it is True.
func held(p *analyzer.Pass, query syntax.Node) analyzer.Edit {
	both := p.Tree.Parent(query)
	if p.Tree.Kind(both) != syntax.KindBooleanOperator || p.Tree.Operator(both) != "and" || p.Tree.Child(both, syntax.FieldLeft) != query {
		return Replace(p, query, "True")
	}
	right := p.Tree.Child(both, syntax.FieldRight)
	return Edit(p, source.Span{Start: p.Tree.Start(query), End: p.Tree.Start(right)}, "")
}

// CountDecides is the doubt about a count of devices.
const CountDecides = "code decides by the number of devices, and a process may see one NeuronCore alone"

// asksForAny reports whether a count of devices only serves to tell whether there are
// any. Other decisions by the number (how many processes there are, whether this rank
// has a device) come out differently on Neuron, where a process that a launcher started
// sees one NeuronCore.
func asksForAny(p *analyzer.Pass, count syntax.Node) bool {
	test := p.Tree.Parent(count)
	switch p.Tree.Kind(test) {
	case syntax.KindBooleanOperator, syntax.KindNotOperator, syntax.KindIf, syntax.KindElif, syntax.KindConditional, syntax.KindAssert:
		return true
	case syntax.KindComparison:
	default:
		return false
	}
	operands, ops := p.Tree.Comparison(test)
	if len(ops) != 1 {
		return false
	}
	op := ops[0]
	if operands[0] != count {
		op = mirrored[op]
		operands[0], operands[1] = operands[1], operands[0]
	}
	switch op + p.Tree.Text(operands[1]) {
	case ">0", "!=0", "==0", "<=0", ">=1", "<1":
		return true
	}
	return false
}

// mirrored are comparisons as they read from right to left.
var mirrored = map[string]string{">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "==", "!=": "!="}

// UnprovenXLA is the reason against changes that are shown to users of torch-xla alone.
const UnprovenXLA = "the change for torch-xla is not proven"

// Trust is how far a row of the table of replacements can be trusted.
func Trust(row opsdb.Replacement) analyzer.Trust {
	switch safety := safetyOf(row.Safety); safety {
	case analyzer.Display:
		return analyzer.ShownBecause("nothing proves the replacement of `" + row.API + "`")
	case analyzer.Safe, analyzer.NoFix:
		return analyzer.Trust{Safety: safety}
	}
	api, _, _ := strings.Cut(row.API, ".")
	switch {
	case row.Action == opsdb.ActionRemove:
		return analyzer.Doubtful("a program that still runs on CUDA would lose `" + row.API + "`")
	case row.Action == opsdb.ActionRename && (api == "jax" || api == "torch_xla"):
		return analyzer.Doubtful("older versions do not have `" + row.Text + "`")
	case row.Text == `"cpu"`:
		return analyzer.Doubtful("the tensors then stay on the host until code moves them")
	}
	return analyzer.Doubtful("the replacement of `" + row.API + "` may behave differently")
}

// SettingTrust is how far it can be trusted to take out or rename a setting, by the safety
// column of its row.
func SettingTrust(safety, name string) analyzer.Trust {
	if s := safetyOf(safety); s != analyzer.Unsafe {
		return analyzer.Trust{Safety: s}
	}
	return analyzer.Doubtful("a program that still runs on GPUs would lose `" + name + "`")
}

// safetyOf reads the safety column of a table; an unknown word is Display.
func safetyOf(s string) analyzer.Safety {
	for _, safety := range []analyzer.Safety{analyzer.NoFix, analyzer.Unsafe, analyzer.Safe} {
		if safety.String() == s {
			return safety
		}
	}
	return analyzer.Display
}

// Group is the group of a fix that edits a member of a bundle of the model.
func Group(p *analyzer.Pass, n syntax.Node) analyzer.GroupID {
	return analyzer.GroupID(p.File.Path + "#" + p.Model.Bundle(n))
}

// Line is the 1-based line on which n begins.
func Line(p *analyzer.Pass, n syntax.Node) int {
	return p.File.LineAt(p.Tree.Start(n))
}

// Code is the source text of n, shortened to one line for use in a message.
func Code(p *analyzer.Pass, n syntax.Node) string { return syntax.OneLine(p.Tree.Text(n), 60) }

// ByDevice reports whether a guard compares the device that a query has chosen. Such a
// guard does not hold for another device, until the comparison changes as well.
func ByDevice(p *analyzer.Pass, query syntax.Node, g *semantic.Guard) bool {
	return !p.Tree.Within(query, g.Cond) && comparisons(p)[p.Tree.Unparen(g.Cond)]
}

// comparisons are the expressions of a file that compare a device.
func comparisons(p *analyzer.Pass) map[syntax.Node]bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() map[syntax.Node]bool {
		all := make(map[syntax.Node]bool)
		for _, c := range p.Model.Compares() {
			all[c.Node] = true
		}
		return all
	})
}

// GuardsDead are the regions that come to life when the queries change.
func GuardsDead(p *analyzer.Pass, atoms []syntax.Node) []source.Span {
	var out []source.Span
	seen := make(map[*semantic.Guard]bool)
	for _, a := range atoms {
		for _, g := range p.Model.GuardsOf(a) {
			if !seen[g] && !ByDevice(p, a, g) {
				seen[g] = true
				out = append(out, g.Dead...)
			}
		}
	}
	return p.Model.Reach(out)
}
