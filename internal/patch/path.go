package patch

import (
	"errors"
	"io/fs"
	"strings"
)

// Inside tells whether a path with '/' names something below the directory that it is
// relative to, without a detour. It is fs.ValidPath for names of files, which need not
// be UTF-8.
func Inside(path string) bool { return fs.ValidPath(strings.ToValidUTF8(path, "?")) }

// headerPath is the path of a "---" or "+++" line; empty for /dev/null.
func headerPath(text, prefix string) (string, error) {
	if strings.HasPrefix(text, `"`) {
		path, err := unquote(text)
		return strings.TrimPrefix(path, prefix), err
	}
	// Other programs write a time behind a tab.
	path, _, _ := strings.Cut(text, "\t")
	if path == "/dev/null" {
		return "", nil
	}
	return strings.TrimPrefix(path, prefix), nil
}

// gitPaths reads the paths of "diff --git a/x b/x". They are ambiguous where a
// name has " b/" in it, but then both are the same or lines that follow say
// them again, so that the reading in two equal halves is right where it
// matters.
func gitPaths(header string) File {
	text := header[len("diff --git "):]
	if half := len(text) / 2; len(text)%2 == 1 && text[half] == ' ' {
		first, errFirst := headerPath(text[:half], "a/")
		second, errSecond := headerPath(text[half+1:], "b/")
		if errFirst == nil && errSecond == nil && first == second {
			return File{Old: first, New: second}
		}
	}
	return File{}
}

// unquote undoes the quoting git gives to paths with bytes that a terminal
// would not show: "a\"\303\244\n". A path without quotes is itself.
func unquote(text string) (string, error) {
	text, quoted := strings.CutPrefix(text, `"`)
	if !quoted {
		return text, nil
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return out.String(), nil
		case c != '\\':
			out.WriteByte(c)
		default:
			b, size := escaped(text[i+1:])
			if size == 0 {
				return "", errors.New("malformed quoting of a path")
			}
			out.WriteByte(b)
			i += size
		}
	}
	return "", errors.New("quoted path without an end")
}

// escaped reads the characters after a backslash: the byte it means and how many bytes
// it takes, 0 if it is malformed.
func escaped(text string) (byte, int) {
	if text == "" {
		return 0, 0
	}
	if i := strings.IndexByte(`abtnvfr"\`, text[0]); i >= 0 {
		return "\a\b\t\n\v\f\r\"\\"[i], 1
	}
	if len(text) < 3 || text[0] > '3' {
		return 0, 0
	}
	value := 0
	for _, digit := range []byte(text[:3]) {
		if digit < '0' || digit > '7' {
			return 0, 0
		}
		value = value*8 + int(digit-'0')
	}
	return byte(value), 3
}
