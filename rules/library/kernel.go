package library

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// kernel is a function that a just-in-time compiler makes into a GPU kernel.
type kernel struct {
	def        syntax.Node // the function
	at         syntax.Node // where to report: its name, or the call that compiles it
	name       string
	compiler   string // qualified name of the decorator
	confidence analyzer.Confidence
	launches   []syntax.Node // kernel[grid](...)
}

// kernels are the functions of a file that a decorator (or a call of it on a
// function) compiles; compiles tells by the decorator's name, in which the
// compiler's package stands.
func kernels(p *analyzer.Pass, pkg string, compiles func(string) bool) []*kernel {
	if !mentions(p, pkg) {
		return nil
	}
	var out []*kernel
	known := make(map[syntax.Node]*kernel) // by definition
	for _, fn := range p.Model.Functions() {
		for _, d := range p.Tree.Decorators(fn) {
			if name, conf := compilerName(p, d, compiles); name != "" {
				at := p.Tree.FuncName(fn)
				known[fn] = &kernel{def: fn, at: at, name: p.Tree.Text(at), compiler: name, confidence: conf}
				out = append(out, known[fn])
				break
			}
		}
	}
	for _, call := range p.Model.Calls() {
		if k := compiledByCall(p, call, compiles); k != nil && known[k.def] == nil {
			known[k.def] = k
			out = append(out, k)
		}
	}
	if len(out) > 0 {
		addLaunches(p, known)
	}
	return out
}

// compilerName is the qualified name of a decorator, given bare or as a call.
// Projects hand triton on from a module of their own, so that a name ending
// in ".triton.jit" counts as likely.
func compilerName(p *analyzer.Pass, decorator syntax.Node, compiles func(string) bool) (string, analyzer.Confidence) {
	if p.Tree.Kind(decorator) == syntax.KindCall {
		decorator = p.Tree.Callee(decorator)
	}
	r := p.Model.Ref(decorator)
	name, conf := p.DB.Canonical(r.Name), r.Confidence
	if r.Local {
		name = "." + name
	}
	if i := strings.LastIndex(name, ".triton."); i >= 0 {
		name, conf = name[i+1:], min(conf, analyzer.Likely)
	}
	if compiles(name) {
		return name, conf
	}
	return "", semantic.Unresolved
}

// compiledByCall recognises fast = triton.jit(slow).
func compiledByCall(p *analyzer.Pass, call syntax.Node, compiles func(string) bool) *kernel {
	if p.Tree.Kind(p.Tree.Parent(call)) == syntax.KindDecorator {
		return nil
	}
	name, conf := compilerName(p, call, compiles)
	if name == "" {
		return nil
	}
	def := p.Model.Ref(p.Tree.Arg(call, 0, "fn")).Def
	if p.Tree.Kind(def) != syntax.KindFunction {
		return nil
	}
	return &kernel{def: def, at: call, name: p.Tree.Text(p.Tree.FuncName(def)), compiler: name, confidence: conf}
}

// addLaunches finds kernel[grid](...), also with the kernel wrapped in a call.
func addLaunches(p *analyzer.Pass, known map[syntax.Node]*kernel) {
	for _, call := range p.Model.Calls() {
		sub := p.Tree.Callee(call)
		if p.Tree.Kind(sub) != syntax.KindSubscript {
			continue
		}
		target := p.Tree.Child(sub, syntax.FieldValue)
		if p.Tree.Kind(target) == syntax.KindCall {
			target = p.Tree.Arg(target, 0, "")
		}
		if k := known[p.Model.Ref(target).Def]; k != nil {
			k.launches = append(k.launches, call)
		}
	}
}

// severity is an error if the kernel is launched in this file, and a warning
// if only other files can launch it. Unused says that every launch is avoided
// on Neuron.
func (k *kernel) severity(p *analyzer.Pass) (severity analyzer.Severity, unused bool) {
	severity = analyzer.Warning
	if len(k.launches) > 0 {
		severity = analyzer.Error
	}
	if reachOf(p, k.at, importFails) >= optional {
		return severity, true
	}
	for _, l := range k.launches {
		if !avoided(p, l) {
			return severity, false
		}
	}
	return severity, len(k.launches) > 0
}

func (k *kernel) related(p *analyzer.Pass) []analyzer.Related {
	var out []analyzer.Related
	for _, l := range k.launches[:min(analyzer.MaxRelated, len(k.launches))] {
		out = append(out, analyzer.Related{Span: p.Tree.Span(p.Tree.Callee(l)), Message: "launched here"})
	}
	return out
}

// avoided reports whether a launch does not run without CUDA.
func avoided(p *analyzer.Pass, n syntax.Node) bool {
	span := p.Tree.Span(n)
	dead := slices.ContainsFunc(p.Model.DeadRegions(), func(r semantic.Region) bool { return r.Span.Contains(span) })
	return dead || reachOf(p, n, importFails) >= optional || behindIsCUDA(p.Tree, n)
}

// mentions spares files in which the word does not stand the search for names.
func mentions(p *analyzer.Pass, word string) bool {
	return p.Model.TextHas(word)
}
