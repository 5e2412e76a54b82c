package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// book is a notebook of code cells with the given sources, which are JSON.
func book(sources ...string) string {
	var cells []string
	for _, s := range sources {
		cells = append(cells, fmt.Sprintf(`{"cell_type": "code", "metadata": {}, "outputs": [], "source": %s}`, s))
	}
	return "{\"cells\": [" + strings.Join(cells, ",\n") + "]}\n"
}

func mustBook(t testing.TB, raw string) *File {
	t.Helper()
	f, err := New("a.ipynb", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestNotebookText(t *testing.T) {
	for name, tc := range map[string]struct{ raw, want string }{
		"nothing":            {"", ""},
		"no cells":           {`{"cells": []}`, ""},
		"lines":              {book(`["a\n", "b"]`, `["c"]`), "a\nb\nc\n"},
		"one string":         {book(`"a\nb\n"`, `"c"`), "a\nb\nc\n"},
		"empty cells":        {book(`[]`, `""`, `[""]`, `null`, `"a"`, `[]`), "a\n"},
		"no line per string": {book(`["a", "b\nc", "\n", "", "d"]`), "ab\nc\nd\n"},
		"escapes":            {book(`"\"\\\/\b\f\t\u00e9\ud83d\ude00é"`), "\"\\/\b\f\té😀é\n"},
		"escaped line end":   {book(`["a\u000a", "b"]`), "a\nb\n"},
		"CRLF and CR":        {book(`["a\r\n", "b\rc\r"]`), "a\r\nb\nc\n"},
		"half a pair":        {book(`"\ud83dx\ude00\u0000"`), "�x��\n"},
		"mark":               {"\ufeff" + book(`"a"`), "a\n"},
		"markdown and raw": {
			`{"cells": [{"cell_type": "markdown", "source": "a"}, {"source": "b"}, {"cell_type": "code", "source": "c"}, 7, {"cell_type": "raw", "source": "d"}]}`, "c\n",
		},
		"repeated keys": {`{"cells": 1, "cells": [{"source": "a", "cell_type": "code", "source": "b"}]}`, "b\n"},
		"escaped keys":  {`{"c\u0065lls": [{"cell_type": "c\u006fde", "source": "a"}]}`, "a\n"},
		"format 3": {
			`{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["a"], "language": "python"},
			{"cell_type": "code", "input": ["b"], "language": "ruby"}]}, {}, {"cells": [{"cell_type": "code", "input": "c"}]}]}`, "a\nc\n",
		},
		"deep outputs":        {`{"cells": [{"outputs": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `, "cell_type": "code", "source": "a"}]}`, "a\n"},
		"brackets in strings": {`{"metadata": {"a": "}]\"\\"}, "cells" : [ {"outputs": ["[{\\\""] , "cell_type": "code", "source": "a" } ] }`, "a\n"},
		"language":            {`{"metadata": {"kernelspec": {"language": "Python"}, "language_info": {"name": "ipython"}}, "cells": [{"cell_type": "code", "source": "a"}]}`, "a\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(mustBook(t, tc.raw).Text); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestNotebookErrors(t *testing.T) {
	for _, tc := range []struct {
		name, raw string
		err       error
		line      int
		reason    string
	}{
		{"truncated", "{\"cells\":\n[", ErrNotebook, 2, "unexpected end"},
		{"no JSON", "{\n\n'cells'", ErrNotebook, 3, "invalid character"},
		{"bomb", strings.Repeat("[", 1_000_000), ErrNotebook, 1, "exceeded max depth"},
		{"list", "[]", ErrNotebook, 1, "no object"},
		{"no cells", `{"cells": 3}`, ErrNotebook, 1, "no list of cells"},
		{"number", "\n" + book(`"a"`, `3`), ErrNotebook, 3, "source of cell 2 is 3, which is no string"},
		{"list of numbers", book(`["a", 3]`), ErrNotebook, 1, "source of cell 1 holds 3, which is no string"},
		{"NUL", "{\n\x00}", ErrBinary, 2, "NUL"},
		{"line end in a string", "{\"a\n\": 1}", ErrNotebook, 1, "invalid character"},
		{"Latin-1", "{\n\"\xe9\": 1}", ErrEncoding, 2, "0xe9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := New("a.ipynb", []byte(tc.raw))
			var de *DecodeError
			if !errors.As(err, &de) || !errors.Is(err, tc.err) {
				t.Fatalf("got %v, want %v", err, tc.err)
			}
			if de.Line != tc.line || !strings.Contains(de.Reason, tc.reason) {
				t.Errorf("got line %d, %q; want line %d, %q", de.Line, de.Reason, tc.line, tc.reason)
			}
		})
	}
	_, err := New("a.ipynb", []byte(`{"cells": [], "metadata": {"language_info": {"name": "julia"}}}`))
	if !errors.Is(err, ErrLanguage) || !strings.Contains(err.Error(), "julia") {
		t.Errorf("another language: %v", err)
	}
}

// TestNotebookPositions names places of the second code cell, whose first line
// is a cell magic and no part of the text.
func TestNotebookPositions(t *testing.T) {
	f := mustBook(t, `{"cells": [
 {"cell_type": "code", "source": ["a\n",
  "b"]},
 {"cell_type": "markdown", "source": []},
 {"cell_type": "code", "source": [
  "%%time\n",
  "é c\n",
  "d"]},
 {"cell_type": "code", "source": []}
]}`)
	for at, want := range map[string]Position{
		"a": {Line: 1, Column: 1, UTF16: 1, Byte: 1, FileLine: 2, Cell: 0},
		"b": {Line: 2, Column: 1, UTF16: 1, Byte: 1, FileLine: 3, Cell: 0},
		"c": {Line: 2, Column: 3, UTF16: 3, Byte: 4, FileLine: 7, Cell: 2},
		"d": {Line: 3, Column: 1, UTF16: 1, Byte: 1, FileLine: 8, Cell: 2},
	} {
		offset := bytes.Index(f.Text, []byte(at))
		got := f.Position(offset)
		if got != want {
			t.Errorf("%s: got %+v, want %+v", at, got, want)
		}
		if line := f.TextLine(got.Cell, got.Line); line != f.LineAt(offset) || line == 0 {
			t.Errorf("%s: line %d of the text, want %d", at, line, f.LineAt(offset))
		}
	}
	for _, none := range [][2]int{{-1, 1}, {0, 3}, {0, 0}, {1, 1}, {2, 1}, {2, 4}, {3, 1}, {9, 1}} {
		if got := f.TextLine(none[0], none[1]); got != 0 {
			t.Errorf("cell %d, line %d is line %d of the text", none[0], none[1], got)
		}
	}
	if got := mustNew(t, "a\nb\n").TextLine(-1, 2); got != 2 {
		t.Errorf("outside notebooks: line %d", got)
	}
}

// change makes one edit as package edit does.
func change(t testing.TB, f *File, span Span, text string) (string, error) {
	t.Helper()
	at, raw, err := f.RawEdit(span, text)
	if err != nil {
		return "", err
	}
	edited := string(f.Raw[:at.Start]) + string(raw) + string(f.Raw[at.End:])
	trimmed, err := f.TrimCells([]byte(edited))
	if err != nil {
		t.Fatalf("%v in %s", err, edited)
	}
	return string(trimmed), nil
}

func TestNotebookEdits(t *testing.T) {
	const lines = "[\n   \"a\\n\",\n   \"b\\n\",\n   \"c\"\n  ]"
	for _, tc := range []struct{ name, source, old, new, want string }{
		{"within a line", lines, "b", "x", "[\n   \"a\\n\",\n   \"x\\n\",\n   \"c\"\n  ]"},
		{"escapes", lines, "b", "\"\\\t\x01é", "[\n   \"a\\n\",\n   \"\\\"\\\\\\t\\u0001\\u00e9\\n\",\n   \"c\"\n  ]"},
		{"beyond the basic plane", lines, "b", "😀", "[\n   \"a\\n\",\n   \"\\ud83d\\ude00\\n\",\n   \"c\"\n  ]"},
		{"Unicode as it is", `["é"]`, "é", "ü", `["ü"]`},
		{"first line deleted", lines, "a\n", "", "[\n   \"b\\n\",\n   \"c\"\n  ]"},
		{"middle line deleted", lines, "b\n", "", "[\n   \"a\\n\",\n   \"c\"\n  ]"},
		{"last line deleted", lines, "c\n", "", "[\n   \"a\\n\",\n   \"b\"\n  ]"},
		{"two lines deleted", lines, "b\nc\n", "", "[\n   \"a\"\n  ]"},
		{"all deleted", lines, "a\nb\nc\n", "", "[\n   \"\"\n  ]"},
		{"lines joined", lines, "\nb", "+", "[\n   \"a+\\n\",\n   \"c\"\n  ]"},
		{"line inserted", lines, "b", "x\nb", "[\n   \"a\\n\",\n   \"x\\n\",\n   \"b\\n\",\n   \"c\"\n  ]"},
		{"line appended", lines, "c", "c\nx", "[\n   \"a\\n\",\n   \"b\\n\",\n   \"c\\n\",\n   \"x\"\n  ]"},
		{"to a single line", "[\n   \"a\"\n  ]", "a", "a\nx", "[\n   \"a\\n\",\n   \"x\"\n  ]"},
		{"compact", `["a\n","b"]`, "b", "x\nb", `["a\n","x\n","b"]`},
		{"one string", `"a\nb"`, "b", "x\nb", `"a\nx\nb"`},
		{"one string, last line deleted", `"a\nb"`, "b\n", "", `"a"`},
		{"last line end kept", `["a\n", "b\n"]`, "b\n", "", `["a\n", ""]`},
		{"CRLF", `["a\r\n", "b\r\n"]`, "b", "x\nb", `["a\r\n", "x\r\n", "b\r\n"]`},
		{"escapes elsewhere", `["\u0061\/\n", "b"]`, "b", "x", `["\u0061\/\n", "x"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := mustBook(t, book(tc.source))
			at := bytes.Index(f.Text, []byte(tc.old))
			got, err := change(t, f, Span{at, at + len(tc.old)}, tc.new)
			if want := book(tc.want); err != nil || got != want {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
}

func TestProtectedText(t *testing.T) {
	f := mustBook(t, book(`["%cd x\n", "a = !ls\n", "b"]`, `["c"]`))
	for text, editable := range map[string]bool{
		"a": true, "a =": true, "b": true, "c": true, "a = _": false, "___": false, " a": false, "b\n": true, "b\nc": false,
	} {
		at := bytes.Index(f.Text, []byte(text))
		if text == " a" {
			at = 4 // the last byte of the command
		}
		_, err := change(t, f, Span{at, at + len(text)}, "x")
		if (err == nil) != editable || err != nil && !errors.Is(err, ErrProtected) {
			t.Errorf("%q: got %v", text, err)
		}
	}
	for at, want := range map[int]bool{0: false, bytes.IndexByte(f.Text, 'c'): true, len(f.Text): true} {
		if got := f.EndsCell(at); got != want {
			t.Errorf("a cell ends at %d: %v", at, got)
		}
	}
}

func TestSameOutsideCells(t *testing.T) {
	f := mustBook(t, book(`"a"`, `"b"`))
	for raw, want := range map[string]bool{
		book(`"a"`, `["x", "y"]`): true,
		book(`"a"`, `"b"`) + "\n": false,
		book(`"a"`):               false,
		strings.Replace(book(`"a"`, `"b"`), "[]", "[1]", 1): false,
	} {
		if got := f.SameOutsideCells(mustBook(t, raw)); got != want {
			t.Errorf("%s: got %v", raw, got)
		}
	}
	if f.SameOutsideCells(mustNew(t, "a")) {
		t.Error("a file is the same as a notebook")
	}
}

// FuzzNotebook checks that whatever is read of a notebook is found in Raw again,
// and that a line put in front of any other changes nothing else.
func FuzzNotebook(f *testing.F) {
	for _, seed := range []string{
		book(`["a\n", "b"]`, `"c\r\n\u00e9d"`), book(`"%%time\nx = !ls\ny?\n  %cd\n"`, `["", "a\n", ""]`),
		`{"worksheets": [{"cells": [{"cell_type": "code", "input": ["a\r", "b"]}]}]}`, "\ufeff{\"cells\": []}", book(`"\ud83d\ude00\ud83d"`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		file, err := New("a.ipynb", raw)
		if err != nil {
			return
		}
		for i, c := range string(file.notebook.shown) {
			on := file.RawSpan(Span{i, i + len(string(c))})
			if !decodesTo(raw[on.Start:on.End], c) {
				t.Fatalf("%q at %d is %q on disk", c, i, raw[on.Start:on.End])
			}
		}
		// The line may come to stand in a string, or before a cell magic.
		open := bytes.ContainsAny(file.notebook.shown, "%\\\"'([{")
		for n := 1; n <= min(file.LineCount(), 10); n++ {
			at := file.LineStart(n)
			edited, err := change(t, file, Span{at, at}, "\"é\"\n")
			if err != nil {
				continue // a command to IPython
			}
			after := mustBook(t, edited)
			want := unix(string(file.Text[:at]) + "\"é\"\n" + string(file.Text[at:]))
			if got := unix(string(after.Text)); got != want && !open {
				t.Fatalf("got %q, want %q", got, want)
			}
			if !file.SameOutsideCells(after) {
				t.Fatalf("more than the cells changed: %q", edited)
			}
		}
	})
}

func unix(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// decodesTo reports whether the bytes of a JSON string stand for a character:
// as themselves, as an escape, as a line end with what parts two strings, or as
// the line end between two cells.
func decodesTo(raw []byte, c rune) bool {
	if c == '\n' {
		return len(raw) == 0 || raw[0] == '\\'
	}
	var s string
	return string(raw) == string(c) || json.Unmarshal([]byte(`"`+string(raw)+`"`), &s) == nil && (s == string(c) || s == "\x00")
}
