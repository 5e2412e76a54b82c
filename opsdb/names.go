package opsdb

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/internal/spelling"
)

// Names returns the operators, public APIs and names of CUDA's side that begin
// with prefix, in order.
func (db *DB) Names(prefix string) []string {
	operators, _ := db.operators()
	apis, _ := db.publicAPIs()
	cuda, _ := db.apis()
	var names []string
	for _, table := range []sortedText{operators, apis, cuda.sortedText} {
		for name := range table.keys(prefix) {
			if !strings.HasPrefix(name, prefix) {
				break
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Suggest returns up to n names that are closest to an unknown one: names with the same
// last word first, then those with the fewest changes.
func (db *DB) Suggest(name string, n int) []string {
	type candidate struct {
		name     string
		distance int
	}
	word := lastWord(name)
	limit := max(1, len(word)/3)
	module := name[:strings.LastIndexAny(name, ".:")+1]
	var near []candidate
	for _, other := range db.Names("") {
		d := 0
		if w := lastWord(other); w != word {
			if len(word) < 4 && !strings.HasPrefix(other, module) {
				continue // almost every short word has a neighbour
			}
			d = 1 + spelling.Distance(w, word, limit)
		}
		if d <= limit+1 {
			near = append(near, candidate{other, 100*d + min(spelling.Distance(other, name, 99), 99)})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	names := make([]string, 0, n)
	for _, c := range near[:min(n, len(near))] {
		names = append(names, c.name)
	}
	return names
}

// lastWord returns the text after the last dot or colon, without the underscore of an
// in-place operator, in lower case.
func lastWord(name string) string {
	word := name[strings.LastIndexAny(name, ".:")+1:]
	return strings.ToLower(strings.TrimSuffix(word, "_"))
}
