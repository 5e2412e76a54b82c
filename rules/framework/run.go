package framework

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/optional"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// known is a call of a function that the table has rows about, or a class made of one.
type known struct {
	call       syntax.Node // None for a class
	api        string
	confidence analyzer.Confidence
	options    []opsdb.FrameworkOption
	given      []argument
}

// knownCalls lists the calls, and the classes, that the rules are about, whatever the
// topic.
func (f *finder) knownCalls() []known {
	type key struct{}
	return analyzer.Once(f.p, key{}, func() []known {
		var all []known
		for _, call := range f.p.Model.Calls() {
			options, api, conf := f.options(call)
			if len(options) == 0 || f.p.Model.GuardedForNeuron(call) {
				continue
			}
			if given := arguments(f.p, call); !speaksOfNeuron(f.p, given) {
				all = append(all, known{call, api, conf, options, given})
			}
		}
		return append(all, f.knownClasses()...)
	})
}

// run reports the options of one topic.
func run(p *analyzer.Pass, topic opsdb.OptionTopic) error {
	f := newFinder(p)
	for _, k := range f.knownCalls() {
		for _, o := range k.options {
			if o.Topic != topic || f.settled(o, k.given) || f.splatSettles(o, k.call) {
				continue
			}
			if d, at, ok := f.judge(o, k.call, k.given); ok {
				d.API, d.Confidence = k.api, min(d.Confidence, k.confidence)
				if slices.ContainsFunc(o.Unless, func(name string) bool { return find(k.given, name, -1) != nil }) {
					d.Fixes = nil // it would be given twice
				}
				if o.Argument != "" {
					f.report(d, at)
				} else {
					f.hold(o, d, at)
				}
			}
		}
	}
	f.reportHeld(topic)
	f.runLoose(topic)
	f.reportSkipped()
	return nil
}

// settled reports whether a call gives one of the arguments that decide the subject of
// a row. A disabled option decides nothing (bf16=False), nor do numbers of GPUs
// (max_memory={0: "10GiB"}), nor a value that the lack of CUDA decides already:
// fp16=not torch.cuda.is_bf16_supported().
func (f *finder) settled(o opsdb.FrameworkOption, given []argument) bool {
	if !slices.ContainsFunc(o.Unless, func(name string) bool {
		a := find(given, name, -1)
		return a != nil && !isOff(f.p, a.value) && !numbersGPUs(f.p, a.value)
	}) {
		return false
	}
	own := find(given, o.Argument, o.Position)
	return own == nil || onNeuron(f.p, own.value, o.Values) == syntax.None
}

// splatSettles reports whether a call takes a dictionary behind **, and the file writes
// the argument that decides the subject of a row into one: the finding is there.
func (f *finder) splatSettles(o opsdb.FrameworkOption, call syntax.Node) bool {
	if len(o.Unless) == 0 || call == syntax.None {
		return false
	}
	for a := range f.p.Tree.Args(call) {
		if a.Splat == 2 {
			return slices.ContainsFunc(looseEntries(f.p), func(e argument) bool { return slices.Contains(o.Unless, e.name) })
		}
	}
	return false
}

// isOff reports whether a value is None or False.
func isOff(p *analyzer.Pass, value syntax.Node) bool {
	c, known := p.Model.Constant(value)
	return known && (c.Kind == semantic.ConstantNone || c.Kind == semantic.ConstantBool && c.Number == 0)
}

// numbersGPUs reports whether a dictionary has numbers as keys.
func numbersGPUs(p *analyzer.Pass, value syntax.Node) bool {
	for _, made := range sources(p, value) {
		for pair := range pairs(p.Tree, made) {
			if c, ok := p.Model.Constant(p.Tree.Child(pair, syntax.FieldKey)); ok && c.Kind == semantic.ConstantNumber {
				return true
			}
		}
	}
	return false
}

// reason is the row's explanation for a call. Where the memory of each GPU is written
// out, nothing is counted: the numbers are the part that Neuron does not have.
func (f *finder) reason(o opsdb.FrameworkOption, given []argument) string {
	for _, name := range o.Unless {
		if a := find(given, name, -1); a != nil && numbersGPUs(f.p, a.value) {
			return "gets the memory of each GPU by index in `" + name + "`, which Neuron does not have"
		}
	}
	return o.Reason
}

// report hands in a finding about n, once.
func (f *finder) report(d analyzer.Diagnostic, n syntax.Node) {
	switch {
	case f.said[n]:
		return
	case !slices.ContainsFunc(d.Fixes, func(fix analyzer.Fix) bool { return len(fix.Edits) > 0 }) && f.p.Model.Skipped(n):
		f.skipped = append(f.skipped, d)
	default:
		f.p.Report(d)
	}
	f.said[n] = true
}

// reportSkipped reports findings that are alike in tests skipped without a GPU once for
// the file: mending one of them alone lets none run.
func (f *finder) reportSkipped() {
	for len(f.skipped) > 0 {
		first := f.skipped[0]
		f.skipped = slices.DeleteFunc(f.skipped[1:], func(d analyzer.Diagnostic) bool {
			same := d.Message == first.Message && d.Confidence == first.Confidence
			if same && len(first.Related) < analyzer.MaxRelated {
				first.Related = append(first.Related, analyzer.Related{Span: d.Span, Message: "another one in a skipped test"})
			}
			return same
		})
		f.p.Report(first)
	}
}

// speaksOfNeuron reports whether a call is given something for Neuron, such as
// a strategy of neuronx_distributed, which then decides.
func speaksOfNeuron(p *analyzer.Pass, given []argument) bool {
	for _, a := range given {
		if strings.Contains(strings.ToLower(p.Tree.Text(a.value)), "neuron") {
			return true
		}
	}
	return false
}

