package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/analyzer"
)

// projectURL is where people read about the tool.
const projectURL = "https://github.com/neuronlint/neuronlint"

// RulePage is the page that documents a rule.
func RulePage(code string) string { return rulePage(code) }

// Sentences are the message and the help of a finding as running text.
func Sentences(d *analyzer.Diagnostic) string { return sentences(d) }

// Addresses are where a browser shows a source of the database.
func Addresses(source string) []string { return addresses(source) }

// rulePage is the page that documents a rule.
func rulePage(code string) string { return projectURL + "/blob/main/docs/rules/" + code + ".md" }

// sentences are the message and the help of a finding as running text.
func sentences(d *analyzer.Diagnostic) string {
	text := sentence(d.Message)
	if d.Help != "" {
		text += " " + sentence(d.Help)
	}
	return text
}

// sentence gives text a capital letter and a full stop, without characters that could
// disturb a terminal. Code in front keeps its case.
func sentence(text string) string {
	text = strings.TrimSpace(plain(text))
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsLower(first) && (unicode.IsLower(second) || second == ' ') && !startsWithName(text) {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// startsWithName reports whether the first word of text is a name from code,
// such as torch.cat or cuda_visible, whose case matters.
func startsWithName(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return strings.ContainsAny(strings.TrimRight(word, ".,;:"), "._(/=-")
}

// segment is a part of a message that is code, or is not.
type segment struct {
	text string
	code bool
}

// segments cuts a message at its backticks. A backtick without a partner is
// text.
func segments(message string) []segment {
	var list []segment
	add := func(text string, code bool) {
		if text != "" {
			list = append(list, segment{text, code})
		}
	}
	for {
		before, rest, ok := strings.Cut(message, "`")
		inside, after, closed := strings.Cut(rest, "`")
		if !ok || !closed {
			add(message, false)
			return list
		}
		add(before, false)
		add(inside, true)
		message = after
	}
}
