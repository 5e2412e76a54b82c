package tables

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// snapshotSDK are the SDKs that the unreleased snapshot of the native backend
// stands for: it was taken between two releases.
const snapshotSDK = "2.30-"

// documents reads what AWS documents as supported. What AWS documents as
// limited or unsupported needs words and conditions, and is in overrides.tsv.
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

// snapshot reads what an unreleased snapshot of the native backend registers.
// A refusal that only the snapshot knows is no more than a limit.
func snapshot(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "aten_torchneuron_src_unofficial.tsv", "op", "status", "condition", "source")
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		name, overload, _ := strings.Cut(strings.TrimPrefix(r["op"], "aten::"), ".")
		if !strings.HasPrefix(r["op"], "aten::") || strings.ContainsAny(name, " (") || r["status"] == "unsupported" {
			continue
		}
		v := opsdb.Verdict{
			Operator: "aten::" + name,
			Overload: overload,
			Status:   opsdb.Supported,
			Ref:      opsdb.Ref{Evidence: opsdb.Unofficial, Source: r["source"], Stack: "native", SDK: snapshotSDK},
		}
		switch r["status"] {
		case "cpu-fallback":
			v.Status, v.Reason = opsdb.Fallback, "an unreleased snapshot of the native backend runs it on the host"
		case "limited":
			v.Status, v.Reason, v.Sometimes = opsdb.Limited, "an unreleased snapshot refuses some of its arguments", true
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

// overrides reads the rows that were written by hand. The column assumed names
// further SDKs for which nobody says so and it is our judgement that the same
// holds.
func overrides(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "overrides.tsv", "name", "overload", "stack", "sdk", "assumed",
		"condition", "status", "reason", "evidence", "source")
	if err != nil {
		return nil, err
	}
	var verdicts []opsdb.Verdict
	for _, r := range rows {
		v := opsdb.Verdict{
			Operator:  r["name"],
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
		verdicts = append(verdicts, v)
		for versions := range strings.FieldsSeq(r["assumed"]) {
			v.Ref.SDK, v.Ref.Evidence = versions, opsdb.Inferred
			verdicts = append(verdicts, v)
		}
	}
	return verdicts, nil
}
