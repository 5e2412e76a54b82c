package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// torchXLASDK are the SDKs that ship torch-neuronx for PyTorch 2.8, the version
// whose lowering tables were read.
const torchXLASDK = "2.26-2.28"

// lowering is torch-xla's lowering of one overload of an operator.
type lowering struct {
	overload string
	kind     string // functional, inplace, out, mutable
	verdict  opsdb.Verdict
	limit    *opsdb.Verdict // on some of its calls, nil if there is none
	backward string         // the operator that its gradient reaches and that runs on the host
	kernel   bool           // torch-xla has a kernel for it
	// underived is set where that kernel has no gradient.
	underived bool
}

// phrases are the hand-written words for the entries of the lowering tables.
type phrases struct {
	conditions map[string]record // by the text of conditional_fallback
	partials   map[string]record // by "op.overload" or op
	overloads  map[string]string // condition that tells a call of "op.overload"
}

// readPhrases reads the hand-written inputs about torch-xla.
func readPhrases(dir string) (phrases, error) {
	p := phrases{conditions: map[string]record{}, partials: map[string]record{}, overloads: map[string]string{}}
	files := []struct {
		name string
		put  func(record)
	}{
		{"conditions.tsv", func(r record) { p.conditions[r["text"]] = r }},
		{"partials.tsv", func(r record) { p.partials[r["op"]] = r }},
		{"overloads.tsv", func(r record) { p.overloads[r["op"]] = r["condition"] }},
	}
	for _, file := range files {
		records, err := readInput(dir, file.name)
		if err != nil {
			return phrases{}, err
		}
		for _, r := range records {
			file.put(r)
		}
	}
	return p, nil
}

// torchXLA reads the verdicts that torch-xla's lowering tables give.
func torchXLA(dir string) ([]opsdb.Verdict, error) {
	p, err := readPhrases(dir)
	if err != nil {
		return nil, err
	}
	ops, err := readInput(dir, "aten_ops.tsv", "op", "overload", "schema_kind", "composite_kind",
		"is_cuda_only", "derivative", "source")
	if err != nil {
		return nil, err
	}
	rows, err := readInput(dir, "xla_lowering.tsv", "op", "overload", "effective", "partial",
		"conditional_fallback", "reaches_fallback_ops", "why", "backward_fallback_ops", "guard", "source")
	if err != nil {
		return nil, err
	}
	declared := declarations(ops)
	byName := map[string][]lowering{}
	var names []string
	for _, r := range rows {
		if byName[r["op"]] == nil {
			names = append(names, r["op"])
		}
		byName[r["op"]] = append(byName[r["op"]], p.lower(r, declared[r["op"]+"."+r["overload"]]))
	}
	var verdicts []opsdb.Verdict
	for _, name := range names {
		verdicts = append(verdicts, p.condense(name, byName[name])...)
	}
	return verdicts, nil
}

// declarations are the overloads as PyTorch declares them, by "op.overload". A
// generated variant is cited at the declaration it is generated from.
func declarations(ops []record) map[string]record {
	declared := make(map[string]record, len(ops))
	places := map[string]string{}
	for _, op := range ops {
		declared[op["op"]+"."+op["overload"]] = op
		if name := strings.TrimSuffix(op["op"], "_"); places[name] == "" && op["source"] != generated {
			places[name] = op["source"]
		}
	}
	for _, op := range ops {
		if op["source"] == generated {
			op["source"] = places[strings.TrimSuffix(op["op"], "_")]
		}
	}
	return declared
}

// generated stands for the source of an overload that PyTorch generates.
const generated = "autogen"

// lower turns the row of one overload into verdicts.
func (p phrases) lower(r, op record) lowering {
	v := opsdb.Verdict{
		Operator: "aten::" + r["op"],
		Overload: overloadName(r["overload"]),
		Ref: opsdb.Ref{
			Evidence: opsdb.FromSource,
			Source:   cmp.Or(r["source"], op["source"]),
			Stack:    "xla",
			SDK:      torchXLASDK,
		},
	}
	v.Status = statusOf(r["effective"])
	if bodiless(r) {
		v.Status = opsdb.Unknown
	}
	if strings.HasPrefix(lastForm(r["why"]), "Composite") || r["effective"] == "via-decomposition" {
		v.Ref.Evidence = opsdb.Derived
	}
	v.Reason = reasonOf(v.Status, r)
	if op["is_cuda_only"] == "yes" {
		v.Status = opsdb.CUDAOnly
		v.Reason = "PyTorch has only GPU kernels for it"
		v.Ref.Evidence, v.Ref.Source = opsdb.FromSource, op["source"]
	}
	low := lowering{overload: v.Overload, kind: op["schema_kind"], verdict: v, backward: r["backward_fallback_ops"]}
	low.kernel = r["effective"] == "lowered"
	low.underived = underived(r, op)
	low.limit = p.limit(v, r)
	return low
}

