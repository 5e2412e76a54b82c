package edit

import "sort"

// Finding the shortest patch takes time up to the square of the number of lines between
// the first change and the last. Texts with more than maxShortest lines there are cut at
// lines unique in both, and then where equal lines soon follow different ones. The patch
// is still valid, and nearly as short if the changes are small.
const (
	maxShortest = 20_000
	maxInner    = 400 // likewise of each piece, of which there can be many
	maxApart    = 32  // lines of both texts that may differ before equal ones
)

// diffWide finds the blocks within one that is too wide for diffShortest.
func diffWide(a, b []string, whole block) []block {
	var found []block
	at := block{oldStart: whole.oldStart, newStart: whole.newStart}
	for _, same := range append(anchors(a, b, whole), pair{whole.oldEnd, whole.newEnd}) {
		at.oldEnd, at.newEnd = same.old, same.new
		found = appendBlocks(found, diffNear(a, b, at))
		at.oldStart, at.newStart = same.old, same.new
	}
	return found
}

// pair is a line of each text.
type pair struct{ old, new int }

// anchors returns the lines unique in both texts that have the same order in both. Among
// lines that cross, it leaves out as few as possible.
func anchors(a, b []string, whole block) []pair {
	type times struct{ old, new, at int }
	count := make(map[string]*times)
	for i := whole.oldStart; i < whole.oldEnd; i++ {
		if t := count[a[i]]; t != nil {
			t.old++
		} else {
			count[a[i]] = &times{old: 1, at: i}
		}
	}
	var last []pair  // of the longest chains by their length, the one that ends first
	var pairs []pair // in the order of the new text
	var before []int // the pair in front of each, -1 for none
	var ends []int   // the number of each pair in last
	for j := whole.newStart; j < whole.newEnd; j++ {
		if t := count[b[j]]; t != nil {
			t.new++
		}
	}
	for j := whole.newStart; j < whole.newEnd; j++ {
		t := count[b[j]]
		if t == nil || t.old != 1 || t.new != 1 {
			continue
		}
		p := pair{t.at, j}
		n := sort.Search(len(last), func(i int) bool { return last[i].old > p.old })
		before = append(before, -1)
		if n > 0 {
			before[len(pairs)] = ends[n-1]
		}
		if n == len(last) {
			last, ends = append(last, p), append(ends, len(pairs))
		} else {
			last[n], ends[n] = p, len(pairs)
		}
		pairs = append(pairs, p)
	}
	chain := make([]pair, len(last))
	for n, at := len(last)-1, endOf(ends); n >= 0; n, at = n-1, before[at] {
		chain[n] = pairs[at]
	}
	return chain
}

func endOf(ends []int) int {
	if len(ends) == 0 {
		return -1
	}
	return ends[len(ends)-1]
}

// diffNear finds the blocks within one by searching, where lines differ, for the next
// equal ones.
func diffNear(a, b []string, whole block) []block {
	if size(whole) <= maxInner {
		return diffShortest(a, b, whole)
	}
	var found []block
	i, j := whole.oldStart, whole.newStart
	for i < whole.oldEnd && j < whole.newEnd {
		if a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		next := again(a[i:whole.oldEnd], b[j:whole.newEnd])
		found = appendBlocks(found, []block{{i, i + next.old, j, j + next.new}})
		i, j = i+next.old, j+next.new
	}
	found = appendBlocks(found, []block{{i, whole.oldEnd, j, whole.newEnd}})
	var inner []block
	for _, f := range found {
		if size(f) <= maxInner && f.oldEnd-f.oldStart > 1 && f.newEnd-f.newStart > 1 {
			inner = append(inner, diffShortest(a, b, f)...)
		} else {
			inner = append(inner, f)
		}
	}
	return inner
}

// again counts the lines of two texts, starting with different ones, before the next
// line equal in both; one of each if there is none soon.
func again(a, b []string) pair {
	for apart := 1; apart <= maxApart; apart++ {
		for off := range apart + 1 {
			// Lines are replaced more often than they come or go.
			i := (apart + off + 1) / 2
			if off%2 == apart%2 {
				i = (apart - off) / 2
			}
			if j := apart - i; i < len(a) && j >= 0 && j < len(b) && a[i] == b[j] {
				return pair{i, j}
			}
		}
	}
	return pair{1, 1}
}

func size(b block) int { return b.oldEnd - b.oldStart + b.newEnd - b.newStart }

// appendBlocks appends blocks to others and joins those that touch.
func appendBlocks(found, more []block) []block {
	for _, b := range more {
		n := len(found) - 1
		if n >= 0 && found[n].oldEnd == b.oldStart && found[n].newEnd == b.newStart {
			found[n].oldEnd, found[n].newEnd = b.oldEnd, b.newEnd
		} else {
			found = appendBlock(found, b)
		}
	}
	return found
}
