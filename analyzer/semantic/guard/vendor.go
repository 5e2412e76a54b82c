package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// otherVendor reports whether an expression of this name asks for an accelerator
// that is neither CUDA nor Neuron: torch.xpu.is_available, torch.backends.mps.
// is_available, the is_torch_xpu_available of Transformers. The answer is no on
// a machine with Neuron.
func (m *Control) otherVendor(api string) bool {
	module, name, ok := cutLast(api)
	if !ok {
		return false
	}
	if name == "is_available" || name == "device_count" || name == "is_bf16_supported" {
		if module = strings.TrimPrefix(module, "torch."); module != "backends.mps" {
			return m.DB.Vendors().HasDevice(module)
		}
		return true
	}
	pkg, _, _ := strings.Cut(module, ".")
	switch pkg {
	case "accelerate", "transformers", "diffusers":
	default:
		return false
	}
	name, isQuestion := strings.CutPrefix(name, "is_")
	name, ends := strings.CutSuffix(name, "_available")
	return isQuestion && ends && m.DB.Vendors().HasDevice(strings.TrimPrefix(name, "torch_"))
}

func cutLast(api string) (module, name string, ok bool) {
	i := strings.LastIndexByte(api, '.')
	if i < 0 {
		return "", api, false
	}
	return api[:i], api[i+1:], true
}

// asksVendor reports whether x.is_xpu asks a tensor for another accelerator.
func (m *Control) asksVendor(attr syntax.Node) bool {
	word, ok := strings.CutPrefix(m.Tree.View(m.Tree.AttrName(attr)), "is_")
	return ok && m.DB.Vendors().HasDevice(word) && m.asksTensor(attr)
}
