package source

import (
	"bytes"
	"regexp"
	"sync"
)

// cellMagic is how many bytes and lines at the start of a cell are no Python, because the
// cell begins with magic commands: the lines of those that run the rest as Python, such
// as %%time, and the whole cell of any other.
func cellMagic(text []byte) (size, lines int) {
	for {
		head := text[size:]
		start := beforeMagic(head)
		if start < 0 {
			return size, bytes.Count(text[:size], []byte("\n"))
		}
		end := bytes.IndexByte(head[start:], '\n')
		if end < 0 || !runsPython(magicName(head[start+2:start+end])) {
			return len(text), 0
		}
		size += start + end + 1
	}
}

// beforeMagic is how many bytes precede the %% that text begins with, -1 if it begins
// with something else. Colab allows comments such as #@title there, and IPython skips
// blank lines too.
func beforeMagic(text []byte) int {
	at := 0
	for at < len(text) {
		at += len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t\f\r\n"))
		if at == len(text) || text[at] != '#' {
			break
		}
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return -1
		}
		at += end
	}
	if !bytes.HasPrefix(text[at:], []byte("%%")) {
		return -1
	}
	return at
}

// magicName is the name of the magic command that line begins with.
func magicName(line []byte) string {
	end := 0
	for end < len(line) && isWord(line[end]) {
		end++
	}
	return string(line[:end])
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80
}

// runsPython reports whether the cell magic of that name runs the rest of the cell in the
// notebook's own interpreter. A cell that runs in another process, as with %%python,
// shares no names with the other cells.
func runsPython(name string) bool {
	switch name {
	case "capture", "debug", "prun", "time", "timeit", // of IPython
		"ipytest", "lprun", "memit", "mprun", "notify", "pyinstrument", "scalene", "snakeviz", "wandb":
		return true
	}
	return false
}

