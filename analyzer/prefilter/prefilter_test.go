package prefilter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
)

func TestHolds(t *testing.T) {
	f := prefilter.New([]string{"cuda", "torch", "cub"}, []string{"ts", "apex_c"}, nil)
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
		if got := f.Look([]byte(text)).Holds; got != want {
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

// FuzzHolds compares the automaton with a search for one word after the other, and
// what is imported with what a search for the keyword finds.
func FuzzHolds(f *testing.F) {
	words := []string{"cuda", "torch", "cub", "cu", "orca", "xla"}
	f.Add("import torch; cucuda", uint8(3))
	f.Add("orcuda", uint8(255))
	f.Add(strings.Repeat("from a import b ", 50)+"cuda"+strings.Repeat("x import y ", 50), uint8(2))
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
		seen := prefilter.New(chosen, nil, nil).Look([]byte(text))
		if want && !seen.Holds {
			t.Errorf("%q: a word of %q is overlooked", text, chosen)
		}
		if seen.Holds {
			return
		}
		if got, all := spell(seen.Imports([]byte(text))), spell(prefilter.Imports([]byte(text))); got != all {
			t.Errorf("%q imports %q, not %q", text, all, got)
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

// A long text is read in several parts at once: a word is found wherever it
// stands, and what is imported in the order of the text.
func TestLanes(t *testing.T) {
	f := prefilter.New([]string{"cuda"}, []string{"ts"}, []string{"noqa"})
	filler := strings.Repeat("a_b .", 60)
	for at := range len(filler) {
		for word, want := range map[string]prefilter.Sight{
			"Cuda": {Holds: true}, " ts ": {Holds: true}, "cu": {}, " NOQA": {Marked: true},
		} {
			got := f.Look([]byte(filler[:at] + word + filler[at:]))
			if got.Holds != want.Holds || got.Marked != want.Marked {
				t.Fatalf("%q at %d of %d: holds %v, marked %v", word, at, len(filler), got.Holds, got.Marked)
			}
		}
		text := []byte("import a\n" + filler[:at] + "\nimport b\n" + filler[at:] + "\nimport c")
		seen := f.Look(text)
		if got := spell(seen.Imports(text)); got != "a b c" {
			t.Fatalf("imports at %d of %d: %s", at, len(filler), got)
		}
	}
}

func BenchmarkHolds(b *testing.B) {
	var names []string
	for i := range 60 {
		names = append(names, fmt.Sprintf("library_%d", i))
	}
	f := prefilter.New([]string{"cuda", "torch", "jax", "device", "nvidia", "neuron"}, names, nil)
	text := []byte(strings.Repeat("def process(self, items, *, name=\"all\"):\n    for item in items:\n        yield item.value  # nothing\n", 2000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if f.Look(text).Holds {
			b.Fatal("found something")
		}
	}
}
