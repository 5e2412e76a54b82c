package place

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// placedAt is the cache key of name.
type placedAt struct {
	n       syntax.Node
	steps   int
	guesses bool
}

// maxPlacedNames bounds how many names one question follows. A result found in a cycle
// depends on the path that led into it, and is not cached.
const maxPlacedNames = 500

func (m *Places) placedWalk(guesses bool) *placedWalk {
	left := maxPlacedNames
	return &placedWalk{Places: m, guesses: guesses, left: &left}
}

// name is named, cached.
func (m *placedWalk) name(n syntax.Node, steps int) bool {
	at := placedAt{n, steps, m.guesses}
	if known, met := infer.WalkedBefore[bool](m.Model, at); met {
		return known
	}
	if *m.left--; *m.left < 0 {
		return false
	}
	circles := m.circles
	placed := m.named(n, steps)
	if m.circles == circles && *m.left >= 0 {
		return infer.Walked(m.Model, at, func() bool { return placed })
	}
	return placed
}
