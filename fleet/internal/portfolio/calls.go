package portfolio

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// called is an operator with its calls by status.
type called struct {
	Use

	unit     string // the last that calls it
	statuses map[string]int64
}

// countCall counts the calls of an operator of one status in one repository, whose rows stand
// together.
func countCall(calls map[string]*called, r *tables.Operator) {
	if r.Verdict == "no-operator" {
		return // it computes nothing
	}
	c := calls[r.Name]
	if c == nil {
		c = &called{Use: Use{Name: r.Name}, statuses: make(map[string]int64)}
		calls[r.Name] = c
	}
	if c.unit != r.Unit {
		c.unit = r.Unit
		c.Repositories++
	}
	c.Places += r.Places
	c.statuses[r.Verdict] += r.Places
}

// noted are operators with their statuses in words, that of most calls first.
func noted(calls map[string]*called) map[string]*Use {
	uses := make(map[string]*Use, len(calls))
	for name, c := range calls {
		list := slices.SortedFunc(maps.Keys(c.statuses), func(a, b string) int {
			return cmp.Or(cmp.Compare(c.statuses[b], c.statuses[a]), strings.Compare(a, b))
		})
		for i, status := range list {
			if list[i] = strings.ReplaceAll(status, "-", " "); len(list) > 1 {
				list[i] += ": " + number(c.statuses[status])
			}
		}
		c.Note = strings.Join(list, ", ")
		uses[name] = &c.Use
	}
	return uses
}
