package prefilter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
)

func TestHolds(t *testing.T) {
	f := prefilter.New([]string{"cuda", "torch", "cub"}, []string{"ts", "apex_c"})
	for text, want := range map[string]bool{
		"":                           false,
		"import torch":               true,
		"import pytorch_x":           true,
		"x = 'CUDA'":                 true,
		"accuracy, cudnn":            false,
		"cucuda":                     true, // a word that begins within another
		"cucub":                      true,
		"its, tests, ts1, _ts":       false,
		"ts":                         true,
		"ts.run()":                   true,
		"import ts":                  true,
		"x.ts":                       true,
		"éts":                        false,
		"apex_C":                     true,
		"apex_Cs":                    false,
		`x = "cu" "da"`:              true,
		`x = "cu""da"`:               true,
		`x = "cu" 'bic'`:             true,
		`x = "nv" 'idia'`:            false,
		`x = "\" + "cu" "\x64a"`:     true,
		"x = ('''cu'''  # c\n 'da')": true,
		`x = "cu" "" rf"da"`:         true,
		`x = "a", "b"`:               false,
		`x = {"a": "b"}`:             false,
		`x = "to be " "or not"`:      false,
		`x = "to be" " or not"`:      false,
		`x = f"" if a else "b"`:      false,
		"'''Text.'''\nimport os":     false,
		`x = "\x63uda"`:              true,
		`x = "\u0063uda"`:            true,
		`x = "\143uda"`:              true,
		`x = "\63"`:                  false,
		`x = "\x1b[0m\n\t\d"`:        false,
		"x = 'cu\\\nda'":             true,
		"x = 'cu\\\r\nda'":           true,
		"x = 'cu\\\n' 'da'":          true,
		"x = a + \\\n  b":            false,
		`x = "\\x63uda"`:             false,
	} {
		if got := f.Holds([]byte(text)); got != want {
			t.Errorf("Holds(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestImports(t *testing.T) {
	for text, want := range map[string]string{
		"x = 1\n":                             "",
		"import a":                            "a",
		"\ufeffimport a":                      "a",
		"import a.b.c as d, e\nimport f":      "a.b.c e f",
		"if x: import a":                      "a",
		"from a.b import c, d as e\nx":        "a.b:c,d",
		"from . import c":                     ".:c",
		"from .. a . b import *":              "..a.b:",
		"from .a import (b, # c, d\n e,)":     ".a:b,e",
		"from a \\\n import \\\n b, \\\r\n c": "a:b,c",
		"# you must import it from x":         "it",
		"importlib.reimport(x)":               "",
		"from é import ü":                     "é:ü",
		"import a;from b import c":            "a b:c",
		"from the start import x":             "?",
	} {
		if got := spell(prefilter.Imports([]byte(text))); got != want {
			t.Errorf("Imports(%q) = %q, want %q", text, got, want)
		}
	}
}

// spell writes imports as "..module:name,name", or "?" where they are unclear.
func spell(all []prefilter.Import, ok bool) string {
	if !ok {
		return "?"
	}
	var out []string
	for _, imp := range all {
		text := strings.Repeat(".", imp.Level) + imp.Module
		if imp.From {
			text += ":" + strings.Join(imp.Names, ",")
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// FuzzHolds compares the automaton with a search for one word after the other.
func FuzzHolds(f *testing.F) {
	words := []string{"cuda", "torch", "cub", "cu", "orca", "xla"}
	f.Add("import torch; cucuda", uint8(3))
	f.Add("orcuda", uint8(255))
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		var chosen []string
		for i, w := range words {
			if which>>i&1 == 1 {
				chosen = append(chosen, w)
			}
		}
		want := false
		for _, w := range chosen {
			want = want || strings.Contains(asciiLower(text), w)
		}
		if got := prefilter.New(chosen, nil).Holds([]byte(text)); want && !got {
			t.Errorf("%q: a word of %q is overlooked", text, chosen)
		}
	})
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, s)
}

func BenchmarkHolds(b *testing.B) {
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("library_%d", i))
	}
	f := prefilter.New([]string{"cuda", "torch", "jax", "device", "nvidia", "neuron"}, names)
	text := []byte(strings.Repeat("def process(self, items, *, name=\"all\"):\n    for item in items:\n        yield item.value  # nothing\n", 2000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if f.Holds(text) {
			b.Fatal("found something")
		}
	}
}
