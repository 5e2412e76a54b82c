package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// Doubts about fixes for torch-xla.
const (
	lazySteps     = "torch-xla runs operators lazily, so each step has to end with torch_xla.sync()"
	manyProcesses = "processes of torch-xla are started and joined in other ways"
	unseededXLA   = "the seed on this line is not one of the XLA device, which needs torch_xla.manual_seed"
	noXLAImport   = "torch_xla cannot be imported before this line"
	noXLANumber   = "a number selects the device, and a process of torch-xla has one"
	ownXLACode    = "this file has code for torch-xla"
	featureOfGPUs = "the test chooses a feature that Neuron is not known to have"
)

// keepsXLA reports whether a file that runs on torch-xla keeps its code for CUDA, since
// the user moves the project to another device.
func keepsXLA(p *analyzer.Pass) bool {
	return p.Target.Rewrite == opsdb.RewriteXLA && p.Target.Overridden != ""
}

// forXLA adds what an XLA device needs: the import, the ends of steps, the seeds. Other
// devices need nothing.
func forXLA(p *analyzer.Pass, fix analyzer.Fix, n syntax.Node) analyzer.Fix {
	if p.Target.Rewrite != opsdb.RewriteXLA || len(fix.Edits) == 0 {
		return fix
	}
	imports, ok := rewrite.Registered(p, "torch_xla", n)
	if !ok {
		fix.Edits, fix.Safety = nil, analyzer.Display
		fix.Take(analyzer.ShownBecause(noXLAImport))
		return fix
	}
	fix.Edits = rewrite.Once(append(fix.Edits, imports...))
	along, trust := alongXLA(p)
	fix.Edits = rewrite.Once(append(fix.Edits, along...))
	fix.LimitBoth(trust)
	return fix
}

// lazily puts the doubt about code for an XLA device on fixes that change along with the
// device, and need no import for themselves.
func lazily(p *analyzer.Pass, fixes []analyzer.Fix) []analyzer.Fix {
	if p.Target.Rewrite == opsdb.RewriteXLA {
		for i := range fixes {
			_, trust := alongXLA(p)
			fixes[i].LimitBoth(trust)
		}
	}
	return fixes
}

// deviceEdits write the device in the place of a literal. A process of torch-xla has one
// device, whose number is not written.
func deviceEdits(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	if p.Target.Rewrite != opsdb.RewriteXLA {
		return rewrite.DeviceString(p, s.Node, rewrite.Native)
	}
	edits := rewrite.DeviceString(p, s.Node, rewrite.XLA)
	switch {
	case indexed(p, s):
		return nil
	case edits == nil || s.Form == semantic.FormPlain:
		return edits
	}
	return []analyzer.Edit{rewrite.Replace(p, s.Node, `"`+rewrite.XLA+`"`)}
}

// xlaMoved is the device that an object moves to, in place of the current GPU or of one
// with a number.
func xlaMoved(p *analyzer.Pass, number syntax.Node) (text string, imports []analyzer.Edit, trust analyzer.Trust) {
	switch kind := p.Tree.Kind(number); {
	case kind == syntax.KindNone, kind == syntax.KindNoneLiteral, p.Tree.Text(number) == "0":
		return `"` + rewrite.XLA + `"`, nil, analyzer.Sure()
	case kind == syntax.KindInteger, ordinal(p, number):
		return `"` + rewrite.XLA + `"`, nil, analyzer.Doubtful(countedGPUs)
	}
	return "", nil, analyzer.Shown()
}

// numbersXLA reports whether a device of torch-xla would have to be written beside a number.
func numbersXLA(p *analyzer.Pass, sources []*semantic.Source) bool {
	return p.Target.Rewrite == opsdb.RewriteXLA && slices.ContainsFunc(sources, func(s *semantic.Source) bool { return deviceEdits(p, s) == nil })
}

// idiomQueries are the edits of an idiom's condition. For torch-xla, a conditional
// expression that asks for CUDA alone is reduced to its device.
func idiomQueries(p *analyzer.Pass, g *semantic.Guard) ([]analyzer.Edit, analyzer.Trust) {
	edits, trust := queryEdits(p, g.Atoms)
	if p.Target.Rewrite != opsdb.RewriteXLA || edits == nil || p.Tree.Kind(g.Node) != syntax.KindConditional || len(g.Atoms) != 1 {
		return edits, trust
	}
	body, cond, _ := p.Tree.Conditional(g.Node)
	chosen := func(s *semantic.Source) bool { return p.Tree.Within(s.Node, body) }
	if p.Tree.Unparen(cond) != g.Atoms[0] || !slices.ContainsFunc(selected(p, g), chosen) {
		return edits, trust
	}
	rest := source.Span{Start: p.Tree.Stop(body), End: p.Tree.Stop(g.Node)}
	return []analyzer.Edit{rewrite.Edit(p, rest, "")}, analyzer.Sure()
}
