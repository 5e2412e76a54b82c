package syntax

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/neuronlint/neuronlint/internal/cputime"
)

// Why a text has no tree. A text with grammar errors does have one: see
// Tree.Errors.
var (
	ErrTooLarge = errors.New("file is too large to parse")
	ErrTimeout  = errors.New("parsing took too long")
	ErrTooMuch  = errors.New("making sense of code in error took too much work")
	ErrTooDeep  = errors.New("code is nested too deeply")
	ErrNUL      = errors.New("text holds a NUL byte")
	errMemory   = errors.New("out of memory")
)

const (
	defaultMaxBytes = 5 << 20
	defaultTimeout  = 2 * time.Second

	// hardMaxBytes keeps offsets and node numbers within 32 bits.
	hardMaxBytes = 1 << 30

	// maxDepth bounds the nesting of nodes, so that code that walks the tree
	// by recursion cannot exhaust its stack.
	maxDepth = 100_000
)

// The work of a parse is measured by the bytes that it asks for. Valid code takes some 30
// for each of its own, up to 75 in 8,700 files of real programs and 840 in programs of
// nothing but brackets. Recovery from an error may copy everything read since it began,
// for each line anew, so that the work grows with the square of the text. A parse that
// needs more than this is given up, on each machine alike.
const (
	workPerByte = 1000
	leastWork   = 32 << 20 // that short texts may take, however broken
)

func mostWork(length int) uint64 {
	return min(leastWork+workPerByte*uint64(length), math.MaxUint)
}

// leastPlaces is how high the stack of a parser may become, which takes 128 MB. For each
// level of the tree code has up to four places on it or a few more, so that it reaches the
// limit of levels first. Garbage such as open brackets has a place for each byte.
const leastPlaces = 1 << 19

// mostPlaces adds to these one for each comment and each continued line, which stay on the
// stack until code follows.
func mostPlaces(src []byte) int {
	return leastPlaces + bytes.Count(src, []byte("#")) + bytes.Count(src, []byte("\\\n")) + bytes.Count(src, []byte("\\\r\n"))
}

// Limits bound the cost of one parse, because error recovery on garbage takes seconds for
// a megabyte. The zero value stands for 5 MiB and 2 s.
type Limits struct {
	MaxBytes int
	Timeout  time.Duration // of work; see cputime
}

// Text is how many bytes of text are parsed.
func (l Limits) Text() int { return l.orDefault().MaxBytes }

func (l Limits) orDefault() Limits {
	if l.MaxBytes <= 0 {
		l.MaxBytes = defaultMaxBytes
	}
	if l.Timeout <= 0 {
		l.Timeout = defaultTimeout
	}
	l.MaxBytes = min(l.MaxBytes, hardMaxBytes)
	return l
}

// Parse reads Python source text into a Tree. Code that the grammar does not understand
// is no error; the tree has its place. The tree keeps src, which must not change
// afterwards. Lines must end in LF or CRLF.
func Parse(ctx context.Context, src []byte, lim Limits) (*Tree, error) {
	lim = lim.orDefault()
	if ctx.Err() != nil {
		return nil, lim.explain(context.Cause(ctx))
	}
	if len(src) > lim.MaxBytes {
		return nil, fmt.Errorf("syntax: %w: %d bytes, the limit is %d", ErrTooLarge, len(src), lim.MaxBytes)
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return nil, fmt.Errorf("syntax: %w at byte %d", ErrNUL, i)
	}
	ctx, done := cputime.WithLimit(ctx, lim.Timeout, ErrTimeout)
	defer done()
	t, err := parseAndCopy(ctx, src)
	if err == nil {
		t, err = t.mend(ctx)
	}
	if err != nil {
		return nil, lim.explain(err)
	}
	t.lookThroughParentheses()
	t.findWide()
	t.findFrames()
	return t, nil
}

// explain is the error of a parse that failed as it goes out.
func (l Limits) explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrTimeout):
		return fmt.Errorf("syntax: %w: the limit is %s", err, l.Timeout)
	}
	return fmt.Errorf("syntax: %w", err)
}

// parseAndCopy borrows a parser for one text.
func parseAndCopy(ctx context.Context, src []byte) (*Tree, error) {
	p, err := borrowParser()
	if err != nil {
		return nil, err
	}
	if err := p.parse(ctx, src, flatten); err != nil {
		p.release()
		return nil, err
	}
	t := p.tree(src)
	p.release()
	return t, nil
}
