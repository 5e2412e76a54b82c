package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// untold stands for a condition that the language of conditions cannot express.
const untold = "?"

// operators gathers the statements of all sources about operators and settles them.
func operators(dir string) ([]opsdb.Verdict, error) {
	var verdicts []opsdb.Verdict
	for _, read := range []func(string) ([]opsdb.Verdict, error){
		torchXLA, documents, snapshot, primitives, overrides,
	} {
		more, err := read(dir)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, more...)
	}
	verdicts, err := known(dir, verdicts)
	if err != nil {
		return nil, err
	}
	merged, err := carry(dir, verdicts)
	if err != nil {
		return nil, err
	}
	if err := contradictAll(dir, merged); err != nil {
		return nil, err
	}
	if err := measure(dir, merged); err != nil {
		return nil, err
	}
	return merged, adviseAll(dir, merged)
}

// known leaves out the ATen operators that PyTorch 2.8 does not have: the
// sources are about other versions, too.
func known(dir string, verdicts []opsdb.Verdict) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "aten_ops.tsv", "op")
	if err != nil {
		return nil, err
	}
	names := make(map[string]bool, len(rows))
	for _, r := range rows {
		names["aten::"+r["op"]] = true
	}
	verdicts = slices.DeleteFunc(verdicts, func(v opsdb.Verdict) bool {
		return strings.HasPrefix(v.Operator, "aten::") && !names[v.Operator]
	})
	return inPlaceToo(verdicts, names), nil
}

// inPlaceToo extends the restrictions of an operator through torch-xla or the compiler
// to its in-place forms, because they do the same computation and share its gradient.
func inPlaceToo(verdicts []opsdb.Verdict, names map[string]bool) []opsdb.Verdict {
	for _, v := range verdicts {
		if strings.HasPrefix(v.Reason, "it "+underivedReason) {
			continue // a kernel that writes in place is told by itself
		}
		if v.Status.Restricts() && v.Overload == "" && v.Ref.Stack != "native" && names[v.Operator+"_"] {
			v.Operator += "_"
			if v.Ref.Evidence == opsdb.Documented || v.Ref.Evidence == opsdb.Measured {
				v.Ref.Evidence = opsdb.Derived
			}
			verdicts = append(verdicts, v)
		}
	}
	return verdicts
}

// merge orders verdicts as the table does and drops those that a stronger one
// covers, which then names the source that said otherwise.
func merge(verdicts []opsdb.Verdict) []opsdb.Verdict {
	slices.SortStableFunc(verdicts, byKey)
	var merged []opsdb.Verdict
	for len(verdicts) > 0 {
		n := 1
		for n < len(verdicts) && sameCalls(verdicts[0], verdicts[n]) {
			n++
		}
		merged = append(merged, settle(verdicts[:n])...)
		verdicts = verdicts[n:]
	}
	slices.SortFunc(merged, byKey)
	return merged
}

// byKey orders verdicts by the keys of the table, those on the same calls
// together.
func byKey(a, b opsdb.Verdict) int {
	return cmp.Or(
		cmp.Compare(a.Operator, b.Operator),
		cmp.Compare(a.Overload, b.Overload),
		cmp.Compare(conditionCell(a), conditionCell(b)),
		cmp.Compare(stackCell(a), stackCell(b)),
		cmp.Compare(a.Ref.SDK, b.Ref.SDK),
	)
}

// sameCalls tells whether two verdicts are about the same calls.
func sameCalls(a, b opsdb.Verdict) bool {
	return a.Operator == b.Operator && a.Overload == b.Overload && conditionCell(a) == conditionCell(b)
}

// settle keeps, of verdicts on the same calls, those that no stronger one
// covers.
func settle(verdicts []opsdb.Verdict) []opsdb.Verdict {
	strongest, others := opsdb.MergeVerdicts(verdicts)
	kept := []opsdb.Verdict{strongest}
	for _, v := range others {
		covered := false
		for i := range kept {
			if !overlaps(kept[i], v) {
				continue
			}
			if contradict(kept[i], v) && kept[i].Conflict == "" {
				kept[i].Conflict = conflictOf(v)
			}
			covered = covered || covers(kept[i], v)
		}
		if !covered {
			kept = append(kept, v)
		}
	}
	return kept
}

// contradict tells whether two verdicts cannot both be right. Our own judgement, such
// as that an operation JAX lowers for every platform may run, contradicts nobody. Nor
// does the body of a composite contradict a verdict on it that names one of its parts:
// if two sources differ, they differ about the part.
func contradict(winner, loser opsdb.Verdict) bool {
	carried := strings.HasPrefix(winner.Reason, opsdb.EveryCall) && loser.Ref.Evidence == opsdb.Derived
	return winner.Status != loser.Status && loser.Status != opsdb.Unknown && !carried &&
		winner.Ref.Source != loser.Ref.Source && loser.Ref.Evidence != opsdb.Inferred
}

