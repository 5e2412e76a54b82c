package scope

// Trigrams are the sequences of three bytes that stand in a text, in any case, as a
// set of hashes. A word of which the text lacks one does not stand there, which
// spares most of the many searches for words of which most files hold few.
type Trigrams [1 << (gramBits - 6)]uint64

// gramBits is how long a hash is: each byte is shifted by a third of it, so that
// it has left the hash when three more have come.
const gramBits = 15

// NewTrigrams are those of a text.
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

// MayHold reports whether a word may stand in the text, in any case.
func (g *Trigrams) MayHold(word string) bool {
	h := uint32(0)
	for i := range len(word) {
		if h = nextGram(h, word[i]); i >= 2 && g[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// MayHoldAny reports whether one of the words may stand in the text.
func (g *Trigrams) MayHoldAny(words []string) bool {
	for _, w := range words {
		if g.MayHold(w) {
			return true
		}
	}
	return false
}
