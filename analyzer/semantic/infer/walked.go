package infer

// Walked returns the result of a walk from expression to expression at one of them. It is
// computed once and remembered, also for later steps of the same walk. Otherwise a walk
// would follow every path through bindings that read each other, and there are too many
// of those.
//
// The key is a value of a type private to the walk, with everything the answer depends on
// except this model. If a walk may return to an expression on its path, its key has to
// hold the number of steps left.
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

// WalkedBefore returns the result of an earlier walk with that key, if there was one.
func WalkedBefore[T any](m *Model, key any) (answer T, ok bool) {
	known, ok := m.walks[key]
	if ok {
		answer = known.(T)
	}
	return answer, ok
}
