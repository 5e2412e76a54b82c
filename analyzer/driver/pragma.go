package driver

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/internal/spelling"
)

// pragma is a comment that silences findings.
type pragma struct {
	span  source.Span // the words of the pragma within its comment
	line  int         // of the text
	file  bool        // silences the whole file
	noqa  bool        // shared with other tools; never reported as unused
	wrong string      // the word that suggests a pragma was meant, in a comment that is none
	codes []string    // empty means all
	used  []bool      // by code; of one element if codes is empty
}

// newPragma returns a pragma that nothing has used yet.
func newPragma(p pragma) *pragma {
	p.used = make([]bool, max(1, len(p.codes)))
	return &p
}

// silences reports whether the pragma applies to a rule, and notes that it was needed.
func (p *pragma) silences(code, name string) bool {
	if len(p.codes) == 0 {
		p.used[0] = true
		return true
	}
	found := false
	for i, selector := range p.codes {
		if Matches(selector, code, name) {
			p.used[i], found = true, true
		}
	}
	return found
}

// patterns are the two spellings of a pragma, and of near misses; they are compiled once
// a run.
type patterns struct{ own, noqa, like *regexp.Regexp }

func newPatterns() patterns {
	return patterns{
		own:  regexp.MustCompile(`#\s*neuronlint:\s*(ignore-file|ignore)(\s*\[([^\]]*[^\]\s][^\]]*)\]|\s+[^\[\s]|\s*$)`),
		noqa: regexp.MustCompile(`(?i)#\s*noqa(:[ \t]*([a-z0-9_-]+(?:[ \t]*[,\s][ \t]*[a-z0-9_-]+)*))?`),
		like: regexp.MustCompile(`#\s*neuronlint:\s*([A-Za-z-]+)`),
	}
}

// pragmas finds the pragmas in the comments of a file. Text in strings that looks like
// one does not count.
func (p patterns) pragmas(f *source.File, tree *syntax.Tree) []*pragma {
	var found []*pragma
	for n := range tree.OfKind(syntax.KindComment) {
		found = p.inComment(found, f, tree.Span(n))
	}
	return found
}

// pragmaWords are the words of which every pragma has one.
func pragmaWords() []string { return []string{"neuronlint", "noqa"} }

// mayHavePragma spares most files the search through their comments.
func mayHavePragma(text []byte) bool {
	return bytes.Contains(text, []byte("neuronlint:")) ||
		bytes.Contains(text, []byte("noqa")) || bytes.Contains(text, []byte("NOQA"))
}

// inComment appends the pragmas of one comment, which may hold one of each spelling.
func (p patterns) inComment(found []*pragma, f *source.File, comment source.Span) []*pragma {
	text := f.Text[comment.Start:comment.End]
	line := f.LineAt(comment.Start)
	own := p.own.FindAllSubmatchIndex(text, -1)
	if m := p.like.FindSubmatchIndex(text); len(own) == 0 && m != nil && meansIgnore(group(text, m, 1)) {
		found = append(found, newPragma(pragma{span: within(comment, m[0], m[1]), line: line, wrong: group(text, m, 1)}))
	}
	for _, m := range own {
		found = append(found, newPragma(pragma{
			span:  within(comment, m[0], m[1]),
			line:  line,
			file:  string(text[m[2]:m[3]]) == "ignore-file",
			codes: codeList(group(text, m, 3)),
		}))
	}
	if m := p.noqa.FindSubmatchIndex(text); m != nil {
		codes := codeList(group(text, m, 2))
		if own := ownCodes(codes); len(own) > 0 || len(codes) == 0 {
			found = append(found, newPragma(pragma{
				span: within(comment, m[0], m[1]), line: line, noqa: true, codes: own,
			}))
		}
	}
	return found
}

// meansIgnore reports whether a word was probably meant to silence something: it is
// misspelt, followed by something else than a list of codes, or the word of another tool.
func meansIgnore(word string) bool {
	switch word {
	case "disable", "noqa", "off", "silence", "skip", "suppress":
		return true
	}
	return spelling.Near(word, []string{"ignore", "ignore-file"}) != ""
}

// within is a range of a comment as a range of the file.
func within(comment source.Span, start, end int) source.Span {
	return source.Span{Start: comment.Start + start, End: comment.Start + end}
}

// group is the text of the n-th group of a match; empty if it took no part.
func group(text []byte, match []int, n int) string {
	if match[2*n] < 0 {
		return ""
	}
	return string(text[match[2*n]:match[2*n+1]])
}

// codeList splits a list of codes at commas and spaces.
func codeList(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
}

// ownCodes are the codes of this tool in a list that other tools share.
func ownCodes(codes []string) []string {
	var own []string
	for _, code := range codes {
		if strings.HasPrefix(strings.ToUpper(code), "NRN") {
			own = append(own, code)
		}
	}
	return own
}
