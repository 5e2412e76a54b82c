package tables

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// primitiveSDK are the SDKs that the lowering rules of JAX 0.6.2 were read for.
const primitiveSDK = "2.26-"

// primitives reads the verdicts on JAX's primitives. A primitive that JAX
// lowers for every platform reaches the compiler. Where the compiler lists all
// that it is lowered to, the verdict is derived from that. Where AWS names some
// of it elsewhere, or JAX makes it of other primitives, that it runs is no more
// than likely. What nobody names is unknown: the rules of JAX say nothing of
// Neuron.
func primitives(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "platforms", "stablehlo_ops", "source")
	if err != nil {
		return nil, err
	}
	documented, err := readDocumented(dir)
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		v := opsdb.Verdict{
			Operator: "lax." + r["primitive"],
			Ref:      opsdb.Ref{Evidence: opsdb.Inferred, Source: r["source"], SDK: primitiveSDK},
		}
		switch {
		case strings.HasPrefix(r["platforms"], "all-platforms"):
			places, listed, ok := documented.all(r["primitive"], compiled(r["stablehlo_ops"]))
			v.Status = opsdb.Supported
			if !ok {
				v.Status = opsdb.Unknown
			} else if listed {
				v.Ref.Evidence = opsdb.Derived
			}
			v.Ref.Source = strings.Join(append([]string{v.Ref.Source}, places...), " ; ")
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

// documentedHLO tells by an operation of StableHLO its row of what the compiler
// documents. Some rows are about the lowering of a few primitives alone, because
// the compiler takes the operation with certain bodies only.
type documentedHLO map[string]record

// readDocumented reads what the compiler documents.
func readDocumented(dir string) (documentedHLO, error) {
	rows, err := readInput(dir, "hlo_names.tsv", "stablehlo", "documented", "primitives", "ground", "source")
	if err != nil {
		return nil, err
	}
	documented := documentedHLO{}
	for _, r := range rows {
		documented[r["stablehlo"]] = r
	}
	return documented, nil
}

// all returns where AWS names the operations that a primitive is lowered to, and
// whether all of them are in the compiler's list. It is not ok where one of them
// is named nowhere.
func (d documentedHLO) all(primitive string, operations []string) (places []string, listed, ok bool) {
	listed = len(operations) > 0
	for _, operation := range operations {
		row, known := d[operation]
		if only := strings.Fields(row["primitives"]); !known || len(only) > 0 && !slices.Contains(only, primitive) {
			return nil, false, false
		}
		listed = listed && row["ground"] == "listed"
		if !slices.Contains(places, row["source"]) {
			places = append(places, row["source"])
		}
	}
	return places, listed, true
}

// compiled are the operations that are left of a lowering where shapes are
// known. The broadcasts that every rule of JAX may add do not count, unless
// there is nothing else.
func compiled(stablehlo string) []string {
	const broadcast = "stablehlo.broadcast_in_dim"
	operations := slices.DeleteFunc(strings.Fields(stablehlo), func(operation string) bool {
		slice := operation == "stablehlo.dynamic_slice" || operation == "stablehlo.dynamic_update_slice"
		return strings.HasPrefix(operation, "stablehlo.dynamic_") && !slice || operation == "stablehlo.real_dynamic_slice"
	})
	if len(operations) == 1 && operations[0] == broadcast {
		return operations
	}
	return slices.DeleteFunc(operations, func(operation string) bool { return operation == broadcast })
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
