package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// token is a part of Python source that is shown in a colour of its own.
type token struct {
	source.Span
	class string // of the page's style
}

// tokens finds keywords, strings, comments and numbers. It need not be right
// about every text that Python takes: a wrong colour misleads nobody.
func tokens(text []byte) []token {
	var list []token
	for i := 0; i < len(text); {
		end, class := nextToken(text, i)
		if class != "" {
			list = append(list, token{source.Span{Start: i, End: end}, class})
		}
		i = end
	}
	return list
}

// nextToken is where the token at i ends and how it is shown.
func nextToken(text []byte, i int) (end int, class string) {
	switch c := text[i]; {
	case c == '#':
		return i + until(text[i:], "\n"), "comment"
	case c == '"' || c == '\'':
		return stringEnd(text, i), "string"
	case c >= '0' && c <= '9':
		return i + names(text[i:], "."), "literal"
	case isNameByte(c):
		end = i + names(text[i:], "")
		word := string(text[i:end])
		switch {
		case end < len(text) && (text[end] == '"' || text[end] == '\'') && len(word) <= 2 && strings.Trim(word, "rbfutRBFUT") == "":
			return stringEnd(text, end), "string"
		case slices.Contains(keywords(), word):
			return end, "keyword"
		}
		return end, ""
	default:
		return i + 1, ""
	}
}

// keywords are the words that Python keeps for itself.
func keywords() []string {
	return []string{
		"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
		"elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
		"not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// names is the length of the run of letters, digits and bytes of also.
func names(text []byte, also string) int {
	n := 0
	for n < len(text) && (isNameByte(text[n]) || strings.IndexByte(also, text[n]) >= 0) {
		n++
	}
	return n
}

// until is the length of the text before end, or of all of it.
func until(text []byte, end string) int {
	if n := bytes.Index(text, []byte(end)); n >= 0 {
		return n
	}
	return len(text)
}

// stringEnd is where the string ends whose first quote is at i.
func stringEnd(text []byte, i int) int {
	quote := text[i : i+1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(text[i:], triple) {
		quote = triple
	}
	for i += len(quote); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case bytes.HasPrefix(text[i:], quote):
			return i + len(quote)
		case text[i] == '\n' && len(quote) == 1:
			return i
		}
	}
	return len(text)
}
