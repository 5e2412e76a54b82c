package source

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func mustNew(t *testing.T, raw string) *File {
	t.Helper()
	f, err := New("a.py", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNewDecodes(t *testing.T) {
	for _, tc := range []struct{ name, raw, text, encoding string }{
		{"empty", "", "", "utf-8"},
		{"plain", "x = 'é'\n", "x = 'é'\n", "utf-8"},
		{"mark", "\ufeffx = 1\n", "x = 1\n", "utf-8"},
		{"mark and cookie", "\ufeff# coding: utf-8\n", "# coding: utf-8\n", "utf-8"},
		{"latin-1", "# -*- coding: latin-1 -*-\nx = '\xe9\xa4'", "# -*- coding: latin-1 -*-\nx = 'é¤'", "iso-8859-1"},
		{"cookie below comment", "#!/usr/bin/python\n# vim: set fileencoding=ISO_8859-15 :\n'\xa4'", "#!/usr/bin/python\n# vim: set fileencoding=ISO_8859-15 :\n'€'", "iso8859_15"},
		{"cookie below CRLF", "\r\n# coding=cp1252\r\n'\x80'", "\r\n# coding=cp1252\r\n'€'", "cp1252"},
		{"cookie below CR", "#\r# coding=cp1252\r'\x80'", "#\n# coding=cp1252\n'€'", "cp1252"},
		{"cookie below code is none", "x = 1\n# coding: latin-1\n'é'", "x = 1\n# coding: latin-1\n'é'", "utf-8"},
		{"cookie on line 3 is none", "#\n#\n# coding: latin-1\n'é'", "#\n#\n# coding: latin-1\n'é'", "utf-8"},
		{"Emacs line end in cookie", "# coding: utf-8-unix\n'é'", "# coding: utf-8-unix\n'é'", "utf-8"},
		{"ASCII in a big charset", "# coding: gbk\nx = 1\n", "# coding: gbk\nx = 1\n", "gbk"},
		{"lone CR", "a\rb\r\nc\nd\r", "a\nb\r\nc\nd\n", "utf-8"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := mustNew(t, tc.raw)
			if string(f.Text) != tc.text || f.Encoding != tc.encoding {
				t.Errorf("got %q in %s, want %q in %s", f.Text, f.Encoding, tc.text, tc.encoding)
			}
			if string(f.Raw) != tc.raw {
				t.Errorf("Raw changed to %q", f.Raw)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, raw string
		err       error
		line      int
		reason    string
	}{
		{"NUL", "a\nb\x00", ErrBinary, 2, "NUL"},
		{"no cookie", "a\r\n\rb = '\xe9'", ErrEncoding, 3, "0xe9 is not valid utf-8"},
		{"behind a mark", "\ufeff\n\xff", ErrEncoding, 2, "0xff"},
		{"unknown cookie", "#\n# coding: klingon\n", ErrEncoding, 2, `unknown encoding "klingon"`},
		{"mark against cookie", "\ufeff#\n# coding: latin-1\n", ErrEncoding, 2, "contradicts"},
		{"hole in cp1252", "# coding: cp1252\n\n'\x81'", ErrEncoding, 3, "0x81 is not valid cp1252"},
		{"ascii", "# coding: ascii\n'\xe9'", ErrEncoding, 2, "ascii"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := New("a.py", []byte(tc.raw))
			var de *DecodeError
			if !errors.As(err, &de) || !errors.Is(err, tc.err) {
				t.Fatalf("got %v, want %v", err, tc.err)
			}
			if de.Line != tc.line || !strings.Contains(de.Reason, tc.reason) {
				t.Errorf("got line %d, %q; want line %d, %q", de.Line, de.Reason, tc.line, tc.reason)
			}
		})
	}
}

func TestTextAliasesRaw(t *testing.T) {
	for _, raw := range []string{"x = 'é'\r\n", "\ufeffx\n", "# coding: latin-1\nx = 1\n"} {
		f := mustNew(t, raw)
		if &f.Text[0] != &f.Raw[len(f.Raw)-len(f.Text)] {
			t.Errorf("%q was copied", raw)
		}
	}
}

// TestRawSpan finds every character of a text in the raw file by itself.
func TestRawSpan(t *testing.T) {
	const cookie = "# coding: cp1252\n"
	f := mustNew(t, cookie+"a\xe9\x80b\xe9")
	for at, want := range map[string]string{"a": "a", "é": "\xe9", "€": "\x80", "b": "b", "é€b": "\xe9\x80b", "b\xc3\xa9": "b\xe9"} {
		start := len(cookie) + bytes.Index(f.Text[len(cookie):], []byte(at))
		raw := f.RawSpan(Span{start, start + len(at)})
		if got := string(f.Raw[raw.Start:raw.End]); got != want {
			t.Errorf("%q: got %q, want %q", at, got, want)
		}
	}
	end := len(f.Text)
	if got := f.RawSpan(Span{end, end}); got != (Span{len(f.Raw), len(f.Raw)}) {
		t.Errorf("end of text: got %v, want %d", got, len(f.Raw))
	}
	if got := mustNew(t, "\ufeffab").RawSpan(Span{1, 2}); got != (Span{4, 5}) {
		t.Errorf("behind a mark: got %v", got)
	}
}

// TestMappingOfJoinedCells checks the pieces that a notebook needs: escapes,
// and a line end in Text that stands for a gap in Raw.
func TestMappingOfJoinedCells(t *testing.T) {
	raw := []byte(`["a\n","b"],["c"]`)
	f := &File{Raw: raw, Text: []byte("a\nb\nc"), pieces: []piece{
		{0, 2, 1}, {1, 3, 2}, {2, 8, 1}, {3, 9, 0}, {4, 14, 1},
	}}
	for _, tc := range []struct {
		span Span
		want string
	}{{Span{0, 1}, "a"}, {Span{0, 2}, `a\n`}, {Span{2, 3}, "b"}, {Span{4, 5}, "c"}, {Span{3, 3}, ""}} {
		got := f.RawSpan(tc.span)
		if string(raw[got.Start:got.End]) != tc.want {
			t.Errorf("%v: got %q, want %q", tc.span, raw[got.Start:got.End], tc.want)
		}
	}
	if got := f.RawOffset(3); got != 9 {
		t.Errorf("end of the first cell: got %d, want 9", got)
	}
}

func TestPosition(t *testing.T) {
	f := mustNew(t, "a\r\né😀x\n\n\fy")
	for _, tc := range []struct {
		at   string
		want Position
	}{
		{"a", Position{1, 1, 1, 1, 1, -1}},
		{"\r", Position{1, 2, 2, 2, 1, -1}},
		{"é", Position{2, 1, 1, 1, 2, -1}},
		{"😀", Position{2, 2, 2, 3, 2, -1}},
		{"x", Position{2, 3, 4, 7, 2, -1}},
		{"y", Position{4, 2, 2, 2, 4, -1}},
	} {
		at := strings.Index(string(f.Text), tc.at)
		got := f.Position(at)
		if got != tc.want {
			t.Errorf("%q: got %+v, want %+v", tc.at, got, tc.want)
		}
		if back := f.Offset(got.Line, got.Column); back != at {
			t.Errorf("%q: Offset gives %d, want %d", tc.at, back, at)
		}
	}
	inside := strings.Index(string(f.Text), "😀") + 2
	if got := f.Position(inside); got.Column != 2 || got.Byte != 3 {
		t.Errorf("within a character: got %+v", got)
	}
	if got := f.Position(1 << 30); got != f.Position(len(f.Text)) {
		t.Errorf("behind the text: got %+v", got)
	}
}

func TestLines(t *testing.T) {
	for text, want := range map[string][]string{
		"":             nil,
		"\n":           {""},
		"a":            {"a"},
		"a\n":          {"a"},
		"a\r\nb\rc\nd": {"a", "b", "c", "d"},
	} {
		f := mustNew(t, text)
		var got []string
		for n := 1; n <= f.LineCount(); n++ {
			got = append(got, string(f.Line(n)))
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if f.Line(0) != nil || f.Line(len(want)+1) != nil {
			t.Errorf("%q: lines outside are not nil", text)
		}
		if got := f.LineStart(100); got != len(f.Text) {
			t.Errorf("%q: line 100 starts at %d", text, got)
		}
	}
}

func TestOffsetClamps(t *testing.T) {
	f := mustNew(t, "ab\ncd\n")
	for _, tc := range [][3]int{{1, 99, 2}, {2, 0, 3}, {99, 1, 6}, {0, 1, 0}, {3, 5, 6}} {
		if got := f.Offset(tc[0], tc[1]); got != tc[2] {
			t.Errorf("Offset(%d, %d): got %d, want %d", tc[0], tc[1], got, tc[2])
		}
	}
}

func TestEOL(t *testing.T) {
	for raw, want := range map[string]string{
		"": "\n", "a": "\n", "a\n": "\n", "a\r\nb\r\nc\n": "\r\n", "a\nb\nc\r\n": "\n", "a\rb\rc\n": "\r",
	} {
		if got := mustNew(t, raw).EOL(); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestRawEditEncodes(t *testing.T) {
	f := mustNew(t, "# coding: iso-8859-15\n'\xa4'")
	if _, got, err := f.RawEdit(Span{}, "é€"); err != nil || string(got) != "\xe9\xa4" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, _, err := f.RawEdit(Span{}, "¤"); !errors.Is(err, ErrEncoding) {
		t.Errorf("a character that ISO 8859-15 lacks: got %v", err)
	}
	if _, _, err := mustNew(t, "").RawEdit(Span{}, "\xff"); !errors.Is(err, ErrEncoding) {
		t.Errorf("invalid UTF-8: got %v", err)
	}
}

// FuzzNew checks that what is decoded is found in Raw again, byte for byte.
func FuzzNew(f *testing.F) {
	for _, seed := range []string{"a\rb", "\ufeffx\n", "# coding: latin-1\n\xe9\xff", "# coding: cp1252\r\x80\x9f", "é😀\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := New("a.py", raw)
		if err != nil {
			return
		}
		for i, c := range string(file.Text) {
			span := Span{i, i + len(string(c))}
			on, got, err := file.RawEdit(span, string(c))
			if err != nil {
				t.Fatal(err)
			}
			if disk := raw[on.Start:on.End]; !bytes.Equal(disk, got) && c != '\n' {
				t.Fatalf("%q at %d is %q on disk and encodes as %q", c, i, disk, got)
			}
			if p := file.Position(i); file.Offset(p.Line, p.Column) != i && c != '\n' {
				t.Fatalf("%+v is not the way back to %d", p, i)
			}
		}
	})
}
