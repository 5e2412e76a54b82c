package source

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// charset is an encoding of Python source. All of them agree with ASCII in the
// lower half.
type charset struct {
	name string
	// decode gives the character of a byte from 0x80 up, -1 if there is none;
	// nil means UTF-8.
	decode func(b byte) rune
}

// lookupCharset finds a charset by any of the names that Python has for it.
func lookupCharset(name string) (charset, bool) {
	key := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if key == "utf-8" || strings.HasPrefix(key, "utf-8-") {
		return charset{name: "utf-8"}, true
	}
	for _, latin := range []string{"latin-1", "iso-8859-1", "iso-latin-1"} {
		if key == latin || strings.HasPrefix(key, latin+"-") {
			return charset{"iso-8859-1", latin1}, true
		}
	}
	switch key {
	case "utf8", "utf", "u8", "cp65001":
		return charset{name: "utf-8"}, true
	case "latin1", "latin", "l1", "iso8859-1", "iso8859", "8859", "cp819":
		return charset{"iso-8859-1", latin1}, true
	case "iso-8859-15", "iso8859-15", "latin-9", "latin9", "l9":
		return charset{"iso-8859-15", latin9}, true
	case "cp1252", "windows-1252", "1252":
		return charset{"cp1252", windows1252}, true
	case "ascii", "us-ascii", "646", "iso646-us":
		return charset{"ascii", asciiOnly}, true
	case "gbk", "gb2312", "gb18030", "cp936", "big5", "big5hkscs", "cp950", "hz",
		"shift-jis", "sjis", "shiftjis", "cp932", "ms932", "euc-jp", "eucjp", "euc-kr", "euckr", "cp949",
		"koi8-r", "koi8-u", "cp1250", "windows-1250", "cp1251", "windows-1251", "iso-8859-2", "iso8859-2":
		// Most files with such a cookie hold nothing but ASCII all the same.
		return charset{key, asciiOnly}, true
	}
	return charset{}, false
}

func latin1(b byte) rune { return rune(b) }

func asciiOnly(byte) rune { return -1 }

// latin9 is ISO 8859-15: Latin-1 with eight places given to other characters.
func latin9(b byte) rune {
	switch b {
	case 0xa4:
		return '€'
	case 0xa6:
		return 'Š'
	case 0xa8:
		return 'š'
	case 0xb4:
		return 'Ž'
	case 0xb8:
		return 'ž'
	case 0xbc:
		return 'Œ'
	case 0xbd:
		return 'œ'
	case 0xbe:
		return 'Ÿ'
	}
	return rune(b)
}

// windows1252 is Latin-1 with characters in the place of the C1 controls.
func windows1252(b byte) rune {
	if b >= 0xa0 {
		return rune(b)
	}
	return [32]rune{
		'€', -1, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', -1, 'Ž', -1,
		-1, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', -1, 'ž', 'Ÿ',
	}[b-0x80]
}

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
