package tables

import (
	"github.com/neuronlint/neuronlint/opsdb"
)

// contradictions are the statements of sources that a verdict goes against although
// their evidence is no weaker: the verdict itself has to name them, and they are not
// another row that would win or vanish by its weight.
func contradictions(dir string) ([]opsdb.Verdict, error) {
	rows, err := readInput(dir, "conflicts.tsv", "name", "stack", "sdk", "status", "source")
	if err != nil {
		return nil, err
	}
	verdicts := make([]opsdb.Verdict, len(rows))
	for i, r := range rows {
		verdicts[i] = opsdb.Verdict{
			Operator: r["name"], Status: opsdb.Status(r["status"]),
			Ref: opsdb.Ref{Stack: r["stack"], SDK: r["sdk"], Source: r["source"]},
		}
	}
	return verdicts, nil
}

// contradictAll writes to the verdicts on all calls of an operator which source
// says otherwise.
func contradictAll(dir string, verdicts []opsdb.Verdict) error {
	against, err := contradictions(dir)
	if err != nil {
		return err
	}
	for _, other := range against {
		for i := range verdicts {
			v := &verdicts[i]
			if sameCalls(*v, other) && overlaps(*v, other) && v.Status != other.Status && v.Conflict == "" {
				v.Conflict = conflictOf(other)
			}
		}
	}
	return nil
}

// conflictOf is the name by which a verdict cites another that it goes against.
func conflictOf(v opsdb.Verdict) string { return string(v.Status) + ": " + v.Ref.Source }
