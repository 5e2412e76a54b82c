package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// database is the built-in one, read once for all tests.
var database = sync.OnceValue(opsdb.New)

// snippet is the model of a small Python program in which the tests point at
// expressions: «x» marks x and is not part of the program.
type snippet struct {
	*Model
	t     testing.TB
	marks []syntax.Node // the marked expressions, in the order of their opening marks
}

// read builds the model of a marked program, which must be understood.
func read(t testing.TB, marked string) *snippet {
	t.Helper()
	text, spans := unmark(t, marked)
	s := &snippet{Model: modelOf(t, text), t: t}
	if errs := s.Tree.Errors(); len(errs) > 0 {
		t.Fatalf("%s\nis not understood at %v", text, errs)
	}
	for _, span := range spans {
		s.marks = append(s.marks, s.nodeAt(span))
	}
	return s
}

// unmark takes the marks out of a program and says what they surrounded.
func unmark(t testing.TB, marked string) (text string, spans []source.Span) {
	t.Helper()
	var out strings.Builder
	var open []int
	for _, r := range marked {
		switch r {
		case '«':
			open = append(open, len(spans))
			spans = append(spans, source.Span{Start: out.Len()})
		case '»':
			spans[open[len(open)-1]].End = out.Len()
			open = open[:len(open)-1]
		default:
			out.WriteRune(r)
		}
	}
	if len(open) > 0 {
		t.Fatalf("%s\nhas a mark that is not closed", marked)
	}
	return out.String(), spans
}

func modelOf(t testing.TB, text string) *Model {
	t.Helper()
	file, err := source.New("test.py", []byte(text))
	if err != nil {
		t.Fatalf("source.New(%.60q): %v", text, err)
	}
	tree, err := syntax.Parse(context.Background(), file.Text, syntax.Limits{})
	if err != nil {
		t.Fatalf("Parse(%.60q): %v", text, err)
	}
	return New(file, tree, database())
}

// nodeAt is the smallest node that covers exactly the span.
func (s *snippet) nodeAt(span source.Span) syntax.Node {
	s.t.Helper()
	for n := s.Tree.At(span.Start); n != syntax.None; n = s.Tree.Parent(n) {
		if s.Tree.Span(n) == span {
			return n
		}
	}
	s.t.Fatalf("%s\nhas no node %q", s.Tree.Source(), s.Tree.Source()[span.Start:span.End])
	return syntax.None
}

// name is the qualified name and confidence of the first marked expression,
// "-" if it names nothing imported.
func (s *snippet) name() string {
	name, conf := s.Name(s.marks[0])
	if name == "" {
		return "-"
	}
	return name + " " + conf.String()
}

// texts lists the source of nodes.
func (s *snippet) texts(nodes []syntax.Node) string {
	var all []string
	for _, n := range nodes {
		all = append(all, s.Tree.Text(n))
	}
	return strings.Join(all, " | ")
}

// spans lists the source of spans, each cut down to its first line.
func (s *snippet) spans(spans []source.Span) string {
	var all []string
	for _, span := range spans {
		text := strings.TrimSpace(string(s.Tree.Source()[span.Start:span.End]))
		line, _, _ := strings.Cut(text, "\n")
		all = append(all, line)
	}
	return strings.Join(all, " | ")
}

// source is the device source at a node, nil if there is none.
func (s *snippet) source(n syntax.Node) *Source {
	for _, src := range s.Devices() {
		if src.Node == n {
			return src
		}
	}
	return nil
}

// comparison is the test of a device whose literal is n, nil if there is none.
func (s *snippet) comparison(n syntax.Node) *Compare {
	for _, c := range s.Compares() {
		if c.Literal == n {
			return c
		}
	}
	return nil
}

// guard is the only guard of the program.
func (s *snippet) guard() *Guard {
	s.t.Helper()
	all := s.Guards()
	if len(all) != 1 {
		s.t.Fatalf("%s\nhas %d guards, want 1", s.Tree.Source(), len(all))
	}
	return all[0]
}

// sinks lists where a source acts: role, confidence and what takes it.
func sinks(src *Source) string {
	if src == nil {
		return "-"
	}
	var all []string
	for _, k := range src.Sinks {
		all = append(all, strings.TrimSpace(string(k.Role)+" "+k.Confidence.String()+" "+k.API))
	}
	slices.SortStableFunc(all, cmp.Compare[string])
	return strings.Join(slices.Compact(all), ", ")
}

// equal reports a difference together with the program it is about.
func (s *snippet) equal(what string, got, want any) {
	s.t.Helper()
	if got != want {
		s.t.Errorf("%s\n%s: got %v, want %v", s.Tree.Source(), what, got, want)
	}
}

func kindName(k Kind) string {
	return [...]string{
		KindUnknown: "-", KindTensor: "tensor", KindModule: "module", KindOptimizer: "optimizer",
		KindDataLoader: "loader", KindDevice: "device", KindDType: "dtype", KindNDArray: "ndarray",
		KindArray: "array", KindString: "str", KindInt: "int", KindFloat: "float", KindBool: "bool",
		KindNone: "None", KindSequence: "sequence", KindDict: "dict", KindSize: "size",
		KindInstance: "instance", infer.KindPending: "pending",
	}[k]
}
