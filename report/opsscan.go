package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// OpsScan is the result of a scan for operators in the code.
type OpsScan struct {
	Calls []OpsCall // by path and position
	Files []OpsScannedFile

	FilesFailed   int
	Foreign       int // notebooks in other languages than Python
	UnparsedLines int
}

// OpsCall is a call of a framework operator and how it fares.
type OpsCall struct {
	Path       string
	Position   source.Position
	API        string // documented name, in the namespace it was called in
	Ops        []string
	Measured   []string // of Ops, those that the API was seen to reach
	Status     string
	Evidence   string
	Confidence string
}

// OpsScannedFile says how much of a file was seen.
type OpsScannedFile struct {
	Path          string    `json:"path"`
	Calls         int       `json:"calls"`
	TensorMethods Receivers `json:"tensor_methods"`
}

// opsStatuses are the statuses in the order of a summary, from operators that run to
// those that nobody knows.
func opsStatuses() []string {
	return []string{"supported", "no-operator", "limited", "fallback", "cuda-only", "unsupported", "unknown"}
}

// byStatus counts the calls of each status.
func (s *OpsScan) byStatus() map[string]int {
	counts := make(map[string]int)
	for _, status := range opsStatuses() {
		counts[status] = 0
	}
	for i := range s.Calls {
		counts[s.Calls[i].Status]++
	}
	return counts
}

// apis is how many different names are called.
func (s *OpsScan) apis() int {
	seen := make(map[string]bool)
	for i := range s.Calls {
		seen[s.Calls[i].API] = true
	}
	return len(seen)
}

// receivers adds up the known receivers in all files.
func (s *OpsScan) receivers() Receivers {
	var sum Receivers
	for _, f := range s.Files {
		sum.Resolved += f.TensorMethods.Resolved
		sum.Unknown += f.TensorMethods.Unknown
	}
	return sum
}

// Grid is a row for each call.
func (s *OpsScan) Grid() *OpsGrid {
	g := &OpsGrid{Columns: []string{
		"path", "cell", "line", "column", "file_line", "api", "ops", "status", "evidence", "confidence", "measured",
	}}
	for i := range s.Calls {
		c := &s.Calls[i]
		cell := ""
		if c.Position.Cell >= 0 {
			cell = strconv.Itoa(c.Position.Cell)
		}
		g.Rows = append(g.Rows, []string{
			c.Path, cell, strconv.Itoa(c.Position.Line), strconv.Itoa(c.Position.Column), strconv.Itoa(c.Position.FileLine),
			c.API, strings.Join(c.Ops, " "), c.Status, c.Evidence, c.Confidence, strings.Join(c.Measured, " "),
		})
	}
	return g
}

// Statistics is a row for each API and status, most calls first.
func (s *OpsScan) Statistics() *OpsGrid {
	type key struct{ api, status, ops string }
	counts := make(map[key]int)
	for i := range s.Calls {
		c := &s.Calls[i]
		counts[key{c.API, c.Status, strings.Join(c.Ops, " ")}]++
	}
	keys := make([]key, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.api, b.api), cmp.Compare(a.status, b.status))
	})
	g := &OpsGrid{Columns: []string{"calls", "api", "status", "ops"}, Shown: 4}
	for _, k := range keys {
		g.Rows = append(g.Rows, []string{strconv.Itoa(counts[k]), k.api, k.status, k.ops})
	}
	return g
}

// OpsScanText writes the calls, or the counts for each API, and the summary.
func OpsScanText(w io.Writer, head OpsHead, s *OpsScan, statistics bool, style Style) error {
	g := s.Statistics()
	if !statistics {
		g = s.places()
	}
	p := newPrinter(w, style)
	p.grid(g)
	p.opsSummary(head, s)
	return p.failed("scan")
}

// places is the grid of calls as a terminal shows it.
func (s *OpsScan) places() *OpsGrid {
	g := &OpsGrid{Columns: []string{"place", "api", "status", "ops"}, Shown: 4}
	for i := range s.Calls {
		c := &s.Calls[i]
		g.Rows = append(g.Rows, []string{
			place(c.Path, c.Position), c.API, c.Status, strings.Join(c.Ops, " "),
		})
	}
	return g
}

// opsSummary tells the share of the calls with each status, and how much was not seen.
func (p *printer) opsSummary(head OpsHead, s *OpsScan) {
	if len(s.Files) == 0 && s.FilesFailed == 0 {
		p.printf("%s\n", p.bold("No Python files found."))
		return
	}
	if len(s.Calls) > 0 {
		p.printf("\n")
	}
	p.printf("%s\n", p.bold(fmt.Sprintf("%s of %s in %s", plural(len(s.Calls), "call"), plural(s.apis(), "API"), plural(len(s.Files), "file"))))
	counts := s.byStatus()
	for _, status := range opsStatuses() {
		if n := counts[status]; n > 0 {
			p.printf("  %-12s %6d  %6s\n", status, n, percent(n, len(s.Calls)))
		}
	}
	p.printf("%s\n", p.dim(head.line()))
	if r := s.receivers(); r.Unknown > 0 {
		p.printf("%s\n", p.dim(r.line()))
	}
	if line := unseen(&Input{FilesFailed: s.FilesFailed, Foreign: s.Foreign, UnparsedLines: s.UnparsedLines}); line != "" {
		p.printf("%s\n", p.dim(line))
	}
}
