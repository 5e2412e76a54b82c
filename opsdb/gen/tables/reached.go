package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// handReached lists the reach of APIs in whose source no operator was found.
type handReached struct {
	rows []record
	used []bool
}

// readReached reads the hand-written answers.
func readReached(dir string) (*handReached, error) {
	rows, err := readInput(dir, "reached.tsv", "api", "kind", "operators")
	if err != nil {
		return nil, err
	}
	return &handReached{rows: rows, used: make([]bool, len(rows))}, nil
}

// complete writes the answers to the APIs that have none, last those that name another
// API. An answer that no API takes is an error, since it is misspelt or no longer
// wanted.
func (h *handReached) complete(apis []publicAPI) error {
	byName := make(map[string]*publicAPI, len(apis))
	for i := range apis {
		byName[apis[i].name] = &apis[i]
	}
	for _, borrowed := range []bool{false, true} {
		for i := range apis {
			if err := h.answer(&apis[i], borrowed, byName); err != nil {
				return err
			}
		}
	}
	if i := slices.Index(h.used, false); i >= 0 {
		return fmt.Errorf("tables: reached.tsv: no API without operators is called %s", h.rows[i]["api"])
	}
	return nil
}

// answer completes one API. A name that the framework has no longer reaches
// nothing that could be told.
func (h *handReached) answer(api *publicAPI, borrowed bool, byName map[string]*publicAPI) error {
	row := h.find(api)
	if row < 0 || len(api.operators) > 0 || api.deprecated == "removed" {
		return nil
	}
	answer := h.rows[row]["operators"]
	if strings.HasPrefix(answer, "=") != borrowed {
		return nil
	}
	h.used[row] = true
	if err := api.take(answer, byName); err != nil {
		return fmt.Errorf("tables: reached.tsv: %s: %w", h.rows[row]["api"], err)
	}
	return nil
}

// find returns the row with the longest name that stands for an API, or -1; a
// row for APIs of one kind goes before one for all kinds.
func (h *handReached) find(api *publicAPI) int {
	best, rank := -1, 0
	for i, r := range h.rows {
		prefix, family := strings.CutSuffix(r["api"], "*")
		switch {
		case r["kind"] != "" && r["kind"] != api.kind:
			continue
		case !family && prefix != api.name, !strings.HasPrefix(api.name, prefix):
			continue
		}
		score := 4*len(prefix) + 1
		if !family {
			score += 2
		}
		if r["kind"] != "" {
			score++
		}
		if score > rank {
			best, rank = i, score
		}
	}
	return best
}

// unread is the answer for an API that a row for more names would be wrong about
// and that nobody has looked at.
const unread = "(unread)"

// take writes an answer to an API: a reason for having no operators, operators,
// or the name of an API that reaches the same ones.
func (a *publicAPI) take(answer string, byName map[string]*publicAPI) error {
	if same, ok := strings.CutPrefix(answer, "="); ok {
		other := byName[same]
		if other == nil || len(other.operators) == 0 {
			return fmt.Errorf("%s reaches no operator", same)
		}
		a.operators, a.partial, a.likeAPI = other.operators, other.partial, same
		return nil
	}
	switch {
	case answer == unread:
		return nil
	case strings.HasPrefix(answer, "("):
		a.reach = opsdb.Reach(answer)
		return nil
	}
	a.operators = strings.Fields(answer)
	return nil
}