// overlaps tells whether two verdicts speak of one stack and SDK.
func overlaps(a, b opsdb.Verdict) bool {
	if a.Ref.Stack != b.Ref.Stack && a.Ref.Stack != "" && b.Ref.Stack != "" {
		return false
	}
	return opsdb.SDKInRange(firstSDK(a), b.Ref.SDK) || opsdb.SDKInRange(firstSDK(b), a.Ref.SDK)
}

// covers tells whether a speaks of every stack and SDK that b speaks of.
func covers(a, b opsdb.Verdict) bool {
	if a.Ref.Stack != "" && a.Ref.Stack != b.Ref.Stack {
		return false
	}
	_, last, isRange := strings.Cut(b.Ref.SDK, "-")
	if !isRange {
		last = b.Ref.SDK
	}
	if last == "" {
		last = "99.0"
	}
	return opsdb.SDKInRange(firstSDK(b), a.Ref.SDK) && opsdb.SDKInRange(last, a.Ref.SDK)
}

// firstSDK returns where the range of a verdict begins.
func firstSDK(v opsdb.Verdict) string {
	first, _, _ := strings.Cut(v.Ref.SDK, "-")
	return first
}

// adviseAll adds the alternative to each verdict that restricts.
func adviseAll(dir string, verdicts []opsdb.Verdict) error {
	rows, err := readInput(dir, "alternatives.tsv", "name", "alternative")
	if err != nil {
		return err
	}
	advice := map[string]string{}
	for _, r := range rows {
		advice[r["name"]] = r["alternative"]
	}
	for i := range verdicts {
		if v := &verdicts[i]; v.Status.Restricts() {
			v.Alternative = adviceFor(advice, *v)
		}
	}
	return nil
}

// adviceFor finds the advice for a verdict. Some calls that the compiler refuses are
// looked up by its error, since the same operator may be limited for other reasons.
// Tensors on the host and verdicts on the native backend alone have advice of their
// own: different things run well there.
func adviceFor(advice map[string]string, v opsdb.Verdict) string {
	if _, code, ok := strings.Cut(v.Reason, "(NCC_"); ok && v.Condition != "" {
		code, _, _ = strings.Cut(code, ")")
		if text, ok := adviceForError(advice, "NCC_"+code, v.Condition); ok {
			return text
		}
	}
	if strings.Contains(v.Reason, underivedReason) {
		if text := adviceOn(advice, strings.TrimSuffix(v.Operator, "_")+":"+cond.Backward, ""); text != "" {
			return text
		}
	}
	if text, ok := advice[strings.TrimSpace(onHost)]; ok && strings.Contains(v.Condition, onHost) {
		return text
	}
	if v.Ref.Stack == "native" {
		if text := adviceOn(advice, "native:"+v.Operator, v.Overload); text != "" {
			return text
		}
	}
	return adviceOn(advice, v.Operator, v.Overload)
}

// onHost ends a condition on where a tensor is. The advice for it is the same for all
// operators, and found by this suffix.
const onHost = " on host"

// aboutInner tells whether a condition is about tensors, which a composite makes
// itself: their dtype, not an argument of that name, or where they are.
func aboutInner(condition string) bool {
	return strings.Contains(strings.ReplaceAll(condition, "arg dtype", "arg"), "dtype ") || strings.Contains(condition, onHost)
}

// adviceForError finds the advice for an error of the compiler. Another dtype helps
// only the calls that are refused for theirs, and not those of an API that counts in
// integers of its own.
func adviceForError(advice map[string]string, code, condition string) (string, bool) {
	if text, ok := advice[code]; ok {
		return text, true
	}
	text, ok := advice[code+":dtype"]
	return text, ok && strings.Contains(condition, "dtype")
}

// adviceOn finds the advice for an overload, an operator, its form that is not in
// place, the operator that it is the gradient of, or the family that its name begins
// with.
func adviceOn(advice map[string]string, operator, overload string) string {
	for _, name := range []string{
		operator + "." + strings.TrimSuffix(overload, "_out"),
		operator,
		strings.TrimSuffix(operator, "_"),
		strings.TrimSuffix(operator, "_backward"),
	} {
		if text, ok := advice[name]; ok {
			return text
		}
	}
	for n := len(operator); n > 0; n-- {
		if text, ok := advice[operator[:n]+"*"]; ok {
			return text
		}
	}
	return ""
}
