//go:build !cgo

package syntax

import "context"

// The parser is C. Without cgo the build ends here and says so; the rest of the
// file keeps the compiler from complaining of what only C has.
var _ int = "neuronlint needs a C compiler (gcc or clang) and CGO_ENABLED=1"

const flatten = 0

type parser struct{}

func borrowParser() (*parser, error) { return nil, nil }

func (*parser) release() {}

func (*parser) parse(context.Context, []byte, int) error { return nil }

func (*parser) tree([]byte) *Tree { return nil }
