package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// swap is an edit that writes to for the first from in a file.
func swap(t *testing.T, f *source.File, from, to string) analyzer.Edit {
	t.Helper()
	return analyzer.Edit{Path: f.Path, Span: find(t, f, from).Span, Text: to}
}

func TestOneHunk(t *testing.T) {
	const text = "import a\n\n\nb = 1\nc = 2\n\n\n\n\nd = 3\n"
	tests := []struct {
		name  string
		text  string
		edits func(f *source.File) []analyzer.Edit
		want  hunk
		ok    bool
	}{
		{"one line", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "1", "10")}
		}, hunk{"a.py", 4, 4, "b = 1\n", "b = 10\n"}, true},
		{"two edits of a line, one of them twice", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "1", "10"), swap(t, f, "b", "bb"), swap(t, f, "1", "10")}
		}, hunk{"a.py", 4, 4, "b = 1\n", "bb = 10\n"}, true},
		{"neighbours", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "2", "20"), swap(t, f, "1", "10")}
		}, hunk{"a.py", 4, 5, "b = 1\nc = 2\n", "b = 10\nc = 20\n"}, true},
		{"a small gap", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "import a", "import x"), swap(t, f, "1", "10")}
		}, hunk{"a.py", 1, 4, "import a\n\n\nb = 1\n", "import x\n\n\nb = 10\n"}, true},
		{"far apart", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "2", "20"), swap(t, f, "3", "30")}
		}, hunk{}, false},
		{"two files", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "2", "20"), {Path: "b.py", Text: "x"}}
		}, hunk{}, false},
		{"a line goes", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "c = 2\n", "")}
		}, hunk{"a.py", 5, 5, "c = 2\n", ""}, true},
		{"a line comes", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{{Path: f.Path, Text: "import x\n"}}
		}, hunk{"a.py", 1, 1, "import a\n", "import x\nimport a\n"}, true},
		{"behind the last line end", text, func(f *source.File) []analyzer.Edit {
			end := len(f.Text)
			return []analyzer.Edit{{Path: f.Path, Span: source.Span{Start: end, End: end}, Text: "e\n"}}
		}, hunk{"a.py", 10, 10, "d = 3\n", "d = 3\ne\n"}, true},
		{"no final line end", "a\nb", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "b", "c")}
		}, hunk{"a.py", 2, 2, "b", "c"}, true},
		{"crlf", "a\r\nb\r\n", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "b", "c\nd")}
		}, hunk{"a.py", 2, 2, "b\r\n", "c\r\nd\r\n"}, true},
		{"empty file", "", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{{Path: f.Path, Text: "x\n"}}
		}, hunk{"a.py", 1, 1, "", "x\n"}, true},
		{"overlap", text, func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "b = 1", "x"), swap(t, f, "= 1", "y")}
		}, hunk{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := file(t, "a.py", tt.text)
			got, ok := input(f).oneHunk(&analyzer.Fix{Edits: tt.edits(f)})
			if ok != tt.ok || got != tt.want {
				t.Errorf("got  %+v %v\nwant %+v %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

// reviews are the messages and suggestions for reviewdog.
func reviews(t *testing.T, in *Input) []rdDiagnostic {
	t.Helper()
	var list []rdDiagnostic
	for line := range strings.Lines(written(t, "rdjsonl", in)) {
		var d rdDiagnostic
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

func TestSuggestions(t *testing.T) {
	fixed := func(f *source.File, at string, safety analyzer.Safety, group analyzer.GroupID, edits ...analyzer.Edit) analyzer.Diagnostic {
		d := find(t, f, at)
		d.Message = at
		d.Fixes = []analyzer.Fix{{Safety: safety, Group: group, Edits: edits}}
		return d
	}
	f := file(t, "a.py", "x = '😀'; one()\r\ntwo()\r\n\r\n\r\n\r\n\r\n\r\nthree()\r\n\r\nfour()\r\n")
	one, two, three := swap(t, f, "one", "1"), swap(t, f, "two", "2"), swap(t, f, "three", "3")
	in := input(f,
		fixed(f, "one()", analyzer.Safe, "g1", one),
		fixed(f, "two()", analyzer.Safe, "g1", two),
		fixed(f, "two", analyzer.Safe, "g2", two, three),
		fixed(f, "three()", analyzer.Unsafe, "g3", three),
		fixed(f, "four()", analyzer.Safe, "g4", swap(t, f, "four()", "")))
	in.Edits = func(id analyzer.GroupID) []analyzer.Edit {
		return map[analyzer.GroupID][]analyzer.Edit{"g1": {one, two}}[id]
	}
	type review struct {
		Message string
		Range   rdRange
		Suggest []rdSuggestion
	}
	var got []review
	for _, unsafe := range []bool{false, true} {
		in.Unsafe = unsafe
		for _, d := range reviews(t, in)[:4] {
			got = append(got, review{d.Message, *d.Location.Range, d.Suggestions})
		}
	}
	at := func(line, from, to int) rdRange { return rdRange{rdPosition{line, from}, rdPosition{line, to}} }
	whole := "The fix changes several places together; `neuronlint check --diff` prints it."
	always := []review{
		// Nine characters precede one(), one of them four bytes long.
		{"one().", at(1, 13, 18), []rdSuggestion{{rdRange{rdPosition{Line: 1}, rdPosition{Line: 2}}, "x = '😀'; 1()\r\n2()"}}},
		{"two(). The suggestion at a.py:1 mends this too.", at(2, 1, 6), nil},
		{"Two. " + whole, at(2, 1, 4), nil},
	}
	want := append(append([]review{}, always...), review{"three().", at(8, 1, 8), nil})
	want = append(append(want, always...), review{
		"three(). Review the suggestion before you apply it: it is right in most programs, not in all.", at(8, 1, 8),
		[]rdSuggestion{{rdRange{rdPosition{Line: 8}, rdPosition{Line: 8}}, "3()"}},
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A suggestion cannot say "an empty line": it would delete the line.
	if last := reviews(t, in)[4]; last.Suggestions != nil || last.Message != "four(). "+whole {
		t.Errorf("got %+v", last)
	}
}

func TestLinesForReviewdogAreShort(t *testing.T) {
	f := file(t, "a.py", "bad()\n"+strings.Repeat("x = \"\\\"\"\n", 20000))
	d := find(t, f, "bad()")
	d.Fixes = []analyzer.Fix{{Safety: analyzer.Safe, Edits: []analyzer.Edit{
		{Path: f.Path, Span: d.Span, Text: "good()"}, {Path: f.Path, Span: source.Span{Start: 6, End: len(f.Text)}, Text: strings.Repeat("\x01\n", 100000)},
	}}}
	for range 5000 {
		d.Related = append(d.Related, analyzer.Related{Span: d.Span, Message: strings.Repeat("long ", 40)})
	}
	if n := len(written(t, "rdjsonl", input(f, d))); n > 64<<10 {
		t.Errorf("a line of %d bytes", n)
	}
}

// A group has as many edits as it likes, and as many findings: each format puts its
// edits in order once, not for each of the findings.
func TestGroupsAreSortedOnce(t *testing.T) {
	const n = 50
	f := file(t, "train.py", strings.Repeat("x.cuda()\n", n))
	var all []analyzer.Edit
	var diagnostics []analyzer.Diagnostic
	for i := range n {
		e := analyzer.Edit{Path: "train.py", Span: source.Span{Start: 9*i + 2, End: 9*i + 6}, Text: "npu"}
		all = append(all, e)
		diagnostics = append(diagnostics, analyzer.Diagnostic{
			Path: "train.py", Code: "NRN101", Span: e.Span, Message: "bad",
			Fixes: []analyzer.Fix{{Safety: analyzer.Safe, Group: "g1", Edits: []analyzer.Edit{e}}},
		})
	}
	for _, format := range Formats() {
		asked := 0
		in := input(f, diagnostics...)
		in.Edits = func(analyzer.GroupID) []analyzer.Edit {
			asked++
			return all
		}
		if written(t, format.Name, in); asked > 1 {
			t.Errorf("%s asks for the edits of one group %d times", format.Name, asked)
		}
	}
}

// JSON has the same suggestions: whole lines of the file on disk, once for each group.
func TestSuggestionsInJSON(t *testing.T) {
	tests := []struct {
		name, raw, at string
		edits         func(f *source.File) []analyzer.Edit
		want          *jsonSuggestion
	}{
		{"crlf", "a\r\nbad()\r\nc\r\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "x()\ny()"), swap(t, f, "c", "d")}
		}, &jsonSuggestion{2, 3, "x()\r\ny()\r\nd\r\n", "safe", "g1"}},
		{"deleted lines", "a\nbad()\nc\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()\n", "")}
		}, &jsonSuggestion{2, 2, "", "safe", "g1"}},
		{"no end of the last line", "a\nbad()", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "good()")}
		}, &jsonSuggestion{2, 2, "good()", "safe", "g1"}},
		{"the line has a byte order mark", "\ufeffbad()\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "good()")}
		}, nil},
		{"a byte order mark above", "\ufeffa\nbad()\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "good()")}
		}, &jsonSuggestion{2, 2, "good()\n", "safe", "g1"}},
		{"another encoding", "# coding: latin-1\nbad() # \xe9\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "good()")}
		}, nil},
		{"lines that git does not see", "a\rbad()\n", "bad()", func(f *source.File) []analyzer.Edit {
			return []analyzer.Edit{swap(t, f, "bad()", "good()")}
		}, nil},
		{"another file", "bad()\n", "bad()", func(*source.File) []analyzer.Edit {
			return []analyzer.Edit{{Path: "b.py", Span: source.Span{Start: 0, End: 1}, Text: "x"}}
		}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, b := file(t, "a.py", tt.raw), file(t, "b.py", "y\n")
			d := find(t, f, tt.at)
			d.Fixes = []analyzer.Fix{{Safety: analyzer.Safe, Group: "g1", Edits: tt.edits(f)}}
			in := input(f, d, d)
			in.File = func(path string) *source.File { return map[string]*source.File{"a.py": f, "b.py": b}[path] }
			var doc jsonReport
			if err := json.Unmarshal([]byte(written(t, "json", in)), &doc); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, doc.Diagnostics[0].Suggestion); diff != "" {
				t.Error(diff)
			}
			if again := doc.Diagnostics[1].Suggestion; again != nil {
				t.Errorf("a second finding of the group suggests %+v", again)
			}
		})
	}
}
