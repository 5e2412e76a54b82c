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

// deviceWord finds the device of CUDA in a text for people: a word of its own, which is no
// part of a name.
var deviceWord = regexp.MustCompile(`(?:^|[^\w.])(cuda)(?::\d+)?(?:$|[^\w.(:]|[.:](?:$|\W))`)

// describing changes what tells people of a default along with it: the help of an option,
// what the documentation says of a parameter or a field, and a comment behind the value.
// It would name the old default else.
func describing(p *analyzer.Pass, s *semantic.Source) []analyzer.Edit {
	edits := reworded(p, trailingComment(p.Tree, s.Node))
	declared := s.CLI
	if stmt := p.Tree.Statement(s.Node); declared == syntax.None && p.Tree.Kind(stmt) == syntax.KindExpressionStatement {
		declared = stmt
	}
	for _, text := range helpOf(p, declared) {
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
		edits = append(edits, rewrite.Edit(p, source.Span{Start: text.Start + at[2], End: text.Start + at[3]}, rewrite.Native))
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

// helpOf are the texts that explain the option, or the field of a class of options, that
// is declared: help="…", metadata={"help": "…"}.
func helpOf(p *analyzer.Pass, declared syntax.Node) []syntax.Node {
	if declared == syntax.None {
		return nil
	}
	type key struct{}
	return analyzer.Each(p, key{}, declared, func() (texts []syntax.Node) {
		for n := range p.Tree.All(declared) {
			if !isHelp(p.Tree, n) {
				continue
			}
			for text := range p.Tree.All(p.Tree.Child(n, syntax.FieldValue)) {
				if _, plain := p.Tree.StringValue(text); plain && p.Tree.Kind(text) == syntax.KindString {
					texts = append(texts, text)
				}
			}
		}
		return texts
	})
}

// isHelp reports whether a node gives a text that explains an option.
func isHelp(t *syntax.Tree, n syntax.Node) bool {
	switch t.Kind(n) {
	case syntax.KindKeywordArgument:
		return t.View(t.Child(n, syntax.FieldName)) == "help"
	case syntax.KindPair:
		key, _ := t.StringValue(t.Child(n, syntax.FieldKey))
		return key == "help"
	}
	return false
}

// trailingComment is the comment behind a node on its line; zero if there is none.
func trailingComment(t *syntax.Tree, n syntax.Node) source.Span {
	line := t.Source()[t.Stop(n):]
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
