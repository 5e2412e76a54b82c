package tables

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// primitiveSDK are the SDKs that the lowering rules of JAX 0.6.2 were read for.
const primitiveSDK = "2.26-"

// primitives reads the verdicts on JAX's primitives. A primitive that JAX
// lowers for every platform reaches the compiler. Where the compiler documents
// all that it is lowered to, the verdict is derived from that; else that it runs
// is no more than likely, because the rules of JAX say nothing of Neuron.
func primitives(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "platforms", "stablehlo_ops", "source")
	if err != nil {
		return nil, err
	}
	names, err := readInput(dir, "hlo_names.tsv", "stablehlo", "documented")
	if err != nil {
		return nil, err
	}
	documented := map[string]bool{}
	for _, r := range names {
		documented[r["stablehlo"]] = true
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		v := opsdb.Verdict{
			Operator: "lax." + r["primitive"],
			Ref:      opsdb.Ref{Evidence: opsdb.Inferred, Source: r["source"], SDK: primitiveSDK},
		}
		switch {
		case strings.HasPrefix(r["platforms"], "all-platforms"):
			v.Status, v.Ref.Evidence = opsdb.Supported, evidenceFor(r["stablehlo_ops"], documented)
		case r["platforms"] == "no-registered-lowering":
			v.Status = opsdb.Unknown
		default:
			v.Status = opsdb.Limited
			v.Reason = "JAX lowers it for " + platformWords(r["platforms"]) +
				" only; whether the Neuron plugin has a rule of its own is not documented"
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// evidenceFor tells whether the compiler documents everything that a primitive
// is lowered to. The broadcasts that every rule of JAX may add do not count.
func evidenceFor(stablehlo string, documented map[string]bool) opsdb.Evidence {
	counted := 0
	for _, op := range strings.Fields(stablehlo) {
		if strings.HasPrefix(op, "stablehlo.dynamic_broadcast") || op == "stablehlo.broadcast_in_dim" {
			continue
		}
		counted++
		if !documented[op] {
			return opsdb.Inferred
		}
	}
	if counted == 0 {
		return opsdb.Inferred
	}
	return opsdb.Derived
}

// platformWords names the platforms that a primitive is bound to.
func platformWords(platforms string) string {
	switch platforms {
	case "gpu-only":
		return "GPUs"
	case "cpu+gpu-only":
		return "CPUs and GPUs"
	case "cpu-only":
		return "CPUs"
	case "tpu-only":
		return "TPUs"
	}
	return "certain platforms"
}
