package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// registration is a call of torch.library that gives an operator a kernel.
type registration struct {
	call       syntax.Node
	api        string
	op         string   // "scale": without namespace and overload
	keys       []string // device types or dispatch keys in lower case; none means every device
	confidence analyzer.Confidence
}

// reportOperators reports operators that have a kernel for CUDA and none that
// serves Neuron.
func reportOperators(p *analyzer.Pass) {
	if !mentions(p, "library") && !mentions(p, "register_kernel") {
		return
	}
	all := registrations(p)
	served := make(map[string]bool)
	for _, r := range all {
		served[r.op] = served[r.op] || r.servesNeuron()
	}
	for _, r := range all {
		if served[r.op] || !r.onCUDA() {
			continue
		}
		severity := min(analyzer.Warning, callSeverity(p, r.call, buildFails))
		report705(p, r.call, r.confidence, r.api,
			"operator "+code(r.op)+" gets a kernel for CUDA, but none for Neuron in this file", severity)
	}
}

func registrations(p *analyzer.Pass) []registration {
	var out []registration
	for _, call := range p.Model.Calls() {
		if r, ok := registered(p, call); ok && r.op != "" {
			out = append(out, r)
		}
	}
	return out
}

// registered reads one call; the device types stand at a different place in
// each function.
func registered(p *analyzer.Pass, call syntax.Node) (registration, bool) {
	t := p.Tree
	api, conf := p.Model.CallName(call)
	if api == "" && isLibrary(p, t.Object(t.Callee(call))) {
		api, conf = "torch.library.Library."+t.Text(t.AttrName(t.Callee(call))), semantic.Likely
	}
	r := registration{call: call, api: api, confidence: conf}
	var known bool
	switch api {
	case "torch.library.custom_op":
		r.op = opName(t, t.Arg(call, 0, "name"))
		r.keys, known = keys(t, t.Keyword(call, "device_types"))
	case "torch.library.register_kernel":
		r.op = opName(t, t.Arg(call, 0, "op"))
		r.keys, known = keys(t, t.Arg(call, 1, "device_types"))
	case "torch.library.Library.impl":
		r.op = opName(t, t.Arg(call, 0, "op_name"))
		r.keys, known = keys(t, t.Arg(call, 2, "dispatch_key"))
	case "torch.library.impl":
		r.op = opName(t, t.Arg(call, 0, "qualname"))
		r.keys, known = keys(t, t.Arg(call, 1, "types"))
		if r.op == "" { // a Library comes first, then the name
			r.op = opName(t, t.Arg(call, 1, "name"))
			r.keys, known = keys(t, t.Arg(call, 2, "dispatch_key"))
		}
	default:
		return r, false
	}
	return r, known
}

// isLibrary reports whether n is a variable that holds a torch.library.Library.
func isLibrary(p *analyzer.Pass, n syntax.Node) bool {
	if p.Tree.Kind(n) != syntax.KindIdentifier {
		return false
	}
	list := p.Model.Alternatives(n)
	for _, v := range list {
		if p.Tree.Kind(v) != syntax.KindCall {
			return false
		}
		if name, _ := p.Model.CallName(v); name != "torch.library.Library" {
			return false
		}
	}
	return len(list) > 0
}

// opName is the plain name of an operator: "scale" of "shop::scale.out".
func opName(t *syntax.Tree, n syntax.Node) string {
	name, _ := t.StringValue(n)
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	name, _, _ = strings.Cut(name, ".")
	return name
}

// keys reads a string or a display of strings; known is false for anything else, which
// gets no finding.
func keys(t *syntax.Tree, n syntax.Node) (list []string, known bool) {
	n = t.Unparen(n)
	switch t.Kind(n) {
	case syntax.KindNone, syntax.KindNoneLiteral:
		return nil, true
	case syntax.KindList, syntax.KindTuple, syntax.KindSet:
		for c := range t.Children(n) {
			key, ok := t.StringValue(c)
			if !ok {
				return nil, false
			}
			list = append(list, strings.ToLower(key))
		}
		return list, true
	}
	key, ok := t.StringValue(n)
	return []string{strings.ToLower(key)}, ok
}

func (r registration) onCUDA() bool {
	for _, k := range r.keys {
		if k == "cuda" {
			return true
		}
	}
	return false
}

// servesNeuron reports whether the kernel is one for every device, or for a
// device that Neuron registers as.
func (r registration) servesNeuron() bool {
	for _, k := range r.keys {
		switch k {
		case "", "default", "neuron", "privateuse1", "xla":
			return true
		}
		if strings.HasPrefix(k, "composite") {
			return true
		}
	}
	return len(r.keys) == 0
}
