// Package semantic says what the names, values and receivers of a Python file
// are: which framework function a call reaches, what kind of object a method
// is called on, which string literals become a device and where, and which
// code can only run where CUDA is.
//
// A Model is built for one file. Scopes and bindings are built at once (one
// walk over the tree); everything else is computed when asked for and kept, so
// a file without device literals pays nothing for device flow. A Model is not
// safe for concurrent use; the tree and the database behind it are.
//
// A Project holds the files of a repository together: where a name leads into
// another file, that is found and read, and asked. Answers that rest on each
// other in circles, within a file or over several, are worked out together, so
// that no answer depends on what was asked first, nor on who asked.
//
// What a name means: resolve.go, alias.go, scope.go, bind.go; over files:
// project.go, module.go, foreign.go, global.go. What an expression yields:
// type.go, calltype.go, member.go, parts.go, narrow.go; where nothing says so,
// what is done with it: evidence.go. How circles are settled: evaluate.go,
// circle.go.
//
// Every answer carries a Confidence. It grades how sure the resolution of the
// code is, never how sure we are of Neuron.
package semantic
