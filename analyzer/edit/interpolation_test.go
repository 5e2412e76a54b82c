package edit

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// The x of each text is replaced; Python 3.6 to 3.14 take what comes of it.
func TestFit(t *testing.T) {
	for _, tc := range []struct{ name, src, text, want string }{
		{"no f-string", `f("a", x)`, `"n"`, `f("a", "n")`},
		{"double quotes", `f"a {x} b"`, `y["n"]`, `f"a {y['n']} b"`},
		{"single quotes", `f'{x}'`, `y["n"]`, `f'{y["n"]}'`},
		{"single quotes to double", `f'{x}'`, `y['n']`, `f'{y["n"]}'`},
		{"shown with its text", `f"{x=}"`, `y["n"]`, ""},
		{"shown with spaces", `f"{(x) = }"`, "y", ""},
		{"shown with a format", `f"{x=:>10}"`, "y", ""},
		{"compared", `f"{x == z}"`, "y", `f"{y == z}"`},
		{"beside what is shown", `f"{z=} {x}"`, "y", `f"{z=} {y}"`},
		{"with a format", `f"{x:>10}"`, `y["n"]`, `f"{y['n']:>10}"`},
		{"within a format", `f"{y:{x}}"`, `z["n"]`, `f"{y:{z['n']}}"`},
		{"both quotes", `f"{x}"`, `y["n"]['m']`, ""},
		{"both quotes around", `f"{f'{x}'}"`, `y["n"]`, ""},
		{"both around, none within", `f"{f'{x}'}"`, `y.n`, `f"{f'{y.n}'}"`},
		{"string in it", `f"{g('a', x)}"`, `y["n"]`, `f"{g('a', y['n'])}"`},
		{"backslash", `f"{x}"`, `'\n'`, ""},
		{"line end", `f"{x}"`, "(y\n)", ""},
		{"line end in a long string", `f"""{x}"""`, "(y\n)", "f\"\"\"{(y\n)}\"\"\""},
		{"comment", `f"""{x}"""`, "(y # n\n)", ""},
		{"long string", `f"""{x}"""`, `y["n"]`, `f"""{y['n']}"""`},
		{"string beside", `f"{y}" + x`, `"n"`, `f"{y}" + "n"`},
		{"string within", `f(x, f"{y}")`, `"n"`, `f("n", f"{y}")`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src+"\n")
			at := strings.Index(tc.src, "x")
			e, ok := FindInterpolations(b.Tree).Fit(b.ReplaceSpan(source.Span{Start: at, End: at + 1}, tc.text))
			if ok != (tc.want != "") {
				t.Fatalf("ok is %v: %+v", ok, e)
			}
			if !ok {
				return
			}
			if got := b.apply(t, e); got != tc.want+"\n" {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

// A whole f-string may be replaced by what its interpolations cannot hold.
func TestFitWhole(t *testing.T) {
	b := newBuilder(t, "f\"{x}\"\n")
	e := b.ReplaceSpan(source.Span{Start: 0, End: 6}, `"neuron"`)
	if got, ok := FindInterpolations(b.Tree).Fit(e); !ok || got != e {
		t.Errorf("%+v becomes %+v, %v", e, got, ok)
	}
}
