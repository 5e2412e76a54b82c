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
)

// accelerator is the expression that yields the accelerator in use.
const accelerator = "torch.accelerator.current_accelerator"

// available tells whether there is one.
const available = "torch.accelerator.is_available"

// literals judges the device strings of a file. The trust in the places that take
// another device is computed once for all strings that act in the same places.
type literals struct {
	pass  *analyzer.Pass
	takes map[*semantic.Sink]analyzer.Trust // by the first place
}

// closed is the closedTrust of a source.
func (ls *literals) closed(s *semantic.Source) analyzer.Trust {
	if own := ownTrust(ls.pass, s); own.Safety < analyzer.Safe {
		return own
	}
	takes, known := ls.takes[&s.Sinks[0]]
	if !known {
		takes = sinksTrust(ls.pass, s.Sinks)
		for _, k := range s.Sinks {
			if k.Call != syntax.None {
				takes = takes.And(apart(ls.pass, k.Call))
			}
		}
		ls.takes[&s.Sinks[0]] = takes
	}
	return takes
}

// fix rewrites a device literal where it stands.
func (ls *literals) fix(s *semantic.Source) analyzer.Fix {
	p := ls.pass
	fix := analyzer.Fix{Group: rewrite.Group(p, s.Node), Requires: requires(p), Safety: analyzer.Display}
	if once, group := namedOnce(p, s); once != nil && p.Target.Rewrite != opsdb.RewriteXLA && !forROCm(p, s.Node) && !besideVendors(p, s) && !ofProcess(p, s) {
		fix.Title, fix.Edits, fix.Group = "use one device for this number", once, group
		fix.Take(analyzer.Doubtful(countedGPUs))
		return fix
	}
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron, opsdb.RewriteXLA:
		fix.Title = "use the Neuron device"
		if keepsXLA(p) {
			break
		}
		if !besideVendors(p, s) && !mixed(p.Tree, s.Node) && !forROCm(p, s.Node) && !noneInside(p, s.Node) {
			if fix.Edits = ownDevice(p, s); fix.Edits == nil {
				fix.Edits = deviceEdits(p, s)
			}
			if fix.Edits != nil {
				fix.Edits = append(fix.Edits, describing(p, s)...)
			}
			closed := ls.closed(s)
			fix.TakeBoth(literalTrust(p, s, closed), closed)
			fix = forXLA(p, fix, s.Node)
		}
		if besideVendors(p, s) || p.Model.Skipped(s.Node) {
			fix.Spare = analyzer.Safe // CUDA keeps its arm, or the code is not run
		}
	case opsdb.RewritePortable:
		fix.Title = "use any available accelerator"
		if testsExtend(p, s.Component) {
			fix.Edits = portableDeviceEdits(p, s)
			fix.Take(noneWithout)
		}
	}
	if len(fix.Edits) == 0 {
		fix.Take(analyzer.ShownBecause(unwritten(p, s)))
	}
	return fix
}

// unwritten says why no device is written in the place of a literal.
func unwritten(p *analyzer.Pass, s *semantic.Source) string {
	switch {
	case keepsXLA(p):
		return ownXLACode
	case p.Target.Rewrite == opsdb.RewriteXLA && indexed(p, s):
		return noXLANumber
	case besideVendors(p, s):
		return "it stands beside other accelerators, and CUDA keeps its arm"
	case mixed(p.Tree, s.Node):
		return "it stands beside devices that are numbers"
	case forROCm(p, s.Node):
		return "the device is chosen for ROCm"
	case noneInside(p, s.Node):
		return "a part of the text may be None"
	}
	return "the device is put together by code that would have to change"
}

// portableDeviceEdits put the accelerator in use in the place of a literal, or of the
// part of it that names CUDA.
func portableDeviceEdits(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	switch {
	case s.Form == semantic.FormPlain:
		return acceleratorFor(p, s)
	case noneInside(p, s.Node):
		return nil
	}
	return acceleratorWithin(p, s.Node)
}

// noneWithout is the trust in code that asks for the accelerator in use.
var noneWithout = analyzer.Doubtful("a machine without accelerators has no current accelerator")

// testsExtend reports whether all tests of a component can be made to hold for another
// accelerator as well.
func testsExtend(p *analyzer.Pass, comp *semantic.Component) bool {
	return !slices.ContainsFunc(comp.Compares, func(c *semantic.Compare) bool { return p.Model.Extension(c) == semantic.NoExtension })
}

// besideVendors reports whether the literal is the CUDA arm of a choice among
// several accelerators: that choice gets an arm for Neuron, and the others stay.
func besideVendors(p *analyzer.Pass, s *semantic.Source) bool {
	for _, g := range p.Model.Guards() {
		if g.Vendors && p.Tree.Span(s.Node).In(g.Dead) {
			return true
		}
	}
	return false
}

