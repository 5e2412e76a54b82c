package say

import (
	"fmt"
	"strings"
)

// inline is a message, with what stands in backticks as code.
func inline(message string) string {
	var b strings.Builder
	for i, part := range strings.Split(strings.Join(strings.Fields(message), " "), "`") {
		if i%2 == 1 {
			b.WriteString(code(part))
		} else {
			b.WriteString(plain(part))
		}
	}
	return b.String()
}

// code is text as code, also within a table, which a bar would end.
func code(text string) string {
	if strings.ContainsAny(text, "`|") || strings.TrimSpace(text) == "" {
		return "<code>" + plain(text) + "</code>"
	}
	return "`" + text + "`"
}

// plain is text without meaning in the Markdown of GitHub and of GitLab: no markup, no
// link, no mention of anybody or of anything, which would send notifications.
func plain(text string) string {
	var b strings.Builder
	for i, r := range text {
		rest := text[i+len(string(r)):]
		switch {
		case r == '@' || r == '#':
			fmt.Fprintf(&b, "%c<!-- -->", r) // both look for these behind entities
		case strings.ContainsRune("\\`*_{}[]<>|~&$!%^", r), r == ':' && rest != "" && rest[0] != ' ',
			r == '.' && strings.HasSuffix(strings.ToLower(text[:i]), "www"):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// fenced is a block of code. Its fence is longer than any run of backticks within.
func fenced(language, text string) string {
	longest, run := 2, 0
	for _, r := range text {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return fence + language + "\n" + text + fence + "\n"
}

// sentence gives a text a full stop, and a capital letter unless code stands in front.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	if first := text[0]; 'a' <= first && first <= 'z' && !strings.ContainsAny(strings.Fields(text)[0], "._()") {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
