package syntax

// #cgo CFLAGS: -O2
// #cgo noescape nl_parse
// #cgo nocallback nl_parse
// #include "flatten.h"
import "C"

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	_ "github.com/smacker/go-tree-sitter/python" // links tree-sitter and the grammar

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// parser owns a tree-sitter parser and the buffers its trees are laid out in.
// It serves one parse at a time.
type parser struct {
	c      *C.nl_parser
	tables *C.nl_tables
	spoilt bool // a late cancellation may still be written to it
}

// parsers keeps parsers between files: making one costs as much as a small
// file. It is a cache and holds no state that a caller could see.
var parsers sync.Pool

// maxPooledNodes bounds the buffers that are kept between files (22 bytes a node), lest
// one huge file pin memory for the rest of the run.
const maxPooledNodes = 1 << 20

func borrowParser() (*parser, error) {
	if p, ok := parsers.Get().(*parser); ok {
		return p, nil
	}
	p, err := newParser()
	if err != nil {
		return nil, err
	}
	runtime.AddCleanup(p, freeParser, p.c)
	return p, nil
}

// install makes tree-sitter take its memory from the pools of the parsers. The
// process must not have used tree-sitter before.
var install = sync.OnceFunc(func() { C.nl_pool_install() })

// newParser makes a parser that lives until freeParser.
func newParser() (*parser, error) {
	install()
	c := C.nl_new()
	if c == nil {
		return nil, errMemory
	}
	return &parser{c: c, tables: tables()}, nil
}

func freeParser(c *C.nl_parser) { C.nl_free(c) }

// release gives p back for the next file, or leaves it to the collector.
func (p *parser) release() {
	if !p.spoilt && p.c.cap <= maxPooledNodes {
		parsers.Put(p)
	}
}

// How a text is read: only parsed, which benchmarks compare with, or laid out in
// the parser's buffers, by its cursor if tests want to compare.
const (
	parseOnly       = C.NL_PARSE
	flatten         = C.NL_FLATTEN
	flattenByCursor = C.NL_FLATTEN_BY_CURSOR
)

// parse runs the one call into C, which the end of ctx ends.
func (p *parser) parse(ctx context.Context, src []byte, how int) error {
	p.setCancel(0)
	stop := context.AfterFunc(ctx, func() { p.setCancel(1) })
	status := C.nl_parse(p.c, p.tables, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)),
		C.size_t(mostWork(len(src))), C.size_t(mostPlaces(src)), maxDepth, C.int(how))
	p.spoilt = !stop()
	runtime.KeepAlive(p)
	switch status {
	case C.NL_OK:
		return nil
	case C.NL_TOO_MUCH:
		return ErrTooMuch
	case C.NL_TOO_DEEP:
		return ErrTooDeep
	case C.NL_NO_MEMORY:
		return errMemory
	}
	return context.Cause(ctx)
}

// setCancel writes the flag that tree-sitter looks at while it parses.
func (p *parser) setCancel(v uintptr) {
	atomic.StoreUintptr((*uintptr)(unsafe.Pointer(&p.c.cancel)), v)
}

// tree copies the buffers into slices of Go.
func (p *parser) tree(src []byte) *Tree {
	c, n := p.c, int(p.c.len)
	t := &Tree{
		src:    src,
		kind:   copyOut[Kind](unsafe.Pointer(c.kind), n),
		field:  copyOut[Field](unsafe.Pointer(c.field), n),
		start:  copyOut[uint32](unsafe.Pointer(c.start), n),
		end:    copyOut[uint32](unsafe.Pointer(c.end), n),
		parent: copyOut[Node](unsafe.Pointer(c.parent), n),
		next:   copyOut[Node](unsafe.Pointer(c.next), n),
		last:   copyOut[Node](unsafe.Pointer(c.last), n),
	}
	t.kind[Root] = KindModule // also where nothing was understood
	for i := range int(c.errors_len) {
		pair := unsafe.Slice(c.errors, 2*c.errors_len)[2*i:]
		t.errors = append(t.errors, source.Span{Start: int(pair[0]), End: int(pair[1])})
	}
	runtime.KeepAlive(p)
	return t
}

// copyOut copies an array of C's into a slice. T has the size of its elements.
func copyOut[T any](from unsafe.Pointer, n int) []T {
	return append([]T(nil), unsafe.Slice((*T)(from), n)...)
}
