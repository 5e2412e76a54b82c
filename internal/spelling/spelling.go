// Package spelling finds the name that somebody meant who misspelt it.
package spelling

import (
	"math"
	"slices"
	"strings"
)

// Closest is the candidate that takes the fewest changes to make of word,
// letters counting alike in both cases; of several the first. It is empty if
// there are no candidates.
func Closest(word string, candidates []string) string {
	best, fewest := "", math.MaxInt
	for _, candidate := range candidates {
		if d := Distance(strings.ToLower(word), strings.ToLower(candidate), fewest); d < fewest {
			best, fewest = candidate, d
		}
	}
	return best
}

// Near is the closest candidate if it takes so few changes that it was probably
// meant: a third of its letters, to the nearest, and at least one. Otherwise it is empty.
func Near(word string, candidates []string) string {
	near := Closest(word, candidates)
	if limit := max(1, (len(word)+1)/3); Distance(strings.ToLower(word), strings.ToLower(near), limit) > limit {
		return ""
	}
	return near
}

// Question asks whether the candidate was meant that word is near to, as the end
// of an error; it is empty if there is none.
func Question(word string, candidates []string) string {
	if near := Near(word, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// Distance counts the bytes to insert, delete, change or swap with their
// neighbour to get from a to b. It gives up beyond limit and returns a number
// that is larger, but for the largest int, which no distance is beyond.
func Distance(a, b string, limit int) int {
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
