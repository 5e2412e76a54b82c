package syntax

import (
	"strings"
	"unicode/utf8"
)

// Shorten is code as it stands within a sentence: on one line, cut to 40 characters.
func Shorten(code string) string { return OneLine(code, 40) }

// OneLine is code as a message can show it: on one line, without comments, with single
// spaces, and cut to a number of characters, with dots in place of the rest.
func OneLine(code string, longest int) string {
	var out strings.Builder
	space := false
	for i := 0; i < len(code); {
		switch code[i] {
		case ' ', '\t', '\r', '\n', '\f', '\\':
			space = true
			i++
			continue
		case '#':
			i += strings.IndexByte(code[i:]+"\n", '\n')
			continue
		}
		token := tokenAt(code[i:])
		if space && keepsSpace(out.String(), code[i:]) {
			out.WriteByte(' ')
		}
		space = false
		line, _, more := strings.Cut(token, "\n")
		out.WriteString(line)
		if more {
			return cutTo(out.String(), longest-1) + "…"
		}
		i += len(token)
	}
	if text := out.String(); utf8.RuneCountInString(text) > longest {
		return cutTo(text, longest) + "…"
	}
	return out.String()
}

// tokenAt is the string that code begins with, or else its first byte.
func tokenAt(code string) string {
	if code[0] != '"' && code[0] != '\'' {
		return code[:1]
	}
	quote := code[:1]
	if strings.HasPrefix(code, strings.Repeat(quote, 3)) {
		quote = code[:3]
	}
	for i := len(quote); i < len(code); i++ {
		if code[i] == '\\' {
			i++
		} else if strings.HasPrefix(code[i:], quote) {
			return code[:i+len(quote)]
		}
	}
	return code
}

// keepsSpace reports whether white space between two pieces of code is more than layout.
func keepsSpace(before, after string) bool {
	if before == "" || strings.ContainsRune("([{", rune(before[len(before)-1])) {
		return false
	}
	attribute := len(after) > 1 && after[0] == '.' && isNameStart(after[1])
	return !strings.ContainsRune(")]},", rune(after[0])) && !attribute
}

func isNameStart(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// cutTo is the beginning of a text, of so many characters at most.
func cutTo(text string, characters int) string {
	for i := range text {
		if characters--; characters < 0 {
			return text[:i]
		}
	}
	return text
}
