package project

// random is a SplitMix64 generator. The same seed gives the same project with
// every release of Go, which math/rand does not promise.
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

func pick[T any](r *random, from []T) T { return from[r.below(len(from))] }
