package guard

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// launchesKernel reports whether a call starts a kernel of Triton or Numba on a grid:
// kernel[grid](x).
func (m *Control) launchesKernel(call syntax.Node) bool {
	kernel := m.launched(call)
	if kernel == syntax.None {
		return false
	}
	r := m.Ref(kernel)
	if r.Foreign.Module == nil {
		return m.isKernel(r.Def)
	}
	is := false
	m.elsewhere(r.Foreign.Module, func(lib *Control) { is = lib.isKernel(r.Foreign.Node) })
	return is
}

// launched is the name before the grid in kernel[grid](x), also where the kernel is
// wrapped for torch.compile: wrap_triton(kernel)[grid](x).
func (m *Control) launched(call syntax.Node) syntax.Node {
	callee := m.Tree.Unparen(m.Tree.Callee(call))
	if m.Tree.Kind(callee) != syntax.KindSubscript {
		return syntax.None
	}
	kernel := m.Tree.Unparen(m.Tree.Child(callee, syntax.FieldValue))
	if m.Tree.Kind(kernel) != syntax.KindCall {
		return kernel
	}
	switch name, _ := m.CallName(kernel); name {
	case "torch.library.wrap_triton", "torch._library.capture_triton", "torch._library.triton.wrap_triton":
		return m.Tree.Arg(kernel, 0, "triton_kernel")
	}
	return syntax.None
}

// isKernel reports whether a function is decorated as a kernel of Triton or Numba.
func (m *Control) isKernel(fn syntax.Node) bool {
	if m.Tree.Kind(fn) != syntax.KindFunction {
		return false
	}
	return slices.ContainsFunc(m.Tree.Decorators(fn), func(d syntax.Node) bool {
		if m.Tree.Kind(d) == syntax.KindCall {
			d = m.Tree.Callee(d)
		}
		name, _ := m.Name(d)
		return infer.HasPackage(name, "triton") || infer.HasPackage(name, "numba.cuda")
	})
}

// kernelsOfOperators are the calls that give an operator of the project a kernel for CUDA:
// f.register_kernel("cuda"). Another device than those named has none, and the operator
// raises there.
func (m *Control) kernelsOfOperators() (out []syntax.Node) {
	if !m.TextHas("register_kernel") {
		return nil
	}
	for _, call := range m.Calls() {
		callee := m.Tree.Unparen(m.Tree.Callee(call))
		if m.Tree.Kind(callee) != syntax.KindAttribute || m.Tree.View(m.Tree.AttrName(callee)) != "register_kernel" {
			continue
		}
		for a := range m.Tree.Args(call) {
			if text, ok := m.Tree.StringValue(a.Value); ok && text == "cuda" {
				out = append(out, call)
			}
		}
	}
	return out
}
