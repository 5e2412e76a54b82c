package semantic

// grams are the sequences of three bytes that stand in a text, in any case, as a
// set of hashes. A word of which the text lacks one does not stand there, which
// spares most of the many searches for words of which most files hold few.
type grams [1 << (gramBits - 6)]uint64

// gramBits is how long a hash is: each byte is shifted by a third of it, so that
// it has left the hash when three more have come.
const gramBits = 15

func gramsOf(text []byte) *grams {
	g := new(grams)
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

// may reports whether a word may stand in the text, in any case.
func (g *grams) may(word string) bool {
	h := uint32(0)
	for i := range len(word) {
		if h = nextGram(h, word[i]); i >= 2 && g[h>>6]&(1<<(h&63)) == 0 {
			return false
		}
	}
	return true
}

// mayAny reports whether one of the words may.
func (g *grams) mayAny(words []string) bool {
	for _, w := range words {
		if g.may(w) {
			return true
		}
	}
	return false
}
