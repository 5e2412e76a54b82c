// Package words finds words in source text that show what code is about: CUDA, Neuron or
// the device of another vendor. It knows no Python.
package words

import (
	"slices"
)

// The words of each kind, in lower case.
var (
	CUDA           = []string{"cuda", "gpu"}
	NeuronPackages = []string{"torch_xla", "torch_neuronx", "libneuronxla", "jax_neuronx"}
	Neuron         = []string{"neuron", "neuronx", "libneuronxla", "xla", "torch.accelerator", "current_accelerator"}
	NeuronItself   = Neuron[:3] // those that name Neuron, and no other device as well
)

// InNames reports whether one of the words occurs in the text as a part of a name, in any
// case: "npu" occurs in is_npu, useNPU and NPUDevice, but not in inputs.
func InNames(text []byte, words []string) bool {
	for i := range text {
		for _, w := range words {
			if beginsWith(text[i:], w) && begins(text, i) && ends(text, i+len(w)) {
				return true
			}
		}
	}
	return false
}

// begins reports whether a part of a name begins at a letter: the character before it
// does not belong to that part.
func begins(text []byte, i int) bool {
	return i == 0 || !isLetter(text[i-1]) || isUpper(text[i]) && !isUpper(text[i-1])
}

// ends reports whether a part of a name ends before i, at its last letter: the next
// character is no letter, or begins the next part.
func ends(text []byte, i int) bool {
	if i == len(text) || !isLetter(text[i]) {
		return true
	}
	if !isUpper(text[i]) {
		return false
	}
	return !isUpper(text[i-1]) || i+1 < len(text) && isLetter(text[i+1]) && !isUpper(text[i+1])
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

func isLetter(c byte) bool { return isUpper(c) || 'a' <= c && c <= 'z' }

// Anywhere reports whether one of the words occurs in the text, in any case, even inside
// another word.
func Anywhere(text []byte, words []string) bool {
	var begins [256]bool
	for _, w := range words {
		begins[w[0]], begins[w[0]-'a'+'A'] = true, true
	}
	for i, c := range text {
		if begins[c] && slices.ContainsFunc(words, func(w string) bool { return beginsWith(text[i:], w) }) {
			return true
		}
	}
	return false
}

// beginsWith reports whether a text begins with a word, in any case. Words are
// in lower case.
func beginsWith(text []byte, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		c := text[i]
		if isUpper(c) {
			c += 'a' - 'A'
		}
		if c != word[i] {
			return false
		}
	}
	return true
}
