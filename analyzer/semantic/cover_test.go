package semantic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// A Cover answers as the list of its regions does.
func TestCover(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	span := func(size int) source.Span {
		start := random.IntN(100)
		return source.Span{Start: start, End: start + random.IntN(size)}
	}
	held := 0
	for range 200 {
		c, list := make(Cover), []source.Span(nil)
		for range 10 {
			s := span(20)
			c.Add(s)
			list = append(list, s)
			asked := span(8)
			want := slices.ContainsFunc(list, func(s source.Span) bool { return s.Contains(asked) })
			if got := c.Holds(asked); got != want {
				t.Fatalf("%v in %v: %v", asked, list, got)
			} else if got {
				held++
			}
		}
	}
	if held < 100 {
		t.Errorf("only %d regions were held", held)
	}
	if (Cover{}).Holds(source.Span{}) {
		t.Error("nothing holds nothing")
	}
}
