package edit

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func TestApply(t *testing.T) {
	edits := []Edit{
		at("a.py", 9, 9, "!"), at("a.py", 4, 6, ""), at("a.py", 0, 1, "AA"), at("a.py", 4, 4, "y\n"),
		at("a.py", 4, 4, "x\n"), at("a.py", 0, 1, "AA"),
	}
	got, err := Apply([]byte("abcdefghi"), edits)
	if want := "AAbcdx\ny\nghi!"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, tc := range []struct {
		edits []Edit
		err   error
	}{
		{[]Edit{at("a.py", -1, 0, "")}, ErrRange},
		{[]Edit{at("a.py", 2, 1, "")}, ErrRange},
		{[]Edit{at("a.py", 0, 99, "")}, ErrRange},
		{[]Edit{at("a.py", 2, 2, "")}, ErrRange}, // within é
		{[]Edit{at("a.py", 0, 2, "")}, ErrRange},
		{[]Edit{at("a.py", 0, 3, ""), at("a.py", 1, 4, "")}, ErrOverlap},
	} {
		if _, err := Apply([]byte("aéb"), tc.edits); !errors.Is(err, tc.err) {
			t.Errorf("%v: got %v, want %v", tc.edits, err, tc.err)
		}
	}
}

func TestApplyRaw(t *testing.T) {
	for _, tc := range []struct{ name, raw, old, new, want string }{
		{"mark", "\ufeffx = a\n", "a", "b", "\ufeffx = b\n"},
		{"CRLF", "a\r\nb\r\nc", "b", "d\ne\r\nf", "a\r\nd\r\ne\r\nf\r\nc"},
		{"mixed line ends", "a\r\nb\nc\n", "b", "d\ne", "a\r\nd\ne\nc\n"},
		{"lone CR", "a\rb\r", "b", "d\ne", "a\rd\re\r"},
		{"latin-1", "# coding: latin-1\n\xe9\xe9 = a # \xfc\n", "a", "ö", "# coding: latin-1\n\xe9\xe9 = \xf6 # \xfc\n"},
		{"latin-1 itself", "# coding: latin-1\n'\xe9\xe8' # \xfc", "éè", "ab", "# coding: latin-1\n'ab' # \xfc"},
		{"tabs and trailing blanks", "\tif\ta:  \n\n", "a", "b", "\tif\tb:  \n\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := source.New("a.py", []byte(tc.raw))
			if err != nil {
				t.Fatal(err)
			}
			start := strings.LastIndex(string(f.Text), tc.old)
			got, err := ApplyRaw(f, []Edit{at("a.py", start, start+len(tc.old), tc.new)})
			if err != nil || string(got) != tc.want {
				t.Errorf("got  %q, %v\nwant %q", got, err, tc.want)
			}
			if string(f.Raw) != tc.raw {
				t.Error("the file itself changed")
			}
		})
	}
}

func TestApplyRawRefuses(t *testing.T) {
	f, err := source.New("a.py", []byte("# coding: latin-1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ApplyRaw(f, []Edit{at("b.py", 0, 0, "")}); !errors.Is(err, ErrRange) {
		t.Errorf("another file: got %v", err)
	}
	if _, err := ApplyRaw(f, []Edit{at("a.py", 0, 0, "€")}); !errors.Is(err, source.ErrEncoding) {
		t.Errorf("no such character: got %v", err)
	}
}

func TestVerify(t *testing.T) {
	for _, tc := range []struct {
		name, src, old, new string
		fails               bool
	}{
		{"good", "f(a)\n", "a", "b", false},
		{"broken", "f(a)\n", "a", "b c", true},
		{"bracket lost", "f(a)\nb\n", ")", "", true},
		{"empty block", "if a:\n    b\n", "b", "", true},
		{"was broken before, elsewhere", "f(a)\nx = = 1\n", "a", "b", false},
		{"was broken before, and is elsewhere now", "f(a)\nx = = 1\n", "a", "b c", true},
		{"one mended, one broken", "f(a)\nx = = 1\n", "a)\nx = =", "a b)\nx =", true},
		{"mended", "f(a)\nx = = 1\n", "= =", "=", false},
		{"string opened", "a = 1\nb = 2\n'''c'''\n", "1", "'''", true},
		{"string closed", "a\n'''b\nc'''\nd\n", "b", "'''", true},
		{"backslash before the next statement", "a = 1\nb = 2\n", "1", "1 + \\", true},
		{"statement put in between", "def f():\n    a\nb\n", "b", "c\nb", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			start := strings.Index(tc.src, tc.old)
			for _, outline := range []Outline{nil, NewOutline(b.Tree)} {
				f, err := Verify(t.Context(), b.File, []Edit{at("a.py", start, start+len(tc.old), tc.new)}, outline, syntax.Limits{})
				if tc.fails != errors.Is(err, ErrSyntax) {
					t.Fatalf("got %v with %v", err, outline)
				}
				if want := strings.Replace(tc.src, tc.old, tc.new, 1); err == nil && string(f.Raw) != want {
					t.Errorf("got %q, want %q", f.Raw, want)
				}
			}
		})
	}
}

func TestVerifyEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Verify(ctx, newBuilder(t, "a\n").File, nil, nil, syntax.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
