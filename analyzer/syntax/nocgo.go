//go:build !cgo

package syntax

import "context"

// The parser is C. Without cgo the build ends at a name that says so, since an undefined
// name is the only error that Go repeats word by word and adds nothing to but
// "undefined". The rest of the file keeps the compiler from complaining of names that
// only C has.
var _ = neuronlint_needs_a_C_compiler__install_gcc_or_clang__and_build_with_CGO_ENABLED_1

const flatten = 0

type parser struct{}

func borrowParser() (*parser, error) { return nil, nil }

func (*parser) release() {}

func (*parser) parse(context.Context, []byte, int) error { return nil }

func (*parser) tree([]byte) *Tree { return nil }
