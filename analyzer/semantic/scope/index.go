package scope

// Nested marks the index of an element of a target inside a target: the outer
// position plus one in the higher bits, the inner position in the lower.
const Nested = 8

// Rest is the index of a starred target, which takes the remaining values.
const Rest = 1<<Nested - 1

// Pair splits the index of a target into the position in the outer tuple and,
// for a nested tuple, the position in that (-1 without one).
func Pair(index int) (outer, inner int) {
	if index>>Nested > 0 {
		return index>>Nested - 1, index & (1<<Nested - 1)
	}
	return index, -1
}
