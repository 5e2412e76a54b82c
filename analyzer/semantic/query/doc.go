// Package query evaluates questions whose answers may depend on each other in circles. It
// knows nothing of Python: the client defines questions and answers.
//
// An Engine answers on demand and keeps the answers it found. Questions of one circle are
// worked out together, from a neutral answer up to a fixed point. An answer therefore
// does not depend on which question came first. Chains of questions are bounded in depth,
// circles in rounds.
package query
