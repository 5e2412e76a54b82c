package analyzer

import "slices"

// Words are the words that a file is searched for before it is parsed.
type Words struct {
	// Parts and Names are words of letters, digits and underscores, in any case: as a
	// part of a longer word too, or only as a whole one.
	Parts, Names []string
	// Packages are those that a statement imports, or something in them.
	Packages []string
}

// And is the union of both lists.
func (w Words) And(more Words) Words {
	return Words{
		Parts: slices.Concat(w.Parts, more.Parts), Names: slices.Concat(w.Names, more.Names),
		Packages: slices.Concat(w.Packages, more.Packages),
	}
}
