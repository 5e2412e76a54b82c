package edit

import (
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

func TestOutline(t *testing.T) {
	for _, tc := range []struct {
		src  string
		want Outline
	}{
		{"", nil},
		{"a\n", nil},
		{"a; b\nc\n", Outline{5}},
		{"# a\n\nb\n# c\nd", Outline{5, 11}},
		{"'''\na\n'''\nb\n", Outline{10}},
		{"f(\na)\n(b)\n", Outline{6}},
		{"@a\n@b\ndef f():\n    c\n\nif d:\n  e\nelse:\n  f\n", Outline{22}},
		{"a\nx = = 1\nb\n", nil},
	} {
		if got := NewOutline(newBuilder(t, tc.src).Tree); !slices.Equal(got, tc.want) {
			t.Errorf("%q: got %v, want %v", tc.src, got, tc.want)
		}
	}
}

func TestTouched(t *testing.T) {
	o := Outline{10, 20, 30}
	for _, tc := range []struct {
		name  string
		edits []Edit
		want  []source.Span
	}{
		{"none", nil, nil},
		{"first", []Edit{at("a.py", 2, 3, "xyz")}, []source.Span{{Start: 0, End: 12}}},
		{"last", []Edit{at("a.py", 35, 40, "")}, []source.Span{{Start: 30, End: 35}}},
		{"touches a beginning", []Edit{at("a.py", 20, 20, "x")}, []source.Span{{Start: 10, End: 31}}},
		{"ends at a beginning", []Edit{at("a.py", 15, 20, "")}, []source.Span{{Start: 10, End: 25}}},
		{"two in one", []Edit{at("a.py", 12, 13, ""), at("a.py", 14, 15, "ab")}, []source.Span{{Start: 10, End: 20}}},
		{"apart", []Edit{at("a.py", 5, 6, ""), at("a.py", 25, 25, "ab")}, []source.Span{{Start: 0, End: 9}, {Start: 19, End: 31}}},
		{"side by side", []Edit{at("a.py", 12, 13, ""), at("a.py", 22, 23, "")}, []source.Span{{Start: 10, End: 19}, {Start: 19, End: 28}}},
		{"over a beginning", []Edit{at("a.py", 12, 13, ""), at("a.py", 18, 24, "")}, []source.Span{{Start: 10, End: 23}}},
	} {
		if got := o.touched(tc.edits, 40); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.name, got, tc.want)
		}
	}
}

// FuzzVerify changes any place of any program: an outline must not change
// whether the result is taken.
func FuzzVerify(f *testing.F) {
	f.Add("a = 1\nb = 2\n", uint16(4), uint16(1), "'''")
	f.Add("a\n'''b\nc'''\nd\n", uint16(5), uint16(1), "'''")
	f.Add("@a\ndef f():\n  b\nclass C:\n  c\n", uint16(2), uint16(1), "b\n")
	f.Add("if a:\n  b\nelse:\n  c\nd\n", uint16(8), uint16(1), "")
	f.Add("f(\na)\n(b)\n", uint16(5), uint16(2), "")
	f.Add("a\nb\n", uint16(1), uint16(0), " \\")
	f.Fuzz(func(t *testing.T, text string, start, size uint16, insert string) {
		b := fuzzBuilder(t, text)
		from := min(int(start), len(b.File.Text))
		edits := []Edit{at("a.py", from, min(from+int(size), len(b.File.Text)), insert)}
		_, whole := Verify(t.Context(), b.File, edits, nil)
		if _, err := Verify(t.Context(), b.File, edits, NewOutline(b.Tree)); (err == nil) != (whole == nil) {
			t.Errorf("%q with %+v: %v, as a whole %v", text, edits, err, whole)
		}
	})
}
