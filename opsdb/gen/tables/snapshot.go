package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// snapshotSDK are the SDKs that the unreleased snapshot of the native backend
// stands for: it was taken between two releases.
const snapshotSDK = "2.30-"

// snapshot reads the operators that an unreleased snapshot of the native backend
// registers. A refusal that only the snapshot knows is no more than a limit. Its
// conditions in words are in conditions.tsv.
func snapshot(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "aten_torchneuron_src_unofficial.tsv", "op", "status", "condition", "source")
	if err != nil {
		return nil, err
	}
	p, err := readPhrases(dir)
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		name, _, _ := strings.Cut(strings.TrimPrefix(r["op"], "aten::"), ".")
		if !strings.HasPrefix(r["op"], "aten::") || strings.ContainsAny(name, " (") || r["status"] == "unsupported" {
			continue
		}
		v := registered(r)
		verdicts = append(verdicts, v)
		if v.Status != opsdb.Supported || r["condition"] == "" {
			continue
		}
		words, ok := p.conditions[r["condition"]]
		if !ok {
			return nil, fmt.Errorf("tables: conditions.tsv has no row for %q of %s", r["condition"], r["op"])
		}
		verdicts = append(verdicts, limitedBy(v, words))
	}
	whole, err := wholeOperators(dir, verdicts)
	return append(verdicts, whole...), err
}

// registered is the verdict on an overload that the snapshot has a row for.
func registered(r record) opsdb.Verdict {
	name, overload, _ := strings.Cut(r["op"], ".")
	v := opsdb.Verdict{
		Operator: name,
		Overload: overload,
		Status:   opsdb.Supported,
		Ref:      opsdb.Ref{Evidence: opsdb.Unofficial, Source: r["source"], Stack: "native", SDK: snapshotSDK},
	}
	if r["status"] == "cpu-fallback" {
		v.Status, v.Reason = opsdb.Fallback, "it runs on the host in an unreleased snapshot of the native backend"
	}
	return v
}

// limitedBy narrows a verdict on an overload to some of its calls.
func limitedBy(v opsdb.Verdict, words record) opsdb.Verdict {
	v.Status, v.Reason = opsdb.Limited, words["reason"]
	v.Ref.Source = cmp.Or(words["source"], v.Ref.Source)
	v.Condition, v.Sometimes = words["condition"], words["condition"] == untold
	if v.Sometimes {
		v.Condition = ""
	}
	return v
}

// wholeOperators adds a verdict on an operator as a whole where the snapshot registers
// all its overloads that need a kernel. Overloads that PyTorch makes of others and
// those that write to out= follow from them.
func wholeOperators(dir string, verdicts []opsdb.Verdict) ([]opsdb.Verdict, error) {
	declared, err := readInput(dir, "aten_ops.tsv", "op", "overload", "schema_kind", "composite_kind")
	if err != nil {
		return nil, err
	}
	needed := map[string][]string{}
	for _, d := range declared {
		if d["schema_kind"] != "out" && !strings.HasSuffix(d["composite_kind"], "Autograd") {
			needed["aten::"+d["op"]] = append(needed["aten::"+d["op"]], d["overload"])
		}
	}
	have := map[string]bool{}
	for _, v := range verdicts {
		have[v.Operator+"."+v.Overload] = have[v.Operator+"."+v.Overload] || v.Status == opsdb.Supported
	}
	var whole []opsdb.Verdict
	for _, v := range verdicts {
		overloads := needed[v.Operator]
		missing := slices.ContainsFunc(overloads, func(overload string) bool { return !have[v.Operator+"."+overload] })
		if len(overloads) > 0 && v.Overload == overloads[0] && v.Overload != "" && v.Status == opsdb.Supported && !missing {
			v.Overload = ""
			whole = append(whole, v)
		}
	}
	return whole, nil
}
