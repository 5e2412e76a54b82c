package framework

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// heldCall is the finding of a row about calls as such, until the file has been read.
type heldCall struct {
	at syntax.Node
	d  analyzer.Diagnostic
}

// heldCalls are the findings about calls of a file, in order, with those that further
// places and imports are added to.
type heldCalls struct {
	all    []heldCall
	alike  map[alike]int  // the first one of each kind
	byName map[string]int // the first one about an API, or about a member of it
}

// alike are findings of one row that differ in their places alone. A row has names that
// no other has for the same reason.
type alike struct {
	reason, api string
	confidence  analyzer.Confidence
	severity    analyzer.Severity
	avoided     bool
}

// hold keeps a finding about a call. One that repeats another of the same row becomes a
// further place of it: a program that runs on an engine for GPUs calls it in many lines,
// for one reason. What raises is said at each line, and so is what depends on the other
// arguments of the call.
func (f *finder) hold(o opsdb.FrameworkOption, d analyzer.Diagnostic, at syntax.Node) {
	h := &f.held
	if h.alike == nil {
		h.alike, h.byName = make(map[alike]int), make(map[string]int)
	}
	if len(o.Unless) == 0 && d.Severity != analyzer.Error && !f.said[at] && !f.p.Model.Skipped(at) && !usage.EachLine(f.p) {
		key := alike{o.Reason, o.APIs[0], d.Confidence, d.Severity, d.Avoided}
		if first, ok := h.alike[key]; ok {
			f.said[at] = true
			h.all[first].add(f.p, "another use", at)
			h.name(d.API, first)
			return
		}
		h.alike[key] = len(h.all)
	}
	h.name(d.API, len(h.all))
	h.all = append(h.all, heldCall{at, d})
}

// name files a finding under the name of what is called, and of what that belongs to.
func (h *heldCalls) name(api string, i int) {
	for _, name := range [...]string{api, api[:max(strings.LastIndexByte(api, '.'), 0)]} {
		if _, ok := h.byName[name]; !ok {
			h.byName[name] = i
		}
	}
}

// add lists a further place with the finding.
func (h *heldCall) add(p *analyzer.Pass, message string, at syntax.Node) {
	if len(h.d.Related) < analyzer.MaxRelated {
		h.d.Related = append(h.d.Related, analyzer.Related{Span: p.Tree.Span(at), Message: message})
	}
}

// reportHeld hands in the findings about calls, each with the import of what is called,
// and those about names that are imported and never called: isinstance(accelerator,
// CUDAAccelerator).
func (f *finder) reportHeld(topic opsdb.OptionTopic) {
	for _, imp := range f.p.Model.Imports() {
		if len(f.packages) == 0 || imp.Level > 0 || imp.Name == "" || imp.Name == "*" || f.p.Model.OfProject(imp) {
			continue
		}
		if name := imp.Module + "." + imp.Name; !f.importHeld(imp, name) {
			f.importAlone(topic, imp, name)
		}
	}
	for i := range f.held.all {
		f.report(f.held.all[i].d, f.held.all[i].at)
	}
}

// importHeld adds an import to the first finding about a call of what it imports, or of
// one of its methods.
func (f *finder) importHeld(imp syntax.Import, name string) bool {
	i, ok := f.held.byName[name]
	if ok {
		f.held.all[i].add(f.p, "imported here", imp.NameNode)
	}
	return ok
}

// importAlone reports an import of a name that rows are about as such.
func (f *finder) importAlone(topic opsdb.OptionTopic, imp syntax.Import, name string) {
	rows := f.p.DB.FrameworkOptions(name, f.p.Target)
	at := slices.IndexFunc(rows, func(o opsdb.FrameworkOption) bool { return o.Topic == topic && o.Argument == "" })
	if at < 0 || f.p.Model.GuardedForNeuron(imp.NameNode) || !usage.Any(f.p, imp.Bound(), f.asValue) {
		return
	}
	o := rows[at]
	d := analyzer.Diagnostic{
		Span: f.p.Tree.Span(imp.NameNode), Message: "`" + imp.Name + "` " + o.Reason, Help: o.Instead,
		Severity: analyzer.Info, Confidence: analyzer.Likely, API: name, Fact: o.Ref,
		Related: usage.Imported(f.p, imp.Bound()),
	}
	f.report(d, imp.NameNode)
}

// asValue reports whether a name is handed on or compared, in code that Neuron reaches:
// a call is judged by itself, and an annotation runs nothing.
func (f *finder) asValue(n syntax.Node) bool {
	t := f.p.Tree
	parent := t.Parent(n)
	switch t.Kind(parent) {
	case syntax.KindCall:
		return t.Callee(parent) != n
	case syntax.KindArgumentList:
		name, _ := f.p.Model.CallName(t.Parent(parent))
		return name != "builtins.hasattr" && name != "builtins.getattr" && !f.p.Model.GuardedForNeuron(n)
	case syntax.KindKeywordArgument, syntax.KindTuple, syntax.KindList, syntax.KindPair, syntax.KindComparison, syntax.KindReturn:
		return !f.p.Model.GuardedForNeuron(n)
	case syntax.KindAssignment:
		return t.Field(n) == syntax.FieldRight && !f.p.Model.GuardedForNeuron(n)
	}
	return false
}
