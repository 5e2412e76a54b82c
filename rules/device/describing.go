package device

import (
	"bytes"
	"regexp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// deviceWord finds the device of CUDA in a text for people: a separate word, which is
// not part of a name.
var deviceWord = regexp.MustCompile(`(?:^|[^\w.])(cuda)(?::\d+)?(?:$|[^\w.(:]|[.:](?:$|\W))`)

// describing changes the descriptions of a default along with it: the help of an
// option, the documentation of a parameter or a field, and a comment behind the value.
// Otherwise they would name the old default.
func describing(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	edits := reworded(p, trailingComment(p.Tree, s.Node))
	declared := s.CLI
	if declared == syntax.None {
		declared = callAround(p.Tree, s.Node)
	}
	for _, text := range helpOf(p.Tree, declared) {
		edits = append(edits, reworded(p, p.Tree.Span(text))...)
	}
	return append(edits, documented(p, s)...)
}

// reworded changes the devices that a text names.
func reworded(p *analyzer.Pass, text source.Span) (edits []analyzer.Edit) {
	if text == (source.Span{}) {
		return nil
	}
	for _, at := range deviceWord.FindAllSubmatchIndex(p.Tree.Source()[text.Start:text.End], -1) {
		edits = append(edits, rewrite.Edit(p, source.Span{Start: text.Start + at[2], End: text.Start + at[3]}, rewrite.DeviceType(p)))
	}
	return edits
}

// documented changes the lines of a docstring that are about the parameter, or the field,
// of which a literal is the default.
func documented(p *analyzer.Pass, s *semantic.Source) (edits []analyzer.Edit) {
	def, name := p.Tree.Parent(p.Tree.Suite(s.Node)), p.Tree.Child(p.Tree.First(p.Tree.Statement(s.Node)), syntax.FieldLeft)
	if param := defaulted(p.Tree, s.Node); param != syntax.None {
		def, name = p.Tree.Statement(s.Node), p.Tree.Child(param, syntax.FieldName)
	} else if p.Tree.Kind(def) != syntax.KindClass || p.Tree.Kind(name) != syntax.KindIdentifier {
		return nil
	}
	edits = documentedIn(p, def, p.Tree.Bytes(name))
	if p.Tree.Kind(def) == syntax.KindFunction {
		edits = append(edits, documentedIn(p, p.Tree.EnclosingClass(def), p.Tree.Bytes(name))...)
	}
	return edits
}

// defaulted is the parameter in whose default a literal stands; None if there is none.
func defaulted(t *syntax.Tree, lit syntax.Node) syntax.Node {
	if !t.InSignature(lit) {
		return syntax.None
	}
	for n := t.Parent(lit); n != syntax.None; n = t.Parent(n) {
		switch t.Kind(n) {
		case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			return n
		case syntax.KindCall, syntax.KindFunction:
			return syntax.None
		}
	}
	return syntax.None
}

func documentedIn(p *analyzer.Pass, def syntax.Node, name []byte) (edits []analyzer.Edit) {
	doc := p.Tree.First(p.Tree.First(p.Tree.Body(def)))
	if def == syntax.None || len(name) == 0 || !p.Tree.IsDocstring(doc) {
		return nil
	}
	start := p.Tree.Start(doc)
	for line := range bytes.Lines(p.Tree.Bytes(doc)) {
		if bytes.Contains(line, name) {
			edits = append(edits, reworded(p, source.Span{Start: start, End: start + len(line)})...)
		}
		start += len(line)
	}
	return edits
}

// callAround is the call that a literal is an argument of; None if it is none.
func callAround(t *syntax.Tree, lit syntax.Node) syntax.Node {
	arg := t.Parent(lit)
	if t.Kind(arg) == syntax.KindKeywordArgument {
		arg = t.Parent(arg)
	}
	if t.Kind(arg) != syntax.KindArgumentList {
		return syntax.None
	}
	return t.Parent(arg)
}

// helpOf are the texts that explain the option, or the field of a class of options, that
// a call declares: help="…", metadata={"help": "…"}.
func helpOf(t *syntax.Tree, declared syntax.Node) []syntax.Node {
	if declared == syntax.None {
		return nil
	}
	texts := plainTexts(t, t.Keyword(declared, "help"))
	if table := t.Keyword(declared, "metadata"); t.Kind(table) == syntax.KindDictionary {
		for pair := range t.Children(table) {
			if key, _ := t.StringValue(t.Child(pair, syntax.FieldKey)); key == "help" {
				texts = append(texts, plainTexts(t, t.Child(pair, syntax.FieldValue))...)
			}
		}
	}
	return texts
}

// plainTexts are the strings of a text, except those with a value filled in.
func plainTexts(t *syntax.Tree, text syntax.Node) (texts []syntax.Node) {
	if text == syntax.None {
		return nil
	}
	for n := range t.All(text) {
		if _, plain := t.StringValue(n); plain && t.Kind(n) == syntax.KindString {
			texts = append(texts, n)
		}
	}
	return texts
}

// maxLine bounds how far behind a value its comment is looked for.
const maxLine = 1 << 10

// trailingComment is the comment behind a node on its line; zero if there is none.
func trailingComment(t *syntax.Tree, n syntax.Node) source.Span {
	line := t.Source()[t.Stop(n):]
	line = line[:min(len(line), maxLine)]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	at := bytes.IndexByte(line, '#')
	if at < 0 {
		return source.Span{}
	}
	comment := t.At(t.Stop(n) + at)
	if t.Kind(comment) != syntax.KindComment || t.Start(comment) != t.Stop(n)+at {
		return source.Span{}
	}
	return t.Span(comment)
}
