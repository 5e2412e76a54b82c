package infer

import (
	"bytes"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
)

// Mentions reports whether the text of the file contains one of the words, in any case,
// even inside another word.
func (m *Model) Mentions(list []string) bool {
	return m.Trigrams().MayHoldAny(list) && words.Anywhere(m.Tree.Source(), list)
}

// SaysCUDA reports whether a text contains a word that refers to CUDA.
func (m *Model) SaysCUDA(text []byte) bool {
	text = bytes.ToLower(text)
	return slices.ContainsFunc(m.DB.CUDAWords().Text, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}
