package report

import (
	"regexp"

	"github.com/neuronlint/neuronlint/opsdb"
)

// wholeCode is how many characters of code the narrowest screen shows in one line.
const wholeCode = 32

// htmlSegment is a part of a sentence. A whole one stands in one line.
type htmlSegment struct {
	Text        string
	Code, Whole bool
}

// option is the name of an option, which a browser would break behind its hyphens.
var option = regexp.MustCompile(`--[a-z][a-z-]*`)

// htmlSegments are the parts of a message: code, options and prose.
func htmlSegments(message string) []htmlSegment {
	var list []htmlSegment
	for _, s := range segments(plain(message)) {
		if s.code {
			list = append(list, htmlSegment{Text: s.text, Code: true, Whole: len(s.text) <= wholeCode})
			continue
		}
		at := 0
		for _, m := range option.FindAllStringIndex(s.text, -1) {
			list = append(list, htmlSegment{Text: s.text[at:m[0]]}, htmlSegment{Text: s.text[m[0]:m[1]], Whole: true})
			at = m[1]
		}
		if at < len(s.text) {
			list = append(list, htmlSegment{Text: s.text[at:]})
		}
	}
	return list
}

// htmlPath is the path of a file, perhaps with a position in it.
type htmlPath string

var pathPart = regexp.MustCompile(`[^/_]*(?:/|_+|$)`)

// Parts are the pieces behind which a line may end: directories, and words of names.
func (p htmlPath) Parts() []string { return pathPart.FindAllString(string(p), -1) }

// htmlCitation is a place that a finding rests on: the number that it has in the list
// of sources, or else its text.
type htmlCitation struct {
	Number int
	Text   string
}

// htmlCitations are the places that a source names.
func htmlCitations(source string, cited *sources) []htmlCitation {
	var list []htmlCitation
	for _, c := range opsdb.Citations(source) {
		if c.Address == "" {
			list = append(list, htmlCitation{Text: plain(c.Text)})
		} else {
			list = append(list, htmlCitation{Number: cited.number(c)})
		}
	}
	return list
}

// htmlSource is a place to which findings refer by its number.
type htmlSource struct {
	Number        int
	Text, Address string
}

func htmlSources(cited *sources) []htmlSource {
	var list []htmlSource
	for i, c := range cited.list {
		list = append(list, htmlSource{i + 1, plain(c.Text), c.Address})
	}
	return list
}
