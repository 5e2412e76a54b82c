package source

import "sort"

// piece maps a run of Text to Raw. A piece reaches to the start of the next one in Text,
// the last to the end. If it is as long in Text as in Raw, byte follows byte; otherwise
// it is one unit that only its ends divide, such as a Latin-1 letter (two bytes of Text,
// one of Raw), an escape in the JSON of a notebook (one byte of Text, two of Raw) or a
// line end between cells (one byte of Text, none of Raw).
type piece struct {
	text, raw int // where it starts
	size      int // its bytes in Raw
}

// RawOffset is the offset in Raw of the byte at an offset of Text. Within a character it
// is the character's start.
func (f *File) RawOffset(text int) int {
	text = min(max(text, 0), len(f.Text))
	if f.pieces == nil {
		return text
	}
	p, length := f.pieceAt(text)
	switch at := text - p.text; {
	case length == p.size:
		return p.raw + at
	case at >= length:
		return p.raw + p.size
	default:
		return p.raw
	}
}

// RawSpan is where s lies in Raw. Its end follows the last byte of s, so that a span
// never includes bytes that only precede the next byte of Text.
func (f *File) RawSpan(s Span) Span {
	raw := Span{Start: f.RawOffset(s.Start)}
	if raw.End = raw.Start; s.Len() <= 0 {
		return raw
	}
	end := min(s.End, len(f.Text))
	if f.pieces == nil {
		raw.End = max(end, raw.Start)
		return raw
	}
	p, length := f.pieceAt(end - 1)
	if length == p.size {
		raw.End = p.raw + end - p.text
	} else {
		raw.End = p.raw + p.size
	}
	return raw
}

// pieceAt is the piece that holds an offset of Text, and its length in Text.
func (f *File) pieceAt(text int) (p piece, length int) {
	i := sort.Search(len(f.pieces), func(i int) bool { return f.pieces[i].text > text })
	i = max(i-1, 0)
	end := len(f.Text)
	if i+1 < len(f.pieces) {
		end = f.pieces[i+1].text
	}
	return f.pieces[i], end - f.pieces[i].text
}
