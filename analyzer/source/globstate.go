package source

import "slices"

// globState is a position in a PathGlob after part of a path.
type globState struct {
	at   int
	kind stateKind
}

type stateKind uint8

const (
	stateText      stateKind = iota // the token here comes next
	stateBegin                      // the same, and a component begins
	stateStar                       // behind a '*', which may take more
	stateDirs                       // behind a '**/', which may take more components
	stateComponent                  // in a component that a '**/' takes
	stateRest                       // behind a '**' that takes all of the rest
	stateKinds
)

// globStates is a set of states, in the order in which they were reached.
type globStates struct {
	list []globState
	has  []bool
}

func newGlobStates(g *PathGlob) *globStates {
	return &globStates{has: make([]bool, (len(g.text)+1)*int(stateKinds))}
}

func (s *globStates) index(state globState) int { return state.at*int(stateKinds) + int(state.kind) }

func (s *globStates) add(g *PathGlob, at int, kind stateKind) {
	state := globState{g.out(at), kind}
	if i := s.index(state); !s.has[i] {
		s.has[i] = true
		s.list = append(s.list, state)
	}
}

func (s *globStates) clear() {
	for _, state := range s.list {
		s.has[s.index(state)] = false
	}
	s.list = s.list[:0]
}

// match reports whether a glob matches all of a path.
func (g *PathGlob) match(name string) bool {
	now, next := newGlobStates(g), newGlobStates(g)
	now.add(g, 0, stateBegin)
	for name != "" {
		var r rune
		r, name = rawRune(name)
		g.settle(now)
		for _, s := range now.list {
			g.step(next, s, r)
		}
		now, next = next, now
		next.clear()
	}
	g.settle(now)
	return slices.ContainsFunc(now.list, g.ends)
}

// settle adds all states reachable from a set without a character.
func (g *PathGlob) settle(set *globStates) {
	settled := 0
	for settled < len(set.list) {
		g.spread(set, set.list[settled])
		settled++
	}
}

// spread adds the states reachable from a state without a character.
func (g *PathGlob) spread(to *globStates, s globState) {
	switch {
	case s.kind == stateStar:
		to.add(g, s.at, stateText)
	case s.kind == stateDirs:
		to.add(g, s.at, stateBegin)
	case s.kind > stateBegin || s.at == len(g.text):
	case g.text[s.at] == '{':
		for _, begin := range g.begins[s.at] {
			to.add(g, begin, s.kind)
		}
	case g.text[s.at] == '*':
		switch end, deep := g.stars(s.at); {
		case !deep || s.kind != stateBegin:
			to.add(g, end, stateStar)
		case end == len(g.text):
			to.add(g, end, stateRest)
		case g.text[end] == '/':
			to.add(g, end+1, stateDirs)
		default:
			to.add(g, end, stateStar)
		}
	}
}

// stars reads one or two '*', which braces may part.
func (g *PathGlob) stars(at int) (end int, deep bool) {
	end = g.out(at + 1)
	if end == len(g.text) || g.text[end] != '*' {
		return end, false
	}
	return g.out(end + 1), true
}

// step adds the states reachable from a state by a character.
func (g *PathGlob) step(to *globStates, s globState, r rune) {
	switch {
	case s.kind == stateRest, s.kind == stateStar && r != '/':
		to.add(g, s.at, s.kind)
	case s.kind == stateStar:
	case s.kind > stateBegin && r == '/':
		to.add(g, s.at, stateDirs)
	case s.kind > stateBegin:
		to.add(g, s.at, stateComponent)
	case s.at < len(g.text):
		g.stepText(to, s.at, r)
	}
}

func (g *PathGlob) stepText(to *globStates, at int, r rune) {
	switch g.text[at] {
	case '{', '*':
	case '?':
		if r != '/' {
			to.add(g, at+1, stateText)
		}
	case '[':
		if end := g.classEnd(at); inClass(g.text[at+1:end], r) {
			to.add(g, end+1, stateText)
		}
	default:
		want, rest := character(g.text[at:])
		switch {
		case want != r:
		case r == '/':
			to.add(g, len(g.text)-len(rest), stateBegin)
		default:
			to.add(g, len(g.text)-len(rest), stateText)
		}
	}
}

// ends reports whether a path may end in a state. A pattern that ends in '/**' matches
// the directory itself as well.
func (g *PathGlob) ends(s globState) bool {
	switch {
	case s.kind == stateComponent:
		return false
	case s.kind == stateRest, s.at == len(g.text):
		return true
	case s.kind > stateBegin, g.text[s.at] != '/':
		return false
	}
	at := g.out(s.at + 1)
	if at == len(g.text) || g.text[at] != '*' {
		return false
	}
	end, deep := g.stars(at)
	return deep && end == len(g.text)
}
