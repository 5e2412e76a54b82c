package report

import (
	"cmp"
	"io"
	"maps"
	"slices"
)

// OpsStatistics counts the database's entries on operators and APIs.
type OpsStatistics struct {
	Operators  map[string]int     `json:"operators"` // by namespace
	Verdicts   int                `json:"rows"`
	ByEvidence map[string]int     `json:"rows_by_evidence"`
	ByStatus   map[string]int     `json:"rows_by_status"`
	Unknown    map[string]float64 `json:"share_unknown"` // of the operators, by stack, between 0 and 1
	APIs       int                `json:"apis"`
	Aliases    int                `json:"aliases"`
	None       int                `json:"apis_without_operators"`
	Judged     int                `json:"apis_judged"` // APIs of which something is known
	Conflicts  int                `json:"conflicts"`
}

// OpsStats writes the counts for a terminal, the largest of a group first.
func OpsStats(w io.Writer, head OpsHead, s OpsStatistics, style Style) error {
	p := newPrinter(w, style)
	p.counts("operators by namespace", s.Operators)
	p.printf("%s\n", p.bold("public APIs"))
	p.printf("%8d  in the table\n%8d  other spellings\n%8d  judged\n%8d  without an operator\n", s.APIs, s.Aliases, s.Judged, s.None)
	p.printf("%s\n%8d  in all\n%8d  contradicted\n", p.bold("rows"), s.Verdicts, s.Conflicts)
	p.counts("rows by evidence", s.ByEvidence)
	p.counts("rows by status", s.ByStatus)
	p.printf("%s\n", p.bold("share of operators nothing is known of"))
	for _, stack := range slices.Sorted(maps.Keys(s.Unknown)) {
		p.printf("%7.1f%%  %s\n", 100*s.Unknown[stack], stack)
	}
	p.printf("%s\n", p.dim(head.line()))
	return p.failed("statistics")
}

// counts writes a group of counts.
func (p *printer) counts(title string, counts map[string]int) {
	p.printf("%s\n", p.bold(title))
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for _, name := range names {
		p.printf("%8d  %s\n", counts[name], name)
	}
}
