package infer

// Walked is what a walk from expression to expression comes to at one of them,
// gone once: whoever comes there again, be it in the same walk, is told. Without
// that, a walk goes every way through bindings that read each other, of which
// there are more than there is time for.
//
// The key is a value of a type of the walk's own, with all that the answer depends
// on, but for this model. A walk that may come back to where it is has to say in
// the key how many steps are left.
func Walked[T any](m *Model, key any, walk func() T) T {
	if known, ok := WalkedBefore[T](m, key); ok {
		return known
	}
	answer := walk()
	if m.walks == nil {
		m.walks = make(map[any]any)
	}
	m.walks[key] = answer
	return answer
}

// WalkedBefore is what a walk of that key came to, if there was one.
func WalkedBefore[T any](m *Model, key any) (answer T, ok bool) {
	known, ok := m.walks[key]
	if ok {
		answer = known.(T)
	}
	return answer, ok
}
