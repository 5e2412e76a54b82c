package opsdb

import "sync"

// remembered keeps the answers to questions that each file asks anew: programs
// name the same few APIs over and over.
type remembered[K comparable, V any] struct {
	mu      sync.RWMutex
	answers map[K]V
}

// maxRemembered bounds the remembered names. More names than that are no API's.
const maxRemembered = 1 << 14

func newRemembered[K comparable, V any]() *remembered[K, V] {
	return &remembered[K, V]{answers: make(map[K]V)}
}

// get is the answer to a question, worked out the first time. Two goroutines
// that ask at the same time may both work it out.
func (r *remembered[K, V]) get(question K, workOut func() V) V {
	r.mu.RLock()
	answer, ok := r.answers[question]
	r.mu.RUnlock()
	if ok {
		return answer
	}
	answer = workOut()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.answers) < maxRemembered {
		r.answers[question] = answer
	}
	return answer
}
