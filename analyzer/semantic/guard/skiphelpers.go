package guard

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// skipHelpers notes the functions used, by a call or as a value, only by tests that are
// skipped without a GPU.
func (b *guardBuilder) skipHelpers() {
	if len(b.out.skipped) == 0 {
		return
	}
	// Those that ask for a GPU come first, since not all are examined.
	rank := func(r Region) int {
		if strings.HasSuffix(r.Message, WithoutGPU) {
			return 0
		}
		return 1
	}
	first := slices.SortedStableFunc(slices.Values(b.out.skipped), func(x, y Region) int { return cmp.Compare(rank(x), rank(y)) })
	var spans []source.Span
	for _, r := range first {
		spans = append(spans, r.Span)
	}
	for _, span := range b.reached(spans)[len(spans):] {
		b.serves(span, b.userOf(span))
	}
	for _, fn := range b.fixtures() {
		if taker, ok := b.onlyTaker(fn); ok {
			b.serves(b.t.Span(fn), taker)
		}
	}
}

// serves notes a function used only by skipped tests; user is one of them.
func (b *guardBuilder) serves(fn source.Span, user Region) {
	message := user.Message
	if !strings.HasPrefix(message, onlyUsedBy) {
		message = onlyUsedBy + message
	}
	b.out.skipped = append(b.out.skipped, Region{Span: fn, Guard: user.Guard, Message: message})
}

// onlyUsedBy begins the message about functions that serve only skipped tests.
const onlyUsedBy = "only used by tests that are "

// userOf is the first of the skipped regions that names the function at span.
func (b *guardBuilder) userOf(span source.Span) Region {
	for _, r := range b.out.skipped {
		for _, use := range b.m.FunctionUses(r.Span) {
			if b.t.Span(use.Function) == span {
				return r
			}
		}
	}
	return b.out.skipped[0]
}

// fixtures returns the fixtures of a test file that tests take by name alone. Those of
// conftest.py serve other files.
func (b *guardBuilder) fixtures() (out []syntax.Node) {
	if !strings.HasPrefix(path.Base(b.m.File.Path), "test_") || !b.m.TextHas("fixture") {
		return nil
	}
	for _, fn := range b.m.Functions() {
		if slices.ContainsFunc(b.t.Decorators(fn), b.takenByName) {
			out = append(out, fn)
		}
	}
	return out
}

// takenByName reports whether a decorator makes a fixture that only tests naming it get.
func (b *guardBuilder) takenByName(decorator syntax.Node) bool {
	maker := decorator
	if b.t.Kind(decorator) == syntax.KindCall {
		if b.t.Keyword(decorator, "autouse") != syntax.None || b.t.Keyword(decorator, "name") != syntax.None {
			return false
		}
		maker = b.t.Callee(decorator)
	}
	name, _ := b.m.Name(maker)
	return name == "pytest.fixture"
}

// onlyTaker is the skipped region around the first function that takes a fixture; ok is
// false if an unskipped function takes it, or none does.
func (b *guardBuilder) onlyTaker(fixture syntax.Node) (first Region, ok bool) {
	name := b.t.Text(b.t.FuncName(fixture))
	for _, fn := range b.m.FunctionsTaking(name) {
		i := slices.IndexFunc(b.out.skipped, func(r Region) bool { return r.Span.Contains(b.t.Span(b.t.FuncName(fn))) })
		if i < 0 {
			return Region{}, false
		}
		if !ok {
			first, ok = b.out.skipped[i], true
		}
	}
	return first, ok
}
