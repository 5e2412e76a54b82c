package analyzer

import "slices"

// Words are words that a file is searched for before it is parsed: of letters,
// digits and underscores, in whatever case.
type Words struct {
	Parts []string // found also as a part of a longer word
	Names []string // found only as a whole identifier
}

// And is what both lists have.
func (w Words) And(more Words) Words {
	return Words{slices.Concat(w.Parts, more.Parts), slices.Concat(w.Names, more.Names)}
}
