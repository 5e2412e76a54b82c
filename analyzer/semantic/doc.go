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
// Every answer carries a Confidence. It grades how sure the resolution of the
// code is, never how sure we are of Neuron.
package semantic
