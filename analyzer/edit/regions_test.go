package edit

import (
	"slices"
	"testing"
)

func TestRegions(t *testing.T) {
	r := NewRegions([]byte("a\nb\nc\nd\ne\nf\n"), []byte("new\na\nB1\nB2\nc\ne\nf\n"))
	var before, after []int
	for line := 1; line <= 6; line++ {
		before = append(before, r.Before(line))
	}
	for line := 1; line <= 7; line++ {
		after = append(after, r.After(line))
	}
	// The first block is the new line, the second is b, and the third is d,
	// which went.
	if want := []int{1, -2, 3, -3, 5, 6}; !slices.Equal(before, want) {
		t.Errorf("before: %v, want %v", before, want)
	}
	if want := []int{-1, 1, -2, -2, 3, 5, 6}; !slices.Equal(after, want) {
		t.Errorf("after: %v, want %v", after, want)
	}
}
