// Package scope binds the names of a Python file.
//
// New walks the tree once and makes the Table of a file: its scopes, the symbols
// in them, their bindings and uses, and the nodes that later questions begin
// with. A View adds the tree and tells which bindings may hold at a use
// (reach.go): an approximation of dominance that reads the nesting of statements
// and needs no control flow graph.
//
// A Table never changes after New and may be shared; a View must not be used by
// several goroutines if its tree is under an interrupt.
package scope
