package cudaapi

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// owned reports whether a name is in the table of CUDA-side names and this rule's to
// report: not a module, which can be imported anywhere, and not a name that another
// rule knows better.
func owned(p *analyzer.Pass, name string) bool {
	if !strings.HasPrefix(name, "torch.") {
		return false
	}
	api, ok := p.DB.API(name)
	return ok && api.Kind != "module" && api.Category != string(analyzer.CategoryBackendFlag) && !elsewhere(name)
}

// elsewhere names the APIs that rules of other families report.
func elsewhere(name string) bool {
	switch {
	case strings.HasSuffix(name, ".cuda") && name != "torch.version.cuda", name == "torch.Tensor.is_cuda":
		return true // device placement
	case strings.HasPrefix(name, "torch.cuda.") && strings.HasSuffix(name, "Tensor"):
		return true // device placement
	case strings.HasPrefix(name, "torch.cuda.amp."), strings.HasSuffix(name, "_autocast_gpu_dtype"):
		return true // precision
	case name == "torch.nn.DataParallel":
		return true // distributed
	case strings.HasPrefix(name, "torch.utils.cpp_extension."):
		return true // libraries and kernels
	}
	return false
}

// onVariable reports whether a method is called on an object that a variable holds.
// Where the object is made in the same expression, that is reported; an object that a
// caller passes is reported at the caller.
func onVariable(p *analyzer.Pass, u usage.Use) bool {
	if u.Call == syntax.None {
		return false
	}
	object := p.Tree.Object(u.Node)
	switch p.Tree.Kind(object) {
	case syntax.KindIdentifier:
		return !slices.ContainsFunc(p.Model.ReachingDefs(object), func(d semantic.Def) bool { return d.Kind == semantic.DefParam })
	case syntax.KindAttribute, syntax.KindSubscript:
		return true
	}
	return false
}

// onInstance reports whether a name is a member of a class that cannot be made
// without CUDA: the constructor is the error, and the rest cannot be reached.
func onInstance(name string) bool {
	return strings.HasPrefix(name, "torch.cuda.")
}
