package edit

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// device is a file of n lines of which each hundredth names a device, and the
// edits that name another.
func device(tb testing.TB, n int) (*source.File, []Edit) {
	tb.Helper()
	var text strings.Builder
	var edits []Edit
	for i := range n {
		if i%100 != 50 {
			fmt.Fprintf(&text, "value_%d = function(%d, name=value)\n", i, i)
			continue
		}
		text.WriteString("x = y.to(")
		edits = append(edits, Edit{Path: "f.py", Span: source.Span{Start: text.Len(), End: text.Len() + len(`"cuda"`)}, Text: `"neuron"`})
		text.WriteString("\"cuda\")\n")
	}
	f, err := source.New("f.py", []byte(text.String()))
	if err != nil {
		tb.Fatal(err)
	}
	return f, edits
}

// BenchmarkUnified is the patch of a file, without applying its edits. It must
// grow with the file, not with its square.
func BenchmarkUnified(b *testing.B) {
	for _, n := range []int{500, 5_000, 50_000} {
		f, edits := device(b, n)
		after, err := Apply(f.Text, edits)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(f.Text)))
			for b.Loop() {
				if len(Unified(f.Path, f.Text, after, 3)) == 0 {
					b.Fatal("no patch")
				}
			}
		})
	}
}

// BenchmarkVerify applies edits and parses the result, as for each file with a
// fix.
func BenchmarkVerify(b *testing.B) {
	f, edits := device(b, 500)
	b.SetBytes(int64(len(f.Text)))
	for b.Loop() {
		if _, err := Verify(context.Background(), f, edits, nil, syntax.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}
