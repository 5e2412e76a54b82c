package semantic

import (
	"strings"
	"testing"
)

func TestGrams(t *testing.T) {
	text := "import torch\nx = Tensor.CUDA()  # e\n"
	g := gramsOf([]byte(text))
	for i := range len(text) {
		for end := i; end <= len(text); end++ {
			for _, word := range []string{text[i:end], strings.ToLower(text[i:end])} {
				if !g.may(word) {
					t.Fatalf("%q may not stand in %q", word, text)
				}
			}
		}
	}
	for _, word := range []string{"neuron", "device", "gpu", "cudb", "torchx"} {
		if g.may(word) {
			t.Errorf("%q may stand in %q", word, text)
		}
	}
	if g.mayAny([]string{"gpu", "neuron"}) || !g.mayAny([]string{"gpu", "cuda"}) || !gramsOf(nil).may("ab") {
		t.Error("wrong about some words, or short ones")
	}
}

// Whatever stands in a text may stand there.
func FuzzGrams(f *testing.F) {
	f.Add("a torch", "TOR")
	f.Fuzz(func(t *testing.T, text, word string) {
		g := gramsOf([]byte(text))
		if strings.Contains(text, word) && !g.may(word) || mentions([]byte(text), []string{"cuda"}) && !g.may("cuda") {
			t.Errorf("%q may not stand in %q", word, text)
		}
	})
}
