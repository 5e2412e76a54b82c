package edit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

func at(path string, start, end int, text string) Edit {
	return Edit{Path: path, Span: source.Span{Start: start, End: end}, Text: text}
}

func fix(title string, safety Safety, group GroupID, edits ...Edit) Fix {
	return Fix{Title: title, Safety: safety, Group: group, Edits: edits}
}

func TestChoose(t *testing.T) {
	for _, tc := range []struct {
		name  string
		least Safety
		fixes []Fix
		want  string // titles of the chosen, then the rejected with their reasons
	}{
		{
			"all that fit", Safe,
			[]Fix{fix("b", Safe, "", at("x", 5, 9, "")), fix("a", Safe, "", at("x", 0, 5, ""))},
			"b a",
		},
		{
			"below the wanted safety", Safe,
			[]Fix{fix("a", Unsafe, "", at("x", 0, 1, "")), fix("b", Safe, "", at("x", 1, 2, ""))},
			"b -a is not safe enough",
		},
		{
			"nothing to do", None,
			[]Fix{fix("a", None, "", at("x", 0, 1, "")), fix("b", Safe, "")},
			"-a is not safe enough -b has no edits",
		},
		{
			"the safer of two that overlap", Unsafe,
			[]Fix{fix("a", Unsafe, "", at("x", 0, 5, "")), fix("b", Safe, "", at("x", 4, 6, ""))},
			"b -a overlaps another fix",
		},
		{
			"the earlier of two that overlap", Safe,
			[]Fix{fix("b", Safe, "", at("x", 4, 6, "")), fix("a", Safe, "", at("x", 0, 5, ""))},
			"a -b overlaps another fix",
		},
		{
			"same span, other text", Safe,
			[]Fix{fix("b", Safe, "", at("x", 0, 1, "b")), fix("a", Safe, "", at("x", 0, 1, "a"))},
			"a -b overlaps another fix",
		},
		{
			"in what its group deletes", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 3, 4, "n"), at("x", 20, 20, "import n\n")), fix("b", Safe, "g", at("x", 0, 9, "")), fix("c", Safe, "g", at("x", 0, 2, "m"))},
			"a b c",
		},
		{
			"in what another fix deletes", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 3, 4, "n")), fix("b", Safe, "", at("x", 0, 9, ""))},
			"b -a overlaps another fix",
		},
		{
			"in part in what its group deletes", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 3, 10, "n")), fix("b", Safe, "g", at("x", 0, 9, ""))},
			"-a overlaps another fix -b overlaps another fix",
		},
		{
			"in what its group replaces", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 3, 4, "n")), fix("b", Safe, "g", at("x", 0, 9, "m"))},
			"-a overlaps another fix -b overlaps another fix",
		},
		{
			"equal edits", Safe,
			[]Fix{fix("a", Safe, "", at("x", 0, 1, "n"), at("x", 9, 9, "import n\n")), fix("b", Safe, "", at("x", 9, 9, "import n\n"))},
			"a b",
		},
		{
			"a group is as safe as its weakest", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 0, 1, "")), fix("b", Unsafe, "g", at("y", 0, 1, "")), fix("c", Safe, "h", at("x", 0, 1, "c"))},
			"c -a is not safe enough -b is not safe enough",
		},
		{
			"a group falls in every file", Safe,
			[]Fix{fix("a", Safe, "", at("w", 0, 5, "")), fix("b", Safe, "g", at("w", 1, 2, "")), fix("c", Safe, "g", at("x", 0, 1, "")), fix("d", Safe, "", at("x", 0, 1, "d"))},
			"a d -b overlaps another fix -c overlaps another fix",
		},
		{
			"a group at odds with itself", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 0, 5, "")), fix("b", Safe, "g", at("x", 4, 6, "")), fix("c", Safe, "", at("x", 3, 5, ""))},
			"c -a overlaps another fix -b overlaps another fix",
		},
		{
			"a member without edits", Safe,
			[]Fix{fix("a", Safe, "g", at("x", 0, 5, "")), fix("b", Safe, "g")},
			"a b",
		},
		{
			"insertions of lines at one place", Safe,
			[]Fix{fix("b", Safe, "", at("x", 3, 3, "import b\n")), fix("a", Safe, "", at("x", 3, 3, "import a\n"))},
			"b a",
		},
		{
			"other insertions at one place", Safe,
			[]Fix{fix("b", Safe, "", at("x", 3, 3, ".b")), fix("a", Safe, "", at("x", 3, 3, ".a"))},
			"a -b overlaps another fix",
		},
		{
			"insertion at the border of a replacement and within", Safe,
			[]Fix{fix("a", Safe, "", at("x", 3, 6, "")), fix("b", Safe, "", at("x", 3, 3, "b")), fix("c", Safe, "", at("x", 6, 6, "c")), fix("d", Safe, "", at("x", 4, 4, "d"))},
			"a b c -d overlaps another fix",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := outcome(Choose(tc.fixes, tc.least)); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func outcome(chosen []Fix, rejected []Rejected) string {
	var words []string
	for _, f := range chosen {
		words = append(words, f.Title)
	}
	for _, r := range rejected {
		words = append(words, "-"+r.Fix.Title+" "+r.Reason.String())
	}
	return strings.Join(words, " ")
}

// TestChooseAtRandom checks what holds for every choice: it can be applied, no
// group is torn apart, a fix that was left out does conflict, and the order of
// the fixes does not matter.
// A fix keeps the edits that its group does not delete the text of, and what is put in
// front of such text or behind it.
func TestChooseDropsMootEdits(t *testing.T) {
	fixes := []Fix{
		fix("a", Safe, "g", at("x", 3, 4, "n"), at("x", 0, 0, "import n\n"), at("x", 9, 9, "\nend"), at("y", 3, 4, "n")),
		fix("b", Safe, "g", at("x", 0, 9, "")),
	}
	chosen, _ := Choose(fixes, Safe)
	if len(chosen) != 2 {
		t.Fatalf("chose %v", chosen)
	}
	want := []Edit{at("x", 0, 0, "import n\n"), at("x", 9, 9, "\nend"), at("y", 3, 4, "n")}
	if !slices.Equal(chosen[0].Edits, want) {
		t.Errorf("left %v, want %v", chosen[0].Edits, want)
	}
	if len(fixes[0].Edits) != 4 {
		t.Error("the given fix has changed")
	}
}

func TestChooseAtRandom(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	text := []byte(strings.Repeat("x", 40))
	for range 500 {
		var fixes []Fix
		for i := range 1 + rnd.IntN(12) {
			f := fix(fmt.Sprint(i), Safety(1+rnd.IntN(3)), GroupID([]string{"", "", "g", "h"}[rnd.IntN(4)]))
			for range 1 + rnd.IntN(2) {
				start := rnd.IntN(36)
				f.Edits = append(f.Edits, at([]string{"x", "y"}[rnd.IntN(2)], start, start+rnd.IntN(4), []string{"", "n", "l\n", "m\n"}[rnd.IntN(4)]))
			}
			fixes = append(fixes, f)
		}
		chosen, rejected := Choose(fixes, Unsafe)
		byPath := map[string][]Edit{}
		for _, f := range chosen {
			for _, e := range f.Edits {
				byPath[e.Path] = append(byPath[e.Path], e)
			}
		}
		for path, edits := range byPath {
			if _, err := Apply(text, edits); err != nil {
				t.Fatalf("%s: %v in %v", path, err, chosen)
			}
		}
		for _, r := range rejected {
			if r.Fix.Group != "" && slices.ContainsFunc(chosen, func(f Fix) bool { return f.Group == r.Fix.Group }) {
				t.Fatalf("group %s is torn apart", r.Fix.Group)
			}
			if r.Reason == Conflict && r.Fix.Group == "" && applies(text, byPath, r.Fix) {
				t.Fatalf("%v is left out for nothing", r.Fix)
			}
		}
		shuffled := slices.Clone(fixes)
		rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		again, _ := Choose(shuffled, Unsafe)
		if a, b := titles(chosen), titles(again); !slices.Equal(a, b) {
			t.Fatalf("chose %v, in another order %v", a, b)
		}
	}
}

func titles(fixes []Fix) []string {
	var all []string
	for _, f := range fixes {
		all = append(all, f.Title)
	}
	slices.Sort(all)
	return all
}

// applies reports whether a fix fits beside the chosen edits.
func applies(text []byte, chosen map[string][]Edit, f Fix) bool {
	for _, path := range []string{"x", "y"} {
		edits := slices.Clone(chosen[path])
		for _, e := range f.Edits {
			if e.Path == path {
				edits = append(edits, e)
			}
		}
		if _, err := Apply(text, edits); err != nil {
			return false
		}
	}
	return true
}
