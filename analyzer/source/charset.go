package source

import (
	_ "embed" // the table
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// charset is an encoding of Python source. All of them agree with ASCII in the
// lower half.
type charset struct {
	name string
	// decode gives the character of a byte from 0x80 up, -1 if there is none;
	// nil means UTF-8.
	decode func(b byte) rune
	wide   bool // characters beyond ASCII take several bytes, which are not read
}

// lookupCharset finds a charset by any of the names that Python has for it.
func lookupCharset(name string) (charset, bool) {
	key := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if key == "utf-8" || strings.HasPrefix(key, "utf-8-") {
		return charset{name: "utf-8"}, true
	}
	for _, latin := range []string{"latin-1", "iso-8859-1", "iso-latin-1"} {
		if key == latin || strings.HasPrefix(key, latin+"-") {
			return charset{name: "iso-8859-1", decode: latin1}, true
		}
	}
	switch key {
	case "utf8", "utf", "u8", "cp65001":
		return charset{name: "utf-8"}, true
	case "hz", "hzgb", "hz-gb", "hz-gb-2312":
		return charset{name: "hz", decode: asciiOnly, wide: true}, true
	}
	row, ok := charsets()[charsetKey(name)]
	return row, ok
}

// charsetTable has the encodings of Python in which every text of ASCII decodes to
// itself; charsets.py prints it.
//
//go:embed charsets.txt
var charsetTable string

// charsets are the encodings of the table by all their names. A line that cannot
// be read is left out; a test holds the table against Python.
var charsets = sync.OnceValue(func() map[string]charset {
	all := make(map[string]charset)
	for line := range strings.Lines(charsetTable) {
		names, quoted, _ := strings.Cut(strings.TrimSpace(line), "\t")
		upper, err := strconv.Unquote(quoted)
		if err != nil {
			continue
		}
		list := strings.Split(names, ",")
		set := charset{name: list[0], decode: asciiOnly, wide: upper == ""}
		if upper != "" {
			set.decode = decoder([]rune(upper))
		}
		for _, name := range list {
			all[charsetKey(name)] = set
		}
	}
	return all
})

// decoder decodes by the characters of the upper half.
func decoder(upper []rune) func(b byte) rune {
	return func(b byte) rune {
		if i := int(b) - utf8.RuneSelf; i < len(upper) && upper[i] != utf8.RuneError {
			return upper[i]
		}
		return -1
	}
}

// charsetKey is a name without the differences that Python ignores.
func charsetKey(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "_")
}

func latin1(b byte) rune { return rune(b) }

func asciiOnly(byte) rune { return -1 }

// decodeAll turns body into UTF-8. Text aliases body and pieces is nil where
// the two are the same. If a byte cannot be decoded, bad is its offset;
// otherwise it is -1.
func (c charset) decodeAll(body []byte) (text []byte, pieces []piece, bad int) {
	if c.decode == nil {
		return body, nil, invalidUTF8(body)
	}
	high := indexHigh(body)
	if high < 0 {
		return body, nil, -1
	}
	text = make([]byte, 0, len(body)+len(body)/8)
	for at := 0; at < len(body); {
		run := indexHigh(body[at:])
		if run < 0 {
			run = len(body) - at
		}
		if run > 0 {
			pieces = append(pieces, piece{text: len(text), raw: at, size: run})
			text = append(text, body[at:at+run]...)
			at += run
			continue
		}
		r := c.decode(body[at])
		if r < 0 {
			return nil, nil, at
		}
		pieces = append(pieces, piece{text: len(text), raw: at, size: 1})
		text = utf8.AppendRune(text, r)
		at++
	}
	return text, pieces, -1
}

// encode is the inverse of decodeAll.
func (c charset) encode(s string) ([]byte, error) {
	if c.decode == nil {
		if at := invalidUTF8([]byte(s)); at >= 0 {
			return nil, fmt.Errorf("%w: text to write is not valid UTF-8 at byte %d", ErrEncoding, at)
		}
		return []byte(s), nil
	}
	raw := make([]byte, 0, len(s))
	for _, r := range s {
		b, ok := c.encodeRune(r)
		if !ok {
			return nil, fmt.Errorf("%w: encoding %s has no character %q", ErrEncoding, c.name, r)
		}
		raw = append(raw, b)
	}
	return raw, nil
}

// encodeRune looks r up by trying the upper half: edits are short and hardly
// ever leave ASCII.
func (c charset) encodeRune(r rune) (byte, bool) {
	if r < utf8.RuneSelf {
		return byte(r), true
	}
	for b := 0x80; b <= 0xff; b++ {
		if c.decode(byte(b)) == r {
			return byte(b), true
		}
	}
	return 0, false
}

// indexHigh is the offset of the first byte beyond ASCII, -1 if there is none.
func indexHigh(b []byte) int {
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return -1
}

// invalidUTF8 is the offset of the first byte that is not valid UTF-8, -1 if
// there is none.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
