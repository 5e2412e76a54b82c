package scope

// Trigrams is the set of hashes of all three-byte sequences in a text, ignoring case. A
// word with a sequence missing from the set does not occur in the text. That spares most
// searches for words that few files contain.
type Trigrams [1 << (gramBits - 6)]uint64

// gramBits is the length of a hash. Each byte is shifted by a third of it, and has left
// the hash after three more bytes.
const gramBits = 15

// NewTrigrams collects the trigrams of a text.
func NewTrigrams(text []byte) *Trigrams {
	g := new(Trigrams)
	h := uint32(0)
	for i, c := range text {
		if h = nextGram(h, c); i >= 2 {
			g[h>>6] |= 1 << (h & 63)
		}
	}
	return g
}

func nextGram(h uint32, c byte) uint32 {
	return (h<<(gramBits/3) ^ uint32(c|0x20)) & (1<<gramBits - 1)
}

// MayHold reports whether a word may occur in the text, in any case.
func (g *Trigrams) MayHold(word string) bool {
	h := uint32(0)
	for i := range len(word) {
		if h = nextGram(h, word[i]); i >= 2 && g[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// MayHoldAny reports whether one of the words may occur in the text.
func (g *Trigrams) MayHoldAny(words []string) bool {
	for _, w := range words {
		if g.MayHold(w) {
			return true
		}
	}
	return false
}
