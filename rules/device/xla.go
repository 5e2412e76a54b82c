package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/step"
)

// Doubts about fixes for torch-xla.
const (
	lazySteps     = "torch-xla runs operators lazily, so each step has to end with torch_xla.sync()"
	manyProcesses = "processes of torch-xla are started and joined in other ways"
	unseededXLA   = "the seed on this line is not one of the XLA device, which needs torch_xla.manual_seed"
	noXLAImport   = "torch_xla cannot be imported before this line"
	noXLANumber   = "a number selects the device, and a process of torch-xla has one"
	ownXLACode    = "this file has code for torch-xla"
	featureOfGPUs = "the test chooses a feature that XLA devices are not known to have"
)

// keepsXLA reports whether a file that runs on torch-xla keeps its code for CUDA, since
// the user moves the project to another device.
func keepsXLA(p *analyzer.Pass) bool {
	return p.Target.Rewrite == opsdb.RewriteXLA && p.Target.Overridden != ""
}

// forXLA adds the import that an XLA device needs, and the doubt about code that uses one.
// Other devices need nothing.
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
	ends, trust := lazySafety(p)
	fix.Edits = rewrite.Once(append(fix.Edits, ends...))
	fix.LimitBoth(trust)
	return fix
}

// lazySafety is the trust in a fix that puts tensors on an XLA device, with the edits that
// end the steps of the file. It is safe where the file trains, all by itself, and each step
// ends.
func lazySafety(p *analyzer.Pass) (ends []analyzer.Edit, trust analyzer.Trust) {
	type key struct{}
	type safety struct {
		ends  []analyzer.Edit
		trust analyzer.Trust
	}
	known := analyzer.Once(p, key{}, func() safety {
		s := safety{trust: analyzer.Sure()}
		open := step.Open(p)
		for _, place := range open {
			edits := place.Ends(p)
			if edits == nil {
				return safety{trust: p.DoubtfulAt(place.Last(), lazySteps)}
			}
			s.ends = append(s.ends, edits...)
		}
		switch seed := seedsHost(p); {
		case len(open) == 0:
			s.trust = analyzer.Doubtful(lazySteps)
		case joinsGroup(p) || p.Model.ImportsAny("torch.distributed", "torch.multiprocessing"):
			s.trust = analyzer.Doubtful(manyProcesses)
		case seed != syntax.None:
			s.trust = p.DoubtfulAt(seed, unseededXLA)
		}
		return s
	})
	return known.ends, known.trust
}

// xlaSinkTrust is the highest trust that a place where a device acts allows a fix for
// torch-xla: it must be one of PyTorch, and not be known to refuse XLA devices.
func xlaSinkTrust(p *analyzer.Pass, k semantic.Sink) analyzer.Trust {
	if p.Target.Rewrite != opsdb.RewriteXLA {
		return analyzer.Sure()
	}
	r, ok := p.DB.Replacement(k.API, p.Target.Rewrite)
	switch {
	case ok && r.Action == opsdb.ActionManual && p.Tree.Within(k.Node, k.Call) && p.Model.DeviceAt(k.Node) != nil:
		return analyzer.ShownBecause("`" + k.API + "` takes no XLA device")
	case ok && r.Action == opsdb.ActionManual:
		return p.DoubtfulAt(k.Call, "the call on this line takes no XLA device")
	case !strings.HasPrefix(k.API, "torch.") && k.API != "":
		return p.DoubtfulAt(k.Node, "it is not known whether `"+k.API+"` takes an XLA device")
	}
	return analyzer.Sure()
}

// seedsHost is a call that seeds all devices of PyTorch, of which XLA devices are none.
func seedsHost(p *analyzer.Pass) syntax.Node {
	for call := range p.Model.CallsOf("torch.manual_seed", "torch.random.manual_seed", "torch.seed") {
		return call
	}
	return syntax.None
}

// lazily puts the doubt about code for an XLA device on fixes that change along with the
// device, and need no import for themselves.
func lazily(p *analyzer.Pass, fixes []analyzer.Fix) []analyzer.Fix {
	if p.Target.Rewrite == opsdb.RewriteXLA {
		for i := range fixes {
			_, trust := lazySafety(p)
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
