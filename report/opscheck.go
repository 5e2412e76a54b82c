package report

import (
	"fmt"
	"io"
	"strings"
)

// OpsChecked is the answer on an operator, or an error code, of a file.
type OpsChecked struct {
	Name    string `json:"name"`
	Count   int    `json:"count"`
	Known   bool   `json:"known"` // the database has the name
	Status  string `json:"status"`
	Trouble bool   `json:"trouble"` // it does not run on the device
	Refusal string `json:"refusal"` // the file's own error message on it
	// The following are about error codes and names that are not known.
	Reason   string `json:"reason"`
	APIs     string `json:"apis"`
	Note     string `json:"note"`
	Evidence string `json:"evidence"`
	Source   string `json:"source"`
	// Verdict is about operators that are known, and nil for the rest.
	Verdict *OpsVerdict `json:"verdict"`
}

// OpsCheck writes the operators that are in trouble or limited, and counts the rest.
func OpsCheck(w io.Writer, head OpsHead, kind string, rows []OpsChecked, style Style) error {
	p := newPrinter(w, style)
	p.sources = &sources{}
	for i := range rows {
		if row := &rows[i]; row.Trouble || !row.Known || row.Status == "limited" {
			p.checked(row)
		}
	}
	p.sourceList()
	for _, line := range head.Unread {
		p.printf("line %d is not understood: %s\n", line.Line, plain(line.Text))
	}
	p.printf("%s\n", checkedCounts(kind, rows))
	p.printf("%s\n", p.dim(head.line()))
	return p.failed("operators")
}

func (p *printer) checked(row *OpsChecked) {
	p.printf("%s %s", p.bold(plain(row.Name)), row.Status)
	if row.Count > 1 {
		p.printf(", %d times", row.Count)
	}
	p.printf("\n")
	p.fact("it says", row.Refusal)
	p.fact("reason", row.Reason)
	p.fact("reached by", row.APIs)
	p.fact("note", row.Note)
	if row.Evidence != "" {
		p.ground(row.Evidence, row.Source, "")
	}
	if row.Verdict == nil {
		return
	}
	for i := range row.Verdict.Findings {
		p.finding(&row.Verdict.Findings[i])
	}
}

// checkedCounts is the summary, by status from the worst.
func checkedCounts(kind string, rows []OpsChecked) string {
	noun := "operator"
	if kind == "log" {
		noun = "error code"
	}
	trouble, counts := 0, map[string]int{}
	for i := range rows {
		counts[rows[i].Status]++
		if rows[i].Trouble {
			trouble++
		}
	}
	var parts []string
	for _, status := range []string{"unsupported", "cuda-only", "fallback", "limited", "unknown", "supported", "no-operator"} {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	summary := fmt.Sprintf("%s read as %s", counted(len(rows), noun), kind)
	if len(parts) > 0 {
		summary += ": " + strings.Join(parts, ", ")
	}
	return fmt.Sprintf("%s; %d in trouble", summary, trouble)
}
