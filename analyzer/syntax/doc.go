// Package syntax parses Python into a flat tree that never changes: a node is an
// index into slices of kinds, spans and parents. It is the only package that knows
// tree-sitter or C; a file is parsed by one call into C, which copies the tree out.
package syntax
