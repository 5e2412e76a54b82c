package source

import (
	"bytes"
	"regexp"
	"sync"
)

// cookiePattern is the form of an encoding declaration that PEP 263 asks for.
var cookiePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)`)
})

// cookie finds the encoding that one of the first two lines of body declares,
// and the offset of that line. Without a declaration the name is "utf-8". The
// second line counts only below an empty line or a comment, as in Python.
func cookie(body []byte) (name string, at int) {
	for range 2 {
		line := body[at:]
		end := bytes.IndexAny(line, "\r\n")
		if end >= 0 {
			line = line[:end]
		}
		if bytes.Contains(line, []byte("coding")) { // most first lines do not
			if m := cookiePattern().FindSubmatch(line); m != nil {
				return string(m[1]), at
			}
		}
		blank := bytes.TrimLeft(line, " \t\f")
		if end < 0 || len(blank) > 0 && blank[0] != '#' {
			break
		}
		at += end + 1
		if body[at-1] == '\r' && at < len(body) && body[at] == '\n' {
			at++
		}
	}
	return "utf-8", 0
}
