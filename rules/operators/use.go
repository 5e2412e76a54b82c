package operators

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// use is a call of an operator and the judgement of the database on it.
type use struct {
	opcall.Call
	judgement opsdb.Judgement
	through   string // acts as the API: the function of a library that calls it, an imaginary number, or movedThere
}

// judgedAPI is the judgement of the database on an API, as far as these rules report
// it.
type judgedAPI = opsdb.Judgement

// isJAX reports whether a name is one of JAX's.
func isJAX(name string) bool { return strings.HasPrefix(name, "jax.") }

// uses yields the calls of public APIs of PyTorch and JAX that some verdict restricts,
// without those that always run on the host, and functions of JAX that are handed on.
func uses(p *analyzer.Pass) iter.Seq[use] {
	return func(yield func(use) bool) {
		known := map[string]judgedAPI{}
		judged := func(api string) judgedAPI {
			j, ok := known[api]
			if !ok && framework(api) {
				j = judge(p, api)
				known[api] = j
			}
			return j
		}
		for u := range handed(p, judged) {
			if !yield(u) {
				return
			}
		}
		for u := range seeded(p, judged) {
			if !yield(u) {
				return
			}
		}
		for u := range standIns(p, judged) {
			if !yield(u) {
				return
			}
		}
		for _, u := range slices.Concat(operations(p, judged), imaginaries(p, judged), sparseMoves(p, judged)) {
			if !yield(u) {
				return
			}
		}
		restricted := func(api string) bool { return len(judged(api).Findings) > 0 }
		for call := range opcall.Calls(p.Model, restricted) {
			if u, ok := reachable(p, call, judged); ok && !yield(u) {
				return
			}
		}
		torch := func(api string) bool { return !isJAX(api) && restricted(api) }
		for call := range opcall.Possible(p.Model, torch) {
			if u, ok := reachable(p, call, judged); ok && !yield(u) {
				return
			}
		}
	}
}

// reachable is the use of an operator by a call, unless nothing reaches the device
// there.
func reachable(p *analyzer.Pass, call opcall.Call, judged func(api string) judgedAPI) (use, bool) {
	u := use{Call: call, judgement: judged(call.API)}
	u.Confidence = min(u.Confidence, certainty(p, u))
	if usage.SizeOpen(p, u.Node, u.API) || isJAX(u.API) && (neverCompiled(p, u) || p.Model.HandsTableOn(u.Node)) {
		return u, false // NRN824 reports the earlier failure, nothing runs there, or the table and the callers tell
	}
	return u, !p.Model.OnHost(u.Node) && !p.Model.GuardedForNeuron(u.Node)
}

// framework reports whether a name belongs to a package whose operators the
// tables know.
func framework(name string) bool {
	return strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "jax.") || strings.HasPrefix(name, "torchvision.") ||
		strings.HasPrefix(name, "kornia.")
}

// judge asks for the verdicts on an API. Other rules report names that work on CUDA
// alone, kernels of Pallas, attention by cuDNN, wrappers of functions of JAX, and reads
// of a tensor's value back to Python.
func judge(p *analyzer.Pass, name string) opsdb.Judgement {
	_, cuda := p.DB.API(name)
	_, wrapper := p.DB.JAXWrapper(name)
	if cuda || wrapper || strings.HasPrefix(name, "jax.experimental.pallas.") {
		return opsdb.Judgement{}
	}
	j := p.DB.Judge(name, p.Target)
	var kept []opsdb.Finding
	for _, f := range j.Findings {
		if !f.Sometimes && !othersReport(f.Verdict.Operator) {
			kept = append(kept, f)
		}
	}
	j.Findings = kept
	return j
}

// othersReport names the operators that hand a value of a tensor to Python, those that
// clip by a norm and check that it is finite, and attention by cuDNN.
func othersReport(operator string) bool {
	switch operator {
	case "torch.nn.utils.clip_grad_norm", "torch.nn.utils.clip_grad_norm_", "torch.nn.utils.get_total_norm",
		"aten::_local_scalar_dense", "aten::item", "aten::is_nonzero", "lax.dot_product_attention_fwd":
		return true
	}
	return false
}

// certainty is the confidence, from the place of a call, that it runs on the device,
// and often enough to matter if it only costs time. Layers are moved there with their
// model, arrays of JAX are there from the start, and some tensors are visibly put
// there.
func certainty(p *analyzer.Pass, u use) analyzer.Confidence {
	if isJAX(u.API) {
		if selects(p, u) {
			return analyzer.Possible
		}
		return u.Confidence
	}
	switch p.Model.Region(u.Node) {
	case semantic.RegionForward, semantic.RegionModule, semantic.RegionTraining, semantic.RegionDecoding, semantic.RegionCompiled:
		if reach.Once(p, u.Node) && !refused(u) || ofComplex(p, u.Node) {
			return analyzer.Possible
		}
		return u.Confidence
	case semantic.RegionData, semantic.RegionTest:
		return analyzer.Possible
	case semantic.RegionSetup:
		if !layer(u.API) && !needsCUDA(p, u) {
			return analyzer.Possible // a module is mostly made on the host
		}
	}
	if trainsStep(p, u) || layer(u.API) || needsCUDA(p, u) {
		return u.Confidence
	}
	if where := placedThere(p, u); where > analyzer.Possible {
		return min(u.Confidence, where)
	}
	if keepsDevice(p, u) || calledBy(p, u) != syntax.None || worksOnCUDA(p, u) {
		return min(u.Confidence, analyzer.Likely)
	}
	return analyzer.Possible
}