// timed is a line magic that measures the statement behind it.
var timed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^%?time(it)?((?:[ \t]+-[nrp][ \t]*\d+|[ \t]+-[tcqov]+|[ \t]+--no-raise-error)*)[ \t]+`)
})

// mask blanks the commands to IPython in a cell, which are no Python, and returns where
// they stood: lines that begin with %, ! or another escape, the command in x = !ls and x
// = %magic, and lines that ask for help with a question mark. Line ends stay, so that
// nothing moves. Where Python needs a statement or a value, a row of underscores stands
// for an unknown one.
func mask(text []byte) []Span {
	m := masker{text: text, ahead: Span{End: -1}}
	m.prompts()
	for m.at < len(text) {
		m.logicalLine()
	}
	return m.masks
}

type masker struct {
	text  []byte
	at    int
	masks []Span
	ahead Span // from a place in a line to the end of the line; see line
}

// logicalLine reads a line of Python with the lines it is continued on, or a
// command.
func (m *masker) logicalLine() {
	start, known := m.at, len(m.masks)
	for m.at < len(m.text) && bytes.IndexByte([]byte(" \t\f"), m.text[m.at]) >= 0 {
		m.at++
	}
	first := m.at
	if first < len(m.text) && (bytes.IndexByte([]byte("%!?/,;"), m.text[first]) >= 0 || automagic(m.line())) {
		n := m.timer()
		if n == 0 {
			m.command(first > start)
			return
		}
		m.blank(n-1, '_')
		m.blank(1, ';') // the timed code is a statement of its own
	}
	if m.python() {
		m.at, m.masks = first, m.masks[:known]
		m.command(first > start)
	}
}

// timer is the length of the command here that measures the rest of the line, 0 if there
// is none.
func (m *masker) timer() int {
	line := m.line()
	if n := len(timed().Find(line)); n < len(line) {
		return n
	}
	return 0
}

// python reads Python up to the end of the logical line, and reports whether
// it was a question instead.
func (m *masker) python() (help bool) {
	first, depth, last := m.at, 0, byte(0)
	for m.at < len(m.text) {
		c := m.text[m.at]
		switch {
		case c == '\n' && depth == 0:
			help = last == '?' && bytes.IndexByte(m.text[first:m.at], '\n') < 0
			m.at++
			return help
		case c == '=' && depth == 0 && m.assigned():
			return false
		case c > ' ' && c != '#':
			last = c
		}
		depth = max(0, depth+nesting(c))
		m.skipToken(c)
	}
	return false
}

// nesting is by how much a byte changes the number of open brackets.
func nesting(c byte) int {
	switch c {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// skipToken skips the comment, the string, the escaped character or the byte
// that begins with c.
func (m *masker) skipToken(c byte) {
	switch c {
	case '#':
		m.at += len(m.line())
	case '"', '\'':
		m.skipString(c)
	case '\\':
		m.skipEscape()
	default:
		m.at++
	}
}

// skipString skips a string that begins with the given quote. One that is not
// closed ends with its line.
func (m *masker) skipString(quote byte) {
	mark := bytes.Repeat([]byte{quote}, 3)
	if !bytes.HasPrefix(m.text[m.at:], mark) {
		mark = mark[:1]
	}
	for m.at += len(mark); m.at < len(m.text); {
		switch c := m.text[m.at]; {
		case c == '\n' && len(mark) == 1:
			return
		case c == '\\':
			m.skipEscape()
		case bytes.HasPrefix(m.text[m.at:], mark):
			m.at += len(mark)
			return
		default:
			m.at++
		}
	}
}

// skipEscape skips a backslash with the character, or the line end, behind it.
func (m *masker) skipEscape() {
	size := 2
	if bytes.HasPrefix(m.text[m.at+1:], []byte("\r\n")) {
		size = 3
	}
	m.at = min(m.at+size, len(m.text))
}

// line is the rest of the line, without its line end. Its end is searched for once,
// since all of a cell may be one line with many commands.
func (m *masker) line() []byte {
	if m.at < m.ahead.Start || m.at > m.ahead.End {
		line, _, _ := bytes.Cut(m.text[m.at:], []byte("\n"))
		m.ahead = Span{m.at, m.at + len(line)}
	}
	return bytes.TrimSuffix(m.text[m.at:m.ahead.End], []byte("\r"))
}

// assigned masks the command whose result the equals sign here assigns, with
// the rest of the line, and reports whether there was one. Of a command that
// times an expression only the name is masked.
func (m *masker) assigned() bool {
	equals := m.at
	if equals > 0 && bytes.IndexByte([]byte("=!<>:+-*/%@&|^"), m.text[equals-1]) >= 0 {
		return false
	}
	rest := bytes.TrimLeft(m.text[equals+1:], " \t\f")
	if len(rest) < 2 || rest[0] != '!' && (rest[0] != '%' || !isWord(rest[1])) {
		return false
	}
	m.at = len(m.text) - len(rest)
	if n := m.timer(); n > 0 && rest[0] == '%' {
		m.blank(n, ' ')
		m.at = equals
		return false
	}
	m.command(true)
	return true
}

// command masks the command that begins here, with the lines that a backslash
// continues it on. If needed, it leaves a name in its place.
func (m *masker) command(needed bool) {
	fill := byte(' ')
	if needed {
		fill = '_'
	}
	for m.at < len(m.text) {
		line := m.line()
		continued := bytes.HasSuffix(line, []byte(`\`))
		m.blank(len(line), fill)
		fill = ' '
		if end := bytes.IndexByte(m.text[m.at:], '\n'); end >= 0 {
			m.at += end + 1
		} else {
			m.at = len(m.text)
		}
		if !continued {
			return
		}
	}
}

// blank masks the next n bytes.
func (m *masker) blank(n int, fill byte) {
	if n == 0 {
		return
	}
	for i := range n {
		m.text[m.at+i] = fill
	}
	m.masks = append(m.masks, Span{m.at, m.at + n})
	m.at += n
}