// limit returns the calls of an overload that torch-xla does not lower, although it
// lowers the rest.
func (p phrases) limit(v opsdb.Verdict, r record) *opsdb.Verdict {
	if v.Status != opsdb.Supported || r["partial"] == "no" {
		return nil
	}
	words, ok := p.conditions[r["conditional_fallback"]]
	if !ok {
		words, ok = p.partials[r["op"]+"."+v.Overload]
	}
	if !ok {
		words, ok = p.partials[r["op"]]
	}
	if !ok {
		words = record{"condition": untold, "reason": opsdb.SomeCalls +
			listed(r["reaches_fallback_ops"], "runs on the host", "run on the host")}
	}
	if words["condition"] == never {
		return nil
	}
	v.Ref.Source = cmp.Or(r["guard"], v.Ref.Source)
	limit := limitedBy(v, words)
	return &limit
}

// condense turns the verdicts on the overloads of an operator into one on all
// of them, that on the best one, if it can be one that torch-xla has a kernel
// for, and where that runs one for each overload that does not, and one for each
// limit. Of an overload that is unknown it says
// something only where all are.
func (p phrases) condense(name string, lowerings []lowering) []opsdb.Verdict {
	known := slices.DeleteFunc(slices.Clone(lowerings), func(l lowering) bool { return l.verdict.Status == opsdb.Unknown })
	if len(known) > 0 {
		lowerings = known
	}
	usual := slices.DeleteFunc(slices.Clone(lowerings), func(l lowering) bool {
		return l.kind == "out" || byName(l.overload)
	})
	if len(usual) == 0 {
		usual = lowerings
	}
	base, kernel := usual[0].verdict, usual[0].kernel
	for _, l := range usual[1:] {
		if l.verdict.Status.BetterThan(base.Status) || l.verdict.Status == base.Status && l.kernel && !kernel {
			base, kernel = l.verdict, l.kernel
		}
	}
	base.Overload = ""
	verdicts := []opsdb.Verdict{base}
	if base.Status != opsdb.Supported {
		return verdicts
	}
	for _, l := range lowerings {
		if l.verdict.Status != opsdb.Supported && !byName(l.overload) {
			verdicts = append(verdicts, p.recognised(name, l, lowerings))
		}
	}
	verdicts = append(verdicts, limits(usual)...)
	verdicts = append(verdicts, p.gradients(name, base, usual)...)
	return verdicts
}

// byName tells the variants that take names of dimensions. They are made of the
// others.
func byName(overload string) bool {
	return strings.Contains(strings.ToLower(overload), "name")
}

// recognised adds to the verdict on an overload how its calls are recognised. That of
// an out variant is recognised by out= unless another variant with out= runs.
func (p phrases) recognised(name string, l lowering, siblings []lowering) opsdb.Verdict {
	v := l.verdict
	v.Condition = p.overloads[name+"."+l.overload]
	runsWithOut := slices.ContainsFunc(siblings, func(other lowering) bool {
		return other.kind == "out" && other.verdict.Status == opsdb.Supported
	})
	if v.Condition == "" && l.kind == "out" && !runsWithOut {
		v.Condition = "arg out given"
	}
	return v
}

// cited adds a place to a citation that lacks it.
func cited(citation, place string) string {
	if slices.Contains(strings.Split(citation, " ; "), place) {
		return citation
	}
	return citation + " ; " + place
}

// limits gathers the limits of overloads: one row for all with the same condition,
// which tells their calls from the others, citing the place where each decides, and one
// row for each overload that is limited as a whole.
func limits(lowerings []lowering) []opsdb.Verdict {
	var verdicts []opsdb.Verdict
	seen := map[string]int{}
	for _, l := range lowerings {
		if l.limit == nil {
			continue
		}
		v := *l.limit
		whole := v.Condition == "" && !v.Sometimes && len(lowerings) > 1
		key := v.Condition + "\t" + v.Reason
		if !whole {
			v.Overload = ""
		}
		if first, ok := seen[key]; ok && !whole {
			verdicts[first].Ref.Source = cited(verdicts[first].Ref.Source, v.Ref.Source)
			continue
		}
		seen[key] = len(verdicts)
		verdicts = append(verdicts, v)
	}
	return verdicts
}
