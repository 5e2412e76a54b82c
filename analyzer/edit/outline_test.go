package edit

import (
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
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
	o := Outline{10, 20, 30, 40, 50}
	for _, tc := range []struct {
		name  string
		edits []Edit
		want  []source.Span
	}{
		{"none", nil, nil},
		{"first", []Edit{at("a.py", 2, 3, "xyz")}, []source.Span{{Start: 0, End: 22}}},
		{"last", []Edit{at("a.py", 55, 60, "")}, []source.Span{{Start: 50, End: 55}}},
		{"last but one", []Edit{at("a.py", 45, 46, "")}, []source.Span{{Start: 40, End: 59}}},
		{"touches a beginning", []Edit{at("a.py", 20, 20, "x")}, []source.Span{{Start: 10, End: 41}}},
		{"ends at a beginning", []Edit{at("a.py", 15, 20, "")}, []source.Span{{Start: 10, End: 35}}},
		{"two in one", []Edit{at("a.py", 12, 13, ""), at("a.py", 14, 15, "ab")}, []source.Span{{Start: 10, End: 30}}},
		{"apart", []Edit{at("a.py", 5, 6, ""), at("a.py", 35, 35, "ab")}, []source.Span{{Start: 0, End: 19}, {Start: 29, End: 51}}},
		{"near", []Edit{at("a.py", 5, 6, ""), at("a.py", 15, 15, "ab")}, []source.Span{{Start: 0, End: 31}}},
		{"side by side", []Edit{at("a.py", 12, 13, ""), at("a.py", 32, 33, "")}, []source.Span{{Start: 10, End: 29}, {Start: 29, End: 48}}},
		{"over a beginning", []Edit{at("a.py", 12, 13, ""), at("a.py", 18, 24, "")}, []source.Span{{Start: 10, End: 33}}},
	} {
		if got := o.touched(tc.edits, 60); !slices.Equal(got, tc.want) {
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
	f.Add("0(\n0)\n()", uint16(5), uint16(0), "0")
	f.Add("if 0:  A0\nelse0", uint16(14), uint16(1), "")
	f.Fuzz(func(t *testing.T, text string, start, size uint16, insert string) {
		b := fuzzBuilder(t, text)
		from := min(int(start), len(b.File.Text))
		edits := []Edit{at("a.py", from, min(from+int(size), len(b.File.Text)), insert)}
		_, whole := Verify(t.Context(), b.File, edits, nil, syntax.Limits{})
		if _, err := Verify(t.Context(), b.File, edits, NewOutline(b.Tree), syntax.Limits{}); (err == nil) != (whole == nil) {
			t.Errorf("%q with %+v: %v, as a whole %v", text, edits, err, whole)
		}
	})
}
