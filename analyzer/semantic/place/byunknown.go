package place

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// hostWords are words in the names of functions that move their arguments to the host,
// or describe them: to_numpy, tensor2img, save_image, count_tokens.
var hostWords = [...]string{
	"numpy", "np", "array", "ndarray", "cpu", "host", "pil", "img", "image", "images", "list", "dict", "str", "string", "text",
	"python", "json", "item", "int", "float", "number", "scalar", "len", "length", "lengths", "count", "num", "size", "shape", "bytes",
	"save", "write", "dump", "export", "load", "read", "log", "print", "plot", "draw", "show", "format", "decode", "tokenize", "tokenizer",
	"metric", "metrics", "score", "scores", "accuracy", "psnr", "ssim", "evaluate", "numba", "cupy", "scipy", "cv2", "skimage", "sklearn",
	"wandb", "queue", "pickle", "serialize", "hash", "name", "names", "path", "offload", "cast", "device",
}

// byUnknown reports whether a call passes a tensor on the device to an unknown
// function, or one of a package that is not at hand, and its name does not suggest the
// host. If its result is used as a tensor, it is likely on the same device: moving it
// elsewhere takes work, and a reason.
func (m *placedWalk) byUnknown(call syntax.Node, steps int) bool {
	callee := m.Tree.Callee(call)
	r := m.Ref(callee)
	if r.Def != syntax.None || r.Foreign.IsDefinition() || r.Pending {
		return false // its text shows its effect
	}
	if library, _, _ := strings.Cut(m.Canonical(r.Name), "."); r.Name != "" && (infer.IsStandard(library) || keepsItsOwn(library)) {
		return false
	}
	if words.InNames([]byte(m.Tree.View(callee)), hostWords[:]) {
		return false
	}
	for a := range m.Tree.Args(call) {
		if k := m.Type(a.Value).Kind; a.Splat == 0 && (k == infer.KindTensor || k == infer.KindUnknown) && m.within(a.Value, steps) {
			return true
		}
	}
	return false
}

// keepsItsOwn recognises libraries whose results are known, and libraries that compute
// on the host.
func keepsItsOwn(library string) bool {
	switch library {
	case "torch", "jax", "numpy", "scipy", "cv2", "PIL", "sklearn", "skimage", "pandas", "cupy", "tensorflow", "matplotlib", "imageio", "evaluate", "wandb":
		return true
	}
	return false
}
