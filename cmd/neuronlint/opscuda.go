package main

import (
	"cmp"
	"fmt"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// judge answers how a name fares on a target. For a name of CUDA's side the answer is
// the consequence without CUDA, because the tables of operators have no row for it.
func judge(db *opsdb.DB, name string, t opsdb.Target) opsdb.Judgement {
	j := db.Judge(name, t)
	cuda, ok := db.API(name)
	if !ok {
		return j
	}
	status := withoutCUDA(cuda.Consequence)
	if status != opsdb.CUDAOnly && j.Status != opsdb.Unknown {
		return j
	}
	j.API, j.Status = cuda.Name, status
	j.Deciding = opsdb.Verdict{Operator: cuda.Name, Status: status, Reason: cuda.Reason, Ref: cuda.Ref}
	j.General, j.Findings = j.Deciding, nil
	if status.Restricts() {
		j.Deciding.Alternative = instead(db, cuda.Name, t.Rewrite)
		j.Findings = []opsdb.Finding{{Verdict: j.Deciding}}
	}
	return j
}

// withoutCUDA is the status that comes of a consequence. False, 0 and nothing
// are wrong answers wherever there is a NeuronCore in the place of the GPU.
func withoutCUDA(c opsdb.Consequence) opsdb.Status {
	switch c {
	case opsdb.Raises, opsdb.False, opsdb.Zero, opsdb.ReturnsNone:
		return opsdb.CUDAOnly
	case opsdb.Host:
		return opsdb.Fallback
	case opsdb.NoOp, opsdb.Harmless:
		return opsdb.NoOperator
	case opsdb.UnknownWhat:
	}
	return opsdb.Unknown
}

// instead tells in one line the code that a rewrite puts in the place of a name.
func instead(db *opsdb.DB, name string, rewrite opsdb.Rewrite) string {
	rep, ok := db.Replacement(name, rewrite)
	if !ok {
		return ""
	}
	what := cmp.Or(rep.Text, map[opsdb.Action]string{
		opsdb.ActionRemove: "remove it", opsdb.ActionKeep: "keep it",
	}[rep.Action], "nothing that a fix could write")
	return fmt.Sprintf("%s (rewrite %s, SDK %s): %s", what, rep.Rewrite, rep.Ref.SDK, rep.Note)
}

// cudaSide is the information on a name of CUDA's side; nil for all others.
func cudaSide(db *opsdb.DB, name string) *report.OpsCUDA {
	api, ok := db.API(name)
	if !ok {
		return nil
	}
	return &report.OpsCUDA{
		Name: api.Name, Category: api.Category, Consequence: string(api.Consequence), Reason: api.Reason,
		Evidence: string(api.Ref.Evidence), Source: api.Ref.Source,
	}
}

// replacements are the rewrites' replacements for a name. Names that are not of CUDA's
// side, as torch.compile, may have some too.
func replacements(db *opsdb.DB, name string, rewrites []string) []report.OpsReplacement {
	rows := []report.OpsReplacement{}
	for _, rewrite := range rewrites {
		if rep, ok := db.Replacement(name, opsdb.Rewrite(rewrite)); ok {
			rows = append(rows, report.OpsReplacement{
				Rewrite: string(rep.Rewrite), Action: string(rep.Action), Text: rep.Text, Safety: rep.Safety,
				Note: rep.Note, SDK: rep.Ref.SDK, Evidence: string(rep.Ref.Evidence), Source: rep.Ref.Source,
			})
		}
	}
	return rows
}