// placedThere is the confidence that the file puts the operand of an operator on the
// device, where that matters wherever the operand stands.
func placedThere(p *analyzer.Pass, u use) analyzer.Confidence {
	switch {
	case !refused(u) && !repeated(p, u) || reach.InTestFile(p):
		return analyzer.Possible
	case p.Model.Placed(u.Node), p.Model.Placed(u.Tensor):
		return analyzer.Certain
	case p.Model.LikelyPlaced(u.Tensor):
		return analyzer.Likely
	}
	return analyzer.Possible
}

// repeated reports whether a use stands in a loop of its function and pays its cost in
// time again and again. Matrices are mostly factorized once, in preparation.
func repeated(p *analyzer.Pass, u use) bool {
	if decomposes(u.API) {
		return false
	}
	for at := p.Tree.Parent(u.Node); at != syntax.None && p.Tree.Kind(at) != syntax.KindFunction; at = p.Tree.Parent(at) {
		if k := p.Tree.Kind(at); k == syntax.KindFor || k == syntax.KindWhile {
			return true
		}
	}
	return false
}

// trainsStep reports whether a call stands in a function that trains one step, which
// something else calls in a loop.
func trainsStep(p *analyzer.Pass, u use) bool {
	fn := p.Tree.EnclosingFunction(u.Node)
	type key struct{}
	return p.Tree.Kind(fn) == syntax.KindFunction && !reach.InTestFile(p) &&
		analyzer.Each(p, key{}, fn, func() bool { return reach.TrainsOnce(p.Model, fn) })
}

// ofComplex reports whether a call runs for complex tensors alone, behind the check of
// code that serves both kinds: torch.view_as_real(x) if torch.is_complex(x) else x.
func ofComplex(p *analyzer.Pass, call syntax.Node) bool {
	for at, parent := call, p.Tree.Parent(call); parent != syntax.None; at, parent = parent, p.Tree.Parent(parent) {
		if cond := p.Tree.Condition(parent); cond == syntax.None || at == cond || p.Tree.Field(at) == syntax.FieldAlternative {
			continue
		}
		for asked := range p.Tree.All(p.Tree.Condition(parent)) {
			if p.Tree.Kind(asked) == syntax.KindCall && strings.HasSuffix(p.Tree.Text(p.Tree.Callee(asked)), "is_complex") {
				return true
			}
		}
	}
	return false
}

// neverCompiled reports whether a call of JAX reaches no compiler for Neuron: it is
// traced for its shapes alone, the host computes it, Python makes the choice, or a test
// expects an error from tracing the branches.
func neverCompiled(p *analyzer.Pass, u use) bool {
	return onlyTraced(p, u.Node) || p.Model.JAXOnHost(u.Node) || chooses(u.API) && (p.Model.JAXUntraced(u.Node) || p.Model.ExpectsError(u.Node))
}

// onlyTraced reports whether a call stands in a function or a lambda that the file hands
// to jax.eval_shape or jax.make_jaxpr and nowhere else: nothing of it runs.
func onlyTraced(p *analyzer.Pass, n syntax.Node) bool {
	fn := p.Tree.EnclosingFunction(n)
	if fn == syntax.None || !p.Model.TextHas("eval_shape") && !p.Model.TextHas("make_jaxpr") {
		return false
	}
	return p.Model.HandedOnly(fn, func(call syntax.Node) bool {
		name, _ := p.Model.CallName(call)
		return name == "jax.eval_shape" || name == "jax.make_jaxpr" || name == "equinox.filter_eval_shape"
	})
}

// refused reports whether some verdict says that the device does not take a
// call at all; the others cost time.
func refused(u use) bool {
	return slices.ContainsFunc(u.judgement.Findings, refuses)
}

// needsCUDA reports whether a call raises for tensors of the host as well, and so is
// meant for the device wherever it stands, unless only code for CUDA reaches it.
func needsCUDA(p *analyzer.Pass, u use) bool {
	return slices.ContainsFunc(u.judgement.Findings, func(f opsdb.Finding) bool {
		return f.Verdict.Status == opsdb.CUDAOnly && f.Condition == ""
	}) && !slices.ContainsFunc(p.Model.DeadRegions(), func(r semantic.Region) bool {
		return r.Span.Contains(p.Tree.Span(u.Node))
	})
}

// layer reports whether an API is a class of layers or losses.
func layer(api string) bool {
	name := api[strings.LastIndexByte(api, '.')+1:]
	return strings.HasPrefix(api, "torch.nn.") && name != "" && name[0] >= 'A' && name[0] <= 'Z'
}
