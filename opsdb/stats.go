package opsdb

import (
	"maps"
	"slices"
	"strings"
)

// OpStats counts the entries of the tables of operators and public APIs.
type OpStats struct {
	Operators  map[string]int     // by namespace: "aten", "lax", "torchvision"
	Verdicts   int                // rows of the table of operators
	ByEvidence map[Evidence]int   // those rows by their evidence
	ByStatus   map[Status]int     // those rows by their status
	Unknown    map[string]float64 // by stack, the share of operators nothing is known of on any SDK
	APIs       int                // public APIs in the table, each once
	Aliases    int                // other spellings of them
	None       int                // of APIs, how many have no operator that could be judged
	Judged     int                // of APIs, how many reach an operator that is known of or have a verdict of their own
	Conflicts  int                // rows that some source contradicts
}

// Stats counts the entries of the tables. The stack "jax" stands for the primitives of
// JAX; the others are about the operators of PyTorch.
func (db *DB) Stats() OpStats {
	s := OpStats{
		Operators:  map[string]int{},
		ByEvidence: map[Evidence]int{},
		ByStatus:   map[Status]int{},
		Unknown:    map[string]float64{},
	}
	known := db.countVerdicts(&s)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		s.Operators[namespace(name)]++
	}
	s.Unknown["xla"] = unknownShare(known, "aten", "xla")
	s.Unknown["native"] = unknownShare(known, "aten", "native")
	s.Unknown["jax"] = unknownShare(known, "lax", "")
	db.countAPIs(&s, known)
	return s
}

// countVerdicts counts the rows of the table of operators. It returns for each
// name the stacks on which something is known of it.
func (db *DB) countVerdicts(s *OpStats) map[string]map[string]bool {
	known := map[string]map[string]bool{}
	db.Verdicts(func(v Verdict) bool {
		s.Verdicts++
		s.ByEvidence[v.Ref.Evidence]++
		s.ByStatus[v.Status]++
		if v.Conflict != "" {
			s.Conflicts++
		}
		if known[v.Operator] == nil {
			known[v.Operator] = map[string]bool{}
		}
		if v.Status != Unknown {
			known[v.Operator][v.Ref.Stack] = true
		}
		return false
	})
	return known
}

// unknownShare returns the share of the operators of a namespace that nothing
// is known of on a stack.
func unknownShare(known map[string]map[string]bool, space, stack string) float64 {
	total, unknown := 0, 0
	for name, stacks := range known {
		if namespace(name) != space {
			continue
		}
		total++
		if !stacks[stack] && !stacks[""] {
			unknown++
		}
	}
	return float64(unknown) / float64(max(total, 1))
}

// namespace tells the operators of the frameworks apart, and from public APIs.
func namespace(name string) string {
	if space, _, ok := strings.Cut(name, "::"); ok {
		return space
	}
	if strings.HasPrefix(name, "lax.") {
		return "lax"
	}
	return "api"
}

// countAPIs counts the rows of the table of public APIs, and with them the
// names that have a verdict of their own and no row there.
func (db *DB) countAPIs(s *OpStats, known map[string]map[string]bool) {
	table, _ := db.publicAPIs()
	listed := map[string]bool{}
	for cells := range table.all() {
		api := operatorAPIOf(cells)
		listed[api.Name] = true
		s.APIs++
		s.Aliases += len(api.Aliases)
		if api.Reach != ReachUnread {
			s.None++
		}
		if len(known[api.Name]) > 0 || reachesKnown(api, known) {
			s.Judged++
		}
	}
	for name, stacks := range known {
		if namespace(name) == "api" && !listed[name] && len(stacks) > 0 {
			s.APIs++
			s.Judged++
		}
	}
}

// reachesKnown tells whether something is known of an operator of an API.
func reachesKnown(api OperatorAPI, known map[string]map[string]bool) bool {
	names := slices.Clone(api.Operators)
	for _, path := range api.Sometimes {
		names = append(names, path.Operator)
	}
	return slices.ContainsFunc(names, func(name string) bool {
		operator, _ := splitOverload(name)
		return len(known[operator]) > 0
	})
}
