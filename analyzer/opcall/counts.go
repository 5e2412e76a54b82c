package opcall

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// Counts reports whether a documented name is that of an operator call: a function, a
// tensor method or a constructor of the namespaces in which PyTorch and JAX keep their
// operators. Calls that move modules, or that only configure or query the process, do
// not count.
func Counts(db *opsdb.DB, api string) bool {
	dot := strings.LastIndexByte(api, '.')
	if dot < 0 || api[dot+1:] == "" {
		return false
	}
	module, name := api[:dot], api[dot+1:]
	switch module {
	case "torch":
		return class(name, "Tensor") || computes(db, api) || asksTensor(name)
	case "torch.sparse":
		return class(name, "Tensor") || listed(db, api)
	case "torch.nn":
		return class(name, "")
	case tensor, array, array + ".at[...]", "torch.linalg", "torch.fft", "torch.special", "torch.nn.functional", "torch.nn.init":
		return listed(db, api)
	}
	if layer, ok := strings.CutPrefix(module, "torch.nn."); ok {
		return name == "from_pretrained" && class(layer, "")
	}
	return ofJAX(module) && !housekeeping(name) && listed(db, api)
}

// class reports whether a name is that of a class whose name ends in suffix.
func class(name, suffix string) bool {
	return 'A' <= name[0] && name[0] <= 'Z' && strings.HasSuffix(name, suffix) && !strings.Contains(name, ".")
}

// ofJAX reports whether a module of JAX keeps operators.
func ofJAX(module string) bool {
	rest, ok := strings.CutPrefix(module, "jax.")
	first, _, _ := strings.Cut(rest, ".")
	return ok && slices.Contains([]string{"numpy", "lax", "nn", "random", "scipy"}, first)
}

// listed reports whether the tables know a name.
func listed(db *opsdb.DB, api string) bool {
	if _, ok := db.OperatorAPI(api); ok {
		return true
	}
	_, ok := db.Returns(api)
	return ok
}

// computes reports whether a function of torch itself works on tensors. Beside
// them that module has much that sets the process up.
func computes(db *opsdb.DB, api string) bool {
	if entry, ok := db.OperatorAPI(api); ok && (len(entry.Operators)+len(entry.Sometimes) > 0 || entry.Removed) {
		return true
	}
	ret, _ := db.Returns(api)
	return strings.Contains(ret.Kind, "tensor") && api != "torch.get_rng_state"
}

// asksTensor names the functions of torch that reach no operator and yet are
// about a tensor.
func asksTensor(name string) bool { return name == "is_tensor" || name == "numel" || name == "cond" }

// housekeeping reports whether a name of jax.numpy is not an operator.
func housekeeping(name string) bool {
	switch name {
	case "finfo", "iinfo", "dtype", "load", "save", "savez", "fromfile",
		"printoptions", "get_printoptions", "set_printoptions":
		return true
	}
	return false
}
