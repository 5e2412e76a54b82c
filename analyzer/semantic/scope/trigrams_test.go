package scope

import (
	"strings"
	"testing"
)

func TestTrigrams(t *testing.T) {
	text := "import torch\nx = Tensor.CUDA()  # e\n"
	g := NewTrigrams([]byte(text))
	for i := range len(text) {
		for end := i; end <= len(text); end++ {
			for _, word := range []string{text[i:end], strings.ToLower(text[i:end])} {
				if !g.MayHold(word) {
					t.Fatalf("%q may not stand in %q", word, text)
				}
			}
		}
	}
	for _, word := range []string{"neuron", "device", "gpu", "cudb", "torchx"} {
		if g.MayHold(word) {
			t.Errorf("%q may stand in %q", word, text)
		}
	}
	if g.MayHoldAny([]string{"gpu", "neuron"}) || !g.MayHoldAny([]string{"gpu", "cuda"}) || !NewTrigrams(nil).MayHold("ab") {
		t.Error("wrong about some words, or short ones")
	}
}

// Whatever stands in a text may stand there.
func FuzzTrigrams(f *testing.F) {
	f.Add("a torch", "TOR")
	f.Fuzz(func(t *testing.T, text, word string) {
		g := NewTrigrams([]byte(text))
		if strings.Contains(text, word) && !g.MayHold(word) || strings.Contains(strings.ToLower(text), "cuda") && !g.MayHold("cuda") {
			t.Errorf("%q may not stand in %q", word, text)
		}
	})
}
