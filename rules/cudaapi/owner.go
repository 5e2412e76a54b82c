package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// owned reports whether a name is in the table of CUDA-side names and this
// rule's to report: not a module, which can be imported anywhere, and not a
// name about which a rule of its own knows more.
func owned(p *analyzer.Pass, name string) bool {
	if !strings.HasPrefix(name, "torch.") {
		return false
	}
	api, ok := p.DB.API(name)
	return ok && api.Kind != "module" && api.Category != string(analyzer.CategoryBackendFlag) && !elsewhere(name)
}

// elsewhere names what rules of other families report.
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

// onInstance reports whether a name is a member of a class that cannot be made
// without CUDA: the constructor is reported, and stands for what follows.
func onInstance(name string) bool {
	return strings.HasPrefix(name, "torch.cuda.")
}
