package tables

import (
	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// repositoryRow sums up a repository. Without an assessment it is what the manifest says.
func repositoryRow(e *manifest.Entry, r *outcome.Record, a *assessment) Repository {
	row := Repository{Unit: e.Unit, Repository: e.Name, Location: e.Location, Revision: e.Revision, Commit: r.Commit, Team: e.Team}
	if a == nil {
		return row
	}
	row.Verdict, row.Reason = a.Verdict, first(a.Reasons)
	row.SDK, row.Rewrite, row.Stack, row.Target = a.Profile.SDK, a.Profile.Rewrite, a.Profile.Stack, a.Profile.Target
	row.Files, row.Lines, row.TestFiles, row.CUDASources = int64(a.Project.Files), int64(a.Project.Lines), int64(a.Project.Tests), int64(a.Project.CUDA)
	for i := range a.Entries {
		if en := &a.Entries[i]; en.Kind != "tests" && en.Kind != "build and deployment" && len(en.Uses) > 0 {
			row.Programs++
			if en.Verdict == "blocked" {
				row.Blocked++
			}
		}
	}
	c := a.Machine.Code
	row.Safe, row.Unsafe, row.Hand, row.Speed, row.Notes = int64(c.Safe), int64(c.Unsafe), int64(c.Hand), int64(c.Speed), int64(c.Notes)
	row.TestFindings = int64(a.Machine.Tests.total())
	row.EffortLow, row.EffortHigh = a.Effort.Code.Low, a.Effort.Code.High
	row.TestEffortLow, row.TestEffortHigh = a.Effort.Tests.Low, a.Effort.Tests.High
	row.Unrated = int64(a.Effort.Unrated)
	return row
}
