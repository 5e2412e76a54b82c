package operators

import (
	"iter"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// use is one place where code reaches an operator.
type use struct {
	node       syntax.Node // the call, or the subscript
	at         syntax.Node // what a finding points at
	api        string      // canonical name of what is called
	tensor     syntax.Node // the receiver, or the first argument
	method     bool        // called on an object, which the API's parameters do not count
	subscript  bool        // x[i], not a call
	confidence analyzer.Confidence
	judgement  opsdb.Judgement
}

// uses yields the calls of public APIs of PyTorch and JAX that some verdict
// restricts, without those that stand on the host in any case.
func uses(p *analyzer.Pass) iter.Seq[use] {
	return func(yield func(use) bool) {
		judged := map[string]opsdb.Judgement{}
		for _, call := range p.Model.Calls() {
			name, conf := p.Model.CallName(call)
			if !framework(name) {
				continue
			}
			j, ok := judged[name]
			if !ok {
				j = judge(p, name)
				judged[name] = j
			}
			if len(j.Findings) == 0 {
				continue
			}
			u := callUse(p, call, name)
			u.judgement = j
			u.confidence = min(conf, certainty(p, u, conf))
			if !p.Model.OnHost(call) && !p.Model.Handled(call) && !yield(u) {
				return
			}
		}
	}
}

// framework reports whether a name belongs to a package whose operators the
// tables know.
func framework(name string) bool {
	return strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "jax.") || strings.HasPrefix(name, "torchvision.")
}

// judge asks for the verdicts on an API. Names that work on CUDA alone, and
// reading a tensor's value back to Python, are other rules' to report.
func judge(p *analyzer.Pass, name string) opsdb.Judgement {
	if _, cuda := p.DB.API(name); cuda {
		return opsdb.Judgement{}
	}
	j := p.DB.Judge(name, p.Target)
	var kept []opsdb.Finding
	for _, f := range j.Findings {
		if !f.Sometimes && !readsBack(f.Verdict.Operator) {
			kept = append(kept, f)
		}
	}
	j.Findings = kept
	return j
}

// readsBack names the operators that hand a value of a tensor to Python.
func readsBack(operator string) bool {
	switch operator {
	case "aten::_local_scalar_dense", "aten::item", "aten::is_nonzero":
		return true
	}
	return false
}

// callUse reads how a call is written.
func callUse(p *analyzer.Pass, call syntax.Node, name string) use {
	callee := p.Tree.Callee(call)
	u := use{node: call, at: callee, api: name, tensor: p.Tree.Arg(call, 0, "input")}
	if !strings.HasPrefix(name, "torch.Tensor.") || p.Tree.Kind(callee) != syntax.KindAttribute {
		return u
	}
	if object := p.Tree.Object(callee); p.Model.Ref(object).Name == "" {
		u.method, u.tensor, u.at = true, object, p.Tree.AttrName(callee)
	}
	return u
}

// certainty is how sure the place of a call makes us that it runs on the
// device. Layers are moved there with the model that they are part of; arrays
// of JAX are there from the start.
func certainty(p *analyzer.Pass, u use, conf analyzer.Confidence) analyzer.Confidence {
	if u.method && conf < analyzer.Certain && ofContainers(u.api) {
		return analyzer.Possible
	}
	if strings.HasPrefix(u.api, "jax.") {
		return conf
	}
	switch p.Model.Region(u.node) {
	case semantic.RegionForward, semantic.RegionModule, semantic.RegionTraining:
		return conf
	case semantic.RegionData:
		return analyzer.Possible
	}
	if layer(u.api) {
		return conf
	}
	return analyzer.Possible
}

// ofContainers names methods that lists and dictionaries have too, which a
// parameter that is taken for a tensor may be.
func ofContainers(api string) bool {
	switch strings.TrimPrefix(api, "torch.Tensor.") {
	case "sort", "values", "indices", "index", "count", "copy", "clear":
		return true
	}
	return false
}

// layer reports whether an API is a class of layers or losses.
func layer(api string) bool {
	name := api[strings.LastIndexByte(api, '.')+1:]
	return strings.HasPrefix(api, "torch.nn.") && name != "" && name[0] >= 'A' && name[0] <= 'Z'
}
