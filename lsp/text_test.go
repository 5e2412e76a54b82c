package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOffset(t *testing.T) {
	t.Parallel()
	const text = "ab\r\né\U0001f600x\rlast\n"
	tests := []struct {
		units           encoding
		line, character int
		want            string // what follows
	}{
		{utf16Units, 0, 0, text},
		{utf16Units, 0, 1, "b\r\né\U0001f600x\rlast\n"},
		{utf16Units, 0, 99, "\r\né\U0001f600x\rlast\n"}, // the end of the line
		{utf16Units, 1, 1, "\U0001f600x\rlast\n"},
		{utf16Units, 1, 2, "\U0001f600x\rlast\n"}, // within a character: in front of it
		{utf16Units, 1, 3, "x\rlast\n"},
		{utf8Units, 1, 2, "\U0001f600x\rlast\n"},
		{utf8Units, 1, 6, "x\rlast\n"},
		{utf16Units, 2, 4, "\n"},
		{utf16Units, 3, 0, ""},
		{utf16Units, 99, 5, ""},
		{utf16Units, -1, 5, text},
		{utf16Units, 0, -1, text},
	}
	for _, test := range tests {
		if got := text[test.units.offset(text, position{test.line, test.character}):]; got != test.want {
			t.Errorf("%s %d:%d: got %q, want %q", test.units, test.line, test.character, got, test.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\r\nb", "a\nb\U0001f600", 1, 1, "x\r")
	f.Add("\r\r\n\n", "é", 2, 0, "")
	f.Fuzz(func(t *testing.T, before, after string, line, character int, typed string) {
		if !utf8.ValidString(before) || !utf8.ValidString(after) || line > 1000 {
			return
		}
		for _, units := range []encoding{utf8Units, utf16Units} {
			text := before
			for _, e := range units.difference(before, after) {
				text = units.changed(text, contentChange{Range: &e.Range, Text: e.NewText})
			}
			if text != after {
				t.Errorf("%s: the difference of %q and %q makes %q", units, before, after, text)
			}
			at := units.offset(before, position{line, character})
			if at < 0 || at > len(before) {
				t.Fatalf("offset %d of %q", at, before)
			}
			if again := units.offset(before, units.positionIn(before, at)); again != at {
				t.Errorf("%s: %d:%d of %q is at %d, and back at %d", units, line, character, before, at, again)
			}
			r := textRange{position{line, character}, position{line, character}}
			if got := units.changed(before, contentChange{Range: &r, Text: typed}); len(got) != len(before)+len(typed) || !strings.Contains(got, typed) {
				t.Errorf("inserting %q gives %q", typed, got)
			}
		}
	})
}

func TestPathOf(t *testing.T) {
	t.Parallel()
	for uri, want := range map[string]string{
		"file:///a/b%20c.py": "/a/b c.py", "file:///a/../b.py": "/b.py", "FILE:///a.py": "/a.py", "file://localhost/a.py": "/a.py",
		"file://host/a.py": "", "untitled:Untitled-1": "", "file:a.py": "", "": "", "%": "", "git:/a.py": "", "/a.py": "",
	} {
		if got, ok := pathOf(uri); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %t", uri, got, ok)
		}
	}
	for _, name := range []string{"/a/b c.py", "/ü/\U0001f600#?%.py"} {
		if got, ok := pathOf(uriOf(name)); !ok || got != name {
			t.Errorf("%q comes back as %q", name, got)
		}
	}
}