// acceleratorFor replaces a literal by the accelerator in use: by a device where only
// devices are accepted, by its type where a string may be. On a machine without an
// accelerator there is no device; torch.device refuses that and everything else leaves
// it alone, so a device that is made for one call is not made at all.
func acceleratorFor(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	place, typed := s.Node, len(s.Component.Compares) > 0
	made, taken := taker(p, s)
	for _, k := range s.Sinks {
		switch {
		case k.Role != semantic.RoleDevice:
			typed = true
		case k.API != "torch.device":
		case k.Call == made && taken != syntax.None:
			place = made
		case k.Node == s.Node && !alone(p, k.Call):
			return indexedType(p, s)
		default:
			typed = true
		}
	}
	text, edits, ok := rewrite.Qualified(p, accelerator, s.Node)
	text += "()"
	if typed {
		place = s.Node
		text, edits, ok = rewrite.AcceleratorType(p, s.Node)
	}
	if !ok {
		return nil
	}
	return append(edits, rewrite.Replace(p, place, text))
}

// indexedType is the type of the accelerator beside an index, which is none of the
// host's.
func indexedType(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	text, edits, ok := rewrite.NumberedType(p, s.Node)
	if !ok {
		return nil
	}
	return append(edits, rewrite.Replace(p, s.Node, text))
}

// alone reports whether a call has one argument.
func alone(p *analyzer.Pass, call syntax.Node) bool {
	positional, keyword, splat := p.Tree.ArgCount(call)
	return positional+keyword == 1 && !splat
}

// acceleratorWithin puts the type of the accelerator in use before the number of a
// device: in an f-string, or in a text that becomes one.
func acceleratorWithin(p *analyzer.Pass, lit syntax.Node) []analyzer.Edit {
	parts := p.Tree.FormatParts(lit)
	typed, edits, found := rewrite.NumberedType(p, lit)
	if !found {
		typed, edits, found = typeOrHost(p, lit)
	}
	if !found || len(parts) == 0 || parts[0].Node != syntax.None || !strings.HasPrefix(parts[0].Text, "cuda:") {
		return nil
	}
	text := p.Tree.Text(lit)
	switch prefix := strings.ToLower(text[:strings.IndexAny(text, `"'`)]); {
	case prefix == "f":
	case prefix == "" && !strings.ContainsAny(text, "{}\\"):
		edits = append(edits, insert(p, p.Tree.Start(lit), "f"))
	default:
		return nil
	}
	at := parts[0].Span.Start
	return append(edits, rewrite.Edit(p, source.Span{Start: at, End: at + len("cuda")}, "{"+typed+"}"))
}

// typeOrHost is the type of the accelerator in use within a text that is put together while
// a module is imported, and "cpu" where there is none, which has numbers too.
func typeOrHost(p *analyzer.Pass, lit syntax.Node) (text string, imports []analyzer.Edit, ok bool) {
	literal := p.Tree.Text(lit)
	if len(p.Tree.FormatParts(lit)) < 2 {
		return "", nil, false
	}
	quote := "'"
	if literal[strings.IndexAny(literal, `"'`)] == '\'' {
		quote = `"`
	}
	text, imports, ok = rewrite.Qualified(p, accelerator, lit)
	return text + "() or " + quote + "cpu" + quote, imports, ok && !p.Tree.InSignature(lit) && !strings.ContainsAny(literal, "\n\\") && !strings.Contains(literal, quote)
}

// indexed reports whether an index other than 0 stands beside the literal:
// torch.device("cuda", rank).
func indexed(p *analyzer.Pass, s *semantic.Source) bool {
	for _, k := range s.Sinks {
		if k.API != "torch.device" {
			continue
		}
		if index := p.Tree.Arg(k.Call, 1, "index"); index != syntax.None && p.Tree.Text(index) != "0" && !currentIndex(p, index) {
			return true
		}
	}
	return false
}

// queryEdits rewrites the CUDA queries that decide a guard; the trust is the lowest of
// theirs, or display if one has no counterpart.
func queryEdits(p *analyzer.Pass, atoms []syntax.Node) ([]analyzer.Edit, analyzer.Trust) {
	var edits []analyzer.Edit
	trust := analyzer.Sure()
	for _, a := range atoms {
		e, s := rewrite.Query(p, a)
		if queryName(p, a) == bfloat16Query && p.Target.Rewrite == opsdb.RewriteNeuron {
			e, s = bfloat16Edits(p, a), analyzer.Sure()
		}
		if len(e) == 0 {
			return nil, analyzer.ShownBecause("a query in it has no counterpart on Neuron")
		}
		edits = append(edits, e...)
		trust = trust.And(s)
	}
	return edits, trust
}
