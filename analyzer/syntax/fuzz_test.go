package syntax

import (
	"context"
	"errors"
	"testing"
	"time"
)

// FuzzParse holds any text against the invariants of the tree and every
// accessor against every node.
func FuzzParse(f *testing.F) {
	for _, src := range snippets() {
		f.Add([]byte(src))
	}
	for _, c := range constructs(f) {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		lim := Limits{MaxBytes: 1 << 16, Timeout: time.Second}
		tree, err := Parse(context.Background(), src, lim)
		switch {
		case errors.Is(err, ErrNUL), errors.Is(err, ErrTooLarge), errors.Is(err, ErrTimeout), errors.Is(err, ErrTooDeep):
			return
		case err != nil:
			t.Fatal(err)
		}
		compareWalks(t, src)
		if err := checkInvariants(tree); err != nil {
			t.Fatal(err)
		}
		for n := range min(tree.Len(), 2000) {
			visit(tree, Node(n))
		}
	})
}
