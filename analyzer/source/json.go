package source

import (
	"bytes"
	"encoding/json"
	"iter"
)

// The functions of this file navigate by offsets in JSON that is known to be valid. A
// notebook is mostly pictures, which are skipped without being decoded; encoding/json
// would copy them all and keep no offsets.

// skipSpace is the offset of the next byte at or behind at that is no white
// space.
func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\r' || raw[at] == '\t') {
		at++
	}
	return at
}

// stringEnd is the offset behind the string that begins at at.
func stringEnd(raw []byte, at int) int {
	for from := at + 1; ; {
		quote := from + bytes.IndexByte(raw[from:], '"')
		escapes := quote
		for escapes > from && raw[escapes-1] == '\\' {
			escapes--
		}
		if (quote-escapes)%2 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
}

// valueEnd is the offset behind the value that begins at at, however deeply it
// is nested.
func valueEnd(raw []byte, at int) int {
	depth := 0
	for at < len(raw) {
		switch raw[at] {
		case '"':
			at = stringEnd(raw, at)
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		default:
			at++
			if depth > 0 {
				continue
			}
			for at < len(raw) && bytes.IndexByte([]byte(",]} \n\r\t"), raw[at]) < 0 {
				at++
			}
		}
		if depth == 0 {
			break
		}
	}
	return at
}

// elements yields the places of the values of an array; none for another value.
func elements(raw []byte, array Span) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		if !isJSON(raw, array, '[') {
			return
		}
		for at := skipSpace(raw, array.Start+1); raw[at] != ']'; {
			value := Span{at, valueEnd(raw, at)}
			if !yield(value) {
				return
			}
			if at = skipSpace(raw, value.End); raw[at] == ',' {
				at = skipSpace(raw, at+1)
			}
		}
	}
}

// members yields the keys of an object and the places of their values, in order, with
// repetitions; none for another value.
func members(raw []byte, object Span) iter.Seq2[string, Span] {
	return func(yield func(string, Span) bool) {
		if !isJSON(raw, object, '{') {
			return
		}
		for at := skipSpace(raw, object.Start+1); raw[at] != '}'; {
			key := Span{at, stringEnd(raw, at)}
			at = skipSpace(raw, key.End) + 1 // the colon
			at = skipSpace(raw, at)
			value := Span{at, valueEnd(raw, at)}
			if !yield(stringValue(raw, key), value) {
				return
			}
			if at = skipSpace(raw, value.End); raw[at] == ',' {
				at = skipSpace(raw, at+1)
			}
		}
	}
}

// member is where the value of a key lies; the last one counts, as for every
// reader of notebooks.
func member(raw []byte, object Span, key string) (value Span, ok bool) {
	for k, v := range members(raw, object) {
		if k == key {
			value, ok = v, true
		}
	}
	return value, ok
}

// isJSON reports whether a value begins with the given byte.
func isJSON(raw []byte, value Span, first byte) bool {
	return value.Len() > 0 && raw[value.Start] == first
}

// stringValue decodes a string; it is empty for another value.
func stringValue(raw []byte, value Span) string {
	if !isJSON(raw, value, '"') {
		return ""
	}
	text := raw[value.Start:value.End]
	if bytes.IndexByte(text, '\\') < 0 {
		return string(text[1 : len(text)-1])
	}
	var s string
	if json.Unmarshal(text, &s) != nil {
		return ""
	}
	return s
}
