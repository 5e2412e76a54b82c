package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// WithoutCUDA returns the outcome of a condition on a machine without CUDA, and the
// queries that decide it. There are no queries if the condition cannot be judged, or
// does not depend on CUDA.
func (m *Control) WithoutCUDA(n syntax.Node) (holds bool, queries []syntax.Node) {
	v := (&without{m: m, t: m.Tree}).truth(n)
	if v.value == infer.Unknown {
		return false, nil
	}
	return v.value == infer.Yes, v.atoms
}

// CUDAHome is where PyTorch found the toolkit of CUDA; None without one.
const CUDAHome = "torch.utils.cpp_extension.CUDA_HOME"

// version is the verdict on the version of a platform that PyTorch was built
// for, which is None for any other, and on where the toolkit of CUDA lies.
func (w *without) version(n syntax.Node) (v verdict, ok bool) {
	switch api, conf := w.m.Name(n); {
	case conf < infer.Likely:
	case api == "torch.version.cuda", api == CUDAHome, foundInTests(api):
		return verdict{infer.No, []syntax.Node{n}}, true
	case api == "torch.version.hip", api == "torch.version.xpu":
		return verdict{value: infer.No}, true
	}
	return verdict{}, false
}

// foundInTests recognises the flags of PyTorch's own test helpers that are False without
// CUDA: TEST_CUDA, SM80OrLater, PLATFORM_SUPPORTS_FLASH_ATTENTION.
func foundInTests(api string) bool {
	name, ok := strings.CutPrefix(api, "torch.testing._internal.")
	if !ok {
		return false
	}
	module, name, _ := strings.Cut(name, ".")
	switch module {
	case "common_cuda":
		switch name {
		case "TEST_CUDA", "TEST_MULTIGPU", "TEST_CUDNN", "TEST_MAGMA", "TEST_NUMBA_CUDA", "TEST_CUDA_GRAPH":
			return true
		}
		return strings.HasPrefix(name, "PLATFORM_SUPPORTS_") || strings.HasPrefix(name, "SM") && strings.HasSuffix(name, "OrLater")
	case "common_utils":
		return name == "TEST_CUDA"
	case "inductor_utils":
		return name == "HAS_CUDA"
	}
	return false
}