// judge makes the finding of a row about a call, if the row applies to it, and returns
// its subject: the call's function, or an argument.
func (f *finder) judge(o opsdb.FrameworkOption, call syntax.Node, given []argument) (d analyzer.Diagnostic, about syntax.Node, ok bool) {
	p := f.p
	if o.Argument == "" {
		d, about = f.aboutCall(o, call, given)
	} else if d, about, ok = aboutArgument(p, o, given); !ok {
		return d, about, false
	}
	d.Severity, d.Help, d.Fact = severity(o.Severity), o.Instead, o.Ref
	if moved := movedLater(p, o, call); moved != syntax.None {
		d.Severity, d.Fixes = analyzer.Info, nil
		d.Message += "; it is moved later"
		d.Related = append(d.Related, analyzer.Related{Span: p.Tree.Span(p.Tree.Callee(moved)), Message: "moved here"})
	}
	d.Span, d.Avoided = p.Tree.Span(about), optional.Asked(p, about, o.Package)
	return d, about, true
}

// aboutCall is the finding of a row about each call of a function.
func (f *finder) aboutCall(o opsdb.FrameworkOption, call syntax.Node, given []argument) (d analyzer.Diagnostic, about syntax.Node) {
	about = f.p.Tree.Callee(call)
	d.Message = "`" + rewrite.Code(f.p, about) + "` " + f.reason(o, given)
	d.Confidence = analyzer.Certain
	return d, about
}

// aboutArgument is the finding of a row about an argument that has one of its values.
func aboutArgument(p *analyzer.Pass, o opsdb.FrameworkOption, given []argument) (d analyzer.Diagnostic, about syntax.Node, ok bool) {
	a := find(given, o.Argument, o.Position)
	if a == nil {
		return d, syntax.None, false
	}
	g, ok := groundOf(p, a.value, o.Values)
	if !ok {
		return d, syntax.None, false
	}
	about = a.node
	if g.at != p.Tree.Unparen(a.value) {
		about = g.at // an arm, which may be dead while the other is not
	}
	d.Message = "`" + o.Argument + "=" + rewrite.Code(p, a.value) + "` " + g.because + o.Reason
	d.Confidence, d.Related, d.Fixes = min(g.confidence, a.confidence), g.related, fixes(p, o, a, g.at)
	return d, about, true
}

// movedLater is the call that moves a model which a device_map without GPUs has left on
// the host.
func movedLater(p *analyzer.Pass, o opsdb.FrameworkOption, call syntax.Node) syntax.Node {
	if o.Argument != "device_map" || !slices.Contains(o.Values, "auto") || call == syntax.None {
		return syntax.None
	}
	return p.Model.MovedLater(call)
}

// severity reads the words of the table.
func severity(word string) analyzer.Severity {
	switch word {
	case "error":
		return analyzer.Error
	case "warning":
		return analyzer.Warning
	}
	return analyzer.Info
}

// fixes writes the replacement of the row. There is none for a value that is decided
// elsewhere, and none that names Neuron for code that must run on CUDA.
func fixes(p *analyzer.Pass, o opsdb.FrameworkOption, a *argument, at syntax.Node) []analyzer.Fix {
	if o.Argument == "device_map" && o.Fix == "" {
		if fix, ok := nameDevices(p, o, at); ok {
			return []analyzer.Fix{fix}
		}
		return analyzer.NotMade("load without device_map", "the code that moves the model then has to be written")
	}
	if o.Fix == "" || at != a.value || !isLiteral(p.Tree.Kind(at)) || failsOnPurpose(p, at) ||
		p.Target.Rewrite == opsdb.RewritePortable && strings.Contains(o.Fix, "neuron") ||
		strings.Contains(o.Fix, "$value") && p.Tree.Kind(at) == syntax.KindFloat { // half a GPU is not half a core
		return nil
	}
	text := strings.ReplaceAll(o.Fix, "$value", p.Tree.Text(at))
	node := at
	if name, _, whole := strings.Cut(text, "="); whole && !strings.ContainsAny(name, `"'`) {
		if node = a.node; p.Tree.Kind(node) != syntax.KindKeywordArgument {
			return nil
		}
	}
	fix := analyzer.Fix{
		Title:    "write " + text,
		Requires: analyzer.Requires{Stack: p.Target.Rewrite.Stack(), SDK: o.Ref.SDK},
		Edits:    []analyzer.Edit{rewrite.Replace(p, node, text)},
	}
	fix.Take(analyzer.Doubtful("other options of the framework may have to change with it"))
	return []analyzer.Fix{fix}
}

// failsOnPurpose reports whether the function around a value expects an error from
// there on, which the value may be there to cause.
func failsOnPurpose(p *analyzer.Pass, value syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(value)
	if fn == syntax.None || !p.Model.TextHas("raises") && !p.Model.TextHas("assertRaises") {
		return false
	}
	for with := range p.Tree.OfKind(syntax.KindWith) {
		if !p.Tree.Within(with, fn) || p.Tree.Stop(with) < p.Tree.Start(value) {
			continue
		}
		for _, item := range p.Tree.WithItems(with) {
			if p.Tree.Kind(item.Value) == syntax.KindCall && p.Model.AssertsError(item.Value) {
				return true
			}
		}
	}
	return false
}

// isLiteral reports whether an expression is a constant that is written out.
func isLiteral(k syntax.Kind) bool {
	switch k {
	case syntax.KindString, syntax.KindTrue, syntax.KindInteger, syntax.KindFloat:
		return true
	}
	return false
}
