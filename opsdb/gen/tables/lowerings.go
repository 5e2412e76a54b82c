package tables

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// bodiless tells a composite whose body nobody has found. It is made of operators, but
// whether those run is unknown.
func bodiless(r record) bool {
	return strings.HasSuffix(r["why"], "body not located")
}

// lastForm strips the forms that PyTorch turns an overload into first from the reason
// of its verdict: an in-place variant of a composite is then distinct from one of a
// kernel.
func lastForm(why string) string {
	for {
		form, rest, ok := strings.Cut(why, ": ")
		if !ok || !strings.Contains(form, "functionalised to ") && !strings.HasPrefix(form, "generated functional form ") {
			return why
		}
		why = rest
	}
}

// statusOf translates the status of the lowering tables.
func statusOf(effective string) opsdb.Status {
	switch effective {
	case "lowered", "via-composite", "via-decomposition":
		return opsdb.Supported
	case "cpu-fallback":
		return opsdb.Fallback
	case "cuda-only":
		return opsdb.CUDAOnly
	}
	return opsdb.Unsupported
}

// reasonOf says why an operator does not run on the device.
func reasonOf(status opsdb.Status, r record) string {
	why := lastForm(r["why"])
	switch {
	case status == opsdb.Supported || status == opsdb.Unknown:
		return ""
	case status == opsdb.CUDAOnly:
		return "it queries the libraries of CUDA, and raises in a build without them"
	case strings.HasPrefix(why, "sparse, nested"):
		return "sparse, nested, MKL-DNN and quantised tensors do not exist on the device"
	case strings.HasPrefix(why, "a quantised result"):
		return "it has no lowering in torch-xla 2.8 and runs on the host, where its quantised result stays"
	case strings.Contains(why, "raw CPU memory"):
		return "it reads host memory directly"
	case strings.Contains(why, "the fallback raises"):
		return "it has neither a lowering nor a host kernel to fall back to"
	case status == opsdb.Unsupported:
		return "it has no lowering and cannot run on the host either"
	case strings.Contains(why, "kernel takes the fallback"):
		return "it runs on the host with torch-xla 2.8 on Neuron"
	case strings.Contains(why, "host sync"):
		return "it copies a value to the host, which ends the graph and waits for the device"
	case strings.HasPrefix(why, "Composite"):
		return "it decomposes into " + listed(r["reaches_fallback_ops"], "has no lowering and runs on the host", "have no lowering and run on the host")
	}
	return "it has no lowering in torch-xla 2.8 and runs on the host"
}

// listed names up to three operators with the clause about them, for one operator or
// for several: those without a lowering, or if there are none, those that read values
// back to the host.
func listed(cell, one, several string) string {
	const synced = "(sync)"
	names := strings.Fields(strings.ReplaceAll(cell, "(host sync)", synced))
	lowered := func(name string) bool { return strings.HasSuffix(name, synced) }
	if rest := slices.DeleteFunc(slices.Clone(names), lowered); len(rest) > 0 {
		names = rest
	}
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, synced)
	}
	switch last := len(names) - 1; {
	case last < 0:
		return "operators, which " + several
	case last == 0:
		return names[0] + ", which " + one
	case last > 2:
		return strings.Join(names[:3], ", ") + " and others, which " + several
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last] + ", which " + several
	}
}
