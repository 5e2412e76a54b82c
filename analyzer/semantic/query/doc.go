// Package query evaluates questions whose answers may rest on each other in
// circles. It knows nothing of Python: a client says what a question and an
// answer are.
//
// An Engine answers on demand and keeps what it found. Questions of one circle
// are worked out together, from a neutral answer up to a fixed point, so that no
// answer depends on which question came first. Chains of questions are bounded in
// depth, circles in rounds.
package query
