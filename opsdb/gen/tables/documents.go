package tables

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// documents reads the operators that AWS documents as supported. Those that it
// documents as limited or unsupported need words and conditions, and are in
// overrides.tsv.
func documents(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "aten_support.tsv", "op", "stack", "status", "sdk_first", "sdk_last_checked", "source")
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	seen := map[string]bool{}
	for _, r := range rows {
		if r["status"] != "supported" || !strings.HasPrefix(r["op"], "aten::") || seen[r["op"]] {
			continue
		}
		seen[r["op"]] = true
		stack := "xla"
		if r["stack"] == "torchneuron-native" {
			stack = "native"
		}
		verdicts = append(verdicts, opsdb.Verdict{
			Operator: r["op"],
			Status:   opsdb.Supported,
			Ref: opsdb.Ref{
				Evidence: opsdb.Documented,
				Source:   r["source"],
				Stack:    stack,
				SDK:      documentedRange(r["sdk_first"], r["sdk_last_checked"]),
			},
		})
	}
	return verdicts, nil
}

// documentedRange turns the first and the last release that say something into
// a range. The oldest release that was read is 2.20.
func documentedRange(first, last string) string {
	from := "2.26"
	if first == "v2.3.0" {
		from = "2.20"
	}
	to := strings.Join(strings.SplitN(strings.TrimPrefix(last, "v"), ".", 3)[:2], ".")
	if from == to {
		return from
	}
	return from + "-" + to
}

// overrides reads the rows that were written by hand. The column assumed names further
// SDKs that no source covers and for which we judge that the same holds; a row may name
// several operators.
func overrides(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "overrides.tsv", "name", "overload", "stack", "sdk", "assumed",
		"condition", "status", "reason", "evidence", "source")
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		for name := range strings.FieldsSeq(r["name"]) {
			verdicts = append(verdicts, written(name, r)...)
		}
	}
	return verdicts, nil
}

// written returns the verdicts of a hand-written row on one operator.
func written(name string, r record) []opsdb.Verdict {
	v := opsdb.Verdict{
		Operator:  name,
		Overload:  r["overload"],
		Condition: r["condition"],
		Status:    opsdb.Status(r["status"]),
		Reason:    r["reason"],
		Ref: opsdb.Ref{
			Evidence: opsdb.Evidence(r["evidence"]),
			Source:   r["source"],
			Stack:    strings.TrimPrefix(r["stack"], "both"),
			SDK:      r["sdk"],
		},
	}
	if v.Condition == untold {
		v.Condition, v.Sometimes = "", true
	}
	verdicts := []opsdb.Verdict{v}
	for versions := range strings.FieldsSeq(r["assumed"]) {
		v.Ref.SDK, v.Ref.Evidence = versions, opsdb.Inferred
		verdicts = append(verdicts, v)
	}
	return verdicts
}
