package rules_test

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// program is a text with its tree, which something is made of that means the
// same.
type program struct {
	*syntax.Tree

	name   string // of the file
	text   []byte
	pieces []piece
}

// piece is put in the place of a range of the text.
type piece struct {
	source.Span

	text string
}

// parsed is a program whose text Python's grammar takes as far as we know; nil
// for any other.
func parsed(t testing.TB, name string, text []byte) *program {
	t.Helper()
	file, err := source.New(name, text)
	if err != nil {
		return nil
	}
	tree, err := syntax.ParseFile(context.Background(), file, syntax.Limits{})
	if err != nil || len(tree.Errors()) > 0 {
		return nil
	}
	return &program{Tree: tree, name: name, text: file.Text}
}

// put notes that text is to stand at an offset; what is put there first stands
// in front.
func (p *program) put(at int, text string) { p.replace(source.Span{Start: at, End: at}, text) }

func (p *program) replace(span source.Span, text string) {
	p.pieces = append(p.pieces, piece{span, text})
}

// result is the text with all pieces; nil if there are none.
func (p *program) result() []byte {
	if len(p.pieces) == 0 {
		return nil
	}
	slices.SortStableFunc(p.pieces, func(a, b piece) int { return cmp.Compare(a.Start, b.Start) })
	var out bytes.Buffer
	at := 0
	for _, piece := range p.pieces {
		out.Write(p.text[at:max(at, piece.Start)])
		out.WriteString(piece.text)
		at = max(at, piece.End)
	}
	out.Write(p.text[at:])
	return out.Bytes()
}

// find lists the nodes of a kind, in the order of the text.
func (p *program) find(kinds ...syntax.Kind) []syntax.Node {
	var found []syntax.Node
	for n := range p.All(syntax.Root) {
		if slices.Contains(kinds, p.Kind(n)) {
			found = append(found, n)
		}
	}
	return found
}

// token is a byte of the text that is code: outside of strings and comments.
type token struct {
	at    int
	char  byte
	depth int // of brackets around it, its own left out
}

// tokens are the bytes of the code that are no white space.
func (p *program) tokens() []token {
	var all []token
	depth, skip := 0, p.opaque()
	for at := 0; at < len(p.text); at++ {
		if len(skip) > 0 && at == skip[0].Start {
			at = skip[0].End - 1
			skip = skip[1:]
			continue
		}
		char := p.text[at]
		if bytes.IndexByte([]byte(")]}"), char) >= 0 {
			depth--
		}
		if char > ' ' {
			all = append(all, token{at, char, depth})
		}
		if bytes.IndexByte([]byte("([{"), char) >= 0 {
			depth++
		}
	}
	return all
}

// opaque are the strings and comments.
func (p *program) opaque() []source.Span {
	var spans []source.Span
	for n := syntax.Root; int(n) < p.Len(); n++ {
		if kind := p.Kind(n); kind == syntax.KindString || kind == syntax.KindComment {
			spans = append(spans, p.Span(n))
			n = p.End(n) - 1
		}
	}
	return spans
}

// statements are those that begin a line, with their indentation.
func (p *program) statements() []statement {
	var all []statement
	for _, suite := range p.find(syntax.KindModule, syntax.KindBlock) {
		for n := range p.Children(suite) {
			start := p.Start(n)
			line := bytes.LastIndexByte(p.text[:start], '\n') + 1
			before := p.text[line:start]
			continued := line > 1 && bytes.HasSuffix(bytes.TrimRight(p.text[:line], "\r\n"), []byte(`\`))
			if p.Kind(n) != syntax.KindComment && len(bytes.Trim(before, " \t\f")) == 0 && !continued {
				all = append(all, statement{n, line, string(before)})
			}
		}
	}
	slices.SortFunc(all, func(a, b statement) int { return cmp.Compare(a.line, b.line) })
	return all
}

type statement struct {
	node   syntax.Node
	line   int // offset where its line starts
	indent string
}

// within says whether an offset lies inside one of the spans.
func within(at int, spans []source.Span) bool {
	return slices.ContainsFunc(spans, func(s source.Span) bool { return s.Start < at && at < s.End })
}
