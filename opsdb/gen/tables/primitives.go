package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// noLowering stands for the platforms of a primitive that no rule lowers as such.
const noLowering = "no-registered-lowering"

// kernelLowering is where JAX chooses the platform that lowers a kernel.
const kernelLowering = "jax-ml/jax@jax-v0.6.2:jax/_src/pallas/pallas_call.py:1319"

// primitiveSDK are the SDKs that the lowering rules of JAX 0.6.2 were read for.
const primitiveSDK = "2.26-"

// primitives reads the verdicts on JAX's primitives. A primitive that JAX lowers for
// every platform reaches the compiler. Where the compiler lists every operation it is
// lowered to, the verdict is derived from that. Where AWS names some of these
// elsewhere, the primitive is no more than likely to run. A primitive that nobody names
// is unknown: the rules of JAX say nothing of Neuron.
func primitives(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "platforms", "stablehlo_ops", "made_of", "lowering", "source")
	if err != nil {
		return nil, err
	}
	documented, err := readDocumented(dir)
	if err != nil {
		return nil, err
	}
	chlo, err := readInput(dir, "chlo.tsv", "chlo", "stablehlo_ops", "source")
	if err != nil {
		return nil, err
	}
	lowered := primitiveLowering{documented, byColumn(chlo, "chlo"), byColumn(rows, "primitive")}
	verdicts := make([]opsdb.Verdict, 0, len(rows))
	for _, r := range rows {
		v, err := lowered.verdict(r)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// primitiveLowering tells how primitives are lowered.
type primitiveLowering struct {
	documented documentedHLO
	chlo       map[string]record // XLA's expansion of the operations of CHLO that HLO does not have
	rows       map[string]record // by primitive
}

// byColumn files records under their cells in a column.
func byColumn(rows []record, column string) map[string]record {
	filed := make(map[string]record, len(rows))
	for _, r := range rows {
		filed[r[column]] = r
	}
	return filed
}

// verdict is the verdict of a row on its primitive.
func (l primitiveLowering) verdict(r record) (opsdb.Verdict, error) {
	v := opsdb.Verdict{
		Operator: "lax." + r["primitive"],
		Ref:      opsdb.Ref{Evidence: opsdb.Inferred, Source: cmp.Or(r["lowering"], r["source"]), SDK: primitiveSDK},
	}
	switch {
	case strings.HasPrefix(r["platforms"], "all-platforms"):
		if err := l.compile(&v, r); err != nil {
			return v, err
		}
	case r["platforms"] == noLowering && strings.Contains(r["source"], "/pallas/"):
		v.Status, v.Reason = opsdb.Limited, "it belongs to Pallas kernels, which JAX lowers only for "+kernelWords(r["source"])
		v.Ref.Source += " ; " + kernelLowering
	case r["platforms"] == noLowering:
		v.Status, v.Reason = opsdb.Unknown, "JAX has no lowering for it as such"
	default:
		v.Status = opsdb.Limited
		v.Reason = "JAX lowers it only for " + platformWords(r["platforms"]) +
			"; whether the Neuron plugin has its own lowering is undocumented"
	}
	return v, nil
}

// compile judges a primitive by the operations that the compiler gets of it.
func (l primitiveLowering) compile(v *opsdb.Verdict, r record) error {
	operations, err := l.operations(r)
	if err != nil {
		return err
	}
	places, listed, unnamed := l.documented.all(operations)
	v.Status = opsdb.Supported
	if other, ok := l.documented.otherBody(operations); ok {
		v.Status, v.Reason = opsdb.Unknown, "AWS names only "+other["documented"]
		places = []string{other["source"]}
	} else if len(unnamed) > 0 {
		v.Status, v.Reason = opsdb.Unknown, "AWS does not say whether neuronx-cc supports "+strings.Join(unnamed, " and ")
	} else if listed {
		v.Ref.Evidence = opsdb.Derived
	}
	v.Ref.Source = strings.Join(append([]string{v.Ref.Source}, places...), " ; ")
	return nil
}

// operation is an operation of StableHLO in the lowering of a primitive.
type operation struct {
	name, primitive string
	through         string // the place that makes it of an operation of CHLO
}

// operations are those of a primitive and of its parts.
func (l primitiveLowering) operations(r record) ([]operation, error) {
	var all []operation
	for _, name := range compiled(r["stablehlo_ops"]) {
		made, ok := l.chlo[name]
		if !ok {
			all = append(all, operation{name: name, primitive: r["primitive"]})
		}
		for part := range strings.FieldsSeq(made["stablehlo_ops"]) {
			all = append(all, operation{part, r["primitive"], made["source"]})
		}
	}
	for part := range strings.FieldsSeq(r["made_of"]) {
		row, ok := l.rows[part]
		if !ok {
			return nil, fmt.Errorf("tables: jax_primitives.tsv: %s is made of %s, which is no primitive", r["primitive"], part)
		}
		more, err := l.operations(row)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// documentedHLO maps an operation of StableHLO to its row in the compiler's
// documentation. Some rows are about the lowering of a few primitives alone, because
// the compiler takes the operation with certain bodies only.
type documentedHLO map[string]record

// readDocumented reads the operations that the compiler documents.
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

// all returns where AWS names operations, whether all of them are in the
// compiler's list, and which are named nowhere.
func (d documentedHLO) all(operations []operation) (places []string, listed bool, unnamed []string) {
	listed = len(operations) > 0
	for _, operation := range operations {
		if operation.through != "" {
			listed, places = false, appendNew(places, operation.through) // Neuron's XLA may be of another version
		}
		row, known := d[operation.name]
		if !known {
			unnamed = appendNew(unnamed, bare(operation.name))
			continue
		}
		listed = listed && row["ground"] == "listed"
		places = appendNew(places, row["source"])
	}
	return places, listed, unnamed
}

// otherBody returns the row of an operation that the compiler documents with other
// bodies than a primitive gives it. The content of the body does not matter then.
func (d documentedHLO) otherBody(operations []operation) (record, bool) {
	for _, operation := range operations {
		row := d[operation.name]
		only := strings.Fields(row["primitives"])
		if len(only) > 0 && !slices.Contains(only, operation.primitive) {
			return row, true
		}
	}
	return nil, false
}

// bare is the name of an operation without its dialect.
func bare(operation string) string {
	return operation[strings.IndexByte(operation, '.')+1:]
}

// appendNew appends an item that is not in the list yet.
func appendNew(list []string, item string) []string {
	if slices.Contains(list, item) {
		return list
	}
	return append(list, item)
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

// kernelWords names the platforms whose kernels in Pallas have a primitive, by
// the place that defines it.
func kernelWords(source string) string {
	switch {
	case strings.Contains(source, "/mosaic_gpu/"), strings.Contains(source, "/triton/"):
		return "GPUs"
	case strings.Contains(source, "/mosaic/"):
		return "TPUs"
	}
	return "GPUs and TPUs"
}

// platformWords names the platforms that a primitive is limited to.
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
