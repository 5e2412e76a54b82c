package forge

import (
	"fmt"
	"testing"
)

func TestHunks(t *testing.T) {
	for _, tt := range []struct{ patch, want string }{
		{"@@ -1,3 +1,4 @@ def f():\n a\n-b\n+x\n+y\n c", "[{1 [1 0 0 3]}]"},
		{"@@ -0,0 +1,2 @@\n+a\n+b", "[{1 [0 0]}]"},
		{"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file", "[{1 [0]}]"},
		{"@@ -5,2 +6,2 @@\n a\n b\n@@ -20,1 +21,2 @@\n+n\n c\n", "[{6 [5 6]} {21 [0 20]}]"},
		// A line that was added and looks like the head of a hunk.
		{"@@ -1,1 +1,2 @@\n a\n+@@ -1 +1 @@\n", "[{1 [1 0]}]"},
		{"@@ -1,3 +1,3 @@\n a\n\n c", "[{1 [1 2 3]}]"},
		// What was cut off holds no line.
		{"@@ -1,3 +1,9 @@\n a\n+b", "[{1 []}]"},
		{"", "[]"},
		{"Binary files differ", "[]"},
	} {
		got, err := Hunks(tt.patch)
		if err != nil || fmt.Sprint(got) != tt.want {
			t.Errorf("%q: %v, %v, want %s", tt.patch, got, err, tt.want)
		}
	}
	if _, err := Hunks("@@ -99999999999999999999 +1 @@"); err == nil {
		t.Error("a number that is too large is accepted")
	}
}

func TestHolding(t *testing.T) {
	f := File{Hunks: []Hunk{{First: 3, Old: []int{3, 0, 4}}, {First: 6, Old: []int{5}}}}
	for _, tt := range []struct {
		first, last int
		want        bool
	}{{3, 5, true}, {4, 4, true}, {2, 3, false}, {5, 6, false}, {6, 6, true}, {7, 7, false}} {
		if _, ok := f.Holding(tt.first, tt.last); ok != tt.want {
			t.Errorf("lines %d to %d: %v", tt.first, tt.last, ok)
		}
	}
}
