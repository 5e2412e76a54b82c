package opsdb

import (
	"cmp"
	"slices"
	"strings"
)

// Names returns the operators and public APIs whose names begin with prefix,
// in order.
func (db *DB) Names(prefix string) []string {
	operators, _ := db.operators()
	apis, _ := db.publicAPIs()
	var names []string
	for _, table := range []sortedText{operators, apis} {
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

// Suggest returns up to n names that are closest to one that is not known:
// those that end in the same word first, then those with the fewest changes.
func (db *DB) Suggest(name string, n int) []string {
	type candidate struct {
		name     string
		distance int
	}
	word := lastWord(name)
	limit := max(2, len(word)/3)
	var near []candidate
	for _, other := range db.Names("") {
		d := 0
		if w := lastWord(other); w != word {
			d = 1 + editDistance(w, word, limit)
		}
		if d <= limit+1 {
			near = append(near, candidate{other, 100*d + min(editDistance(other, name, 99), 99)})
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

// lastWord returns what stands after the last dot or colon, without the
// underscore of an in-place operator, in lower case.
func lastWord(name string) string {
	word := name[strings.LastIndexAny(name, ".:")+1:]
	return strings.ToLower(strings.TrimSuffix(word, "_"))
}

// editDistance counts the characters to insert, delete, change or swap with
// their neighbour to get from a to b. It gives up beyond limit and returns a
// number that is larger.
func editDistance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var before []int
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
		if slices.Min(row) > limit {
			return limit + 1
		}
	}
	return last[len(b)]
}
