package semantic

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
)

func TestTable(t *testing.T) {
	texts := map[string]string{"": "", "f": "", "fn": "px", "f.g": "px\x00*rest", "naïve": "k\x01\n", "g(x)": "-1"}
	for i := range 50 {
		texts[fmt.Sprintf("Class%d.method", i)] = strings.Repeat("pargument\x00", i%7) + "p"
	}
	table := infer.NewTable(texts)
	for name, want := range texts {
		if got, ok := table.Get(name); (got != want || !ok) && name != "" {
			t.Errorf("%q: %q, %v; want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "a", "f.", "fn ", "x", "Class1", "Class1.method2", "px", "pargument"} {
		if got, ok := table.Get(name); ok {
			t.Errorf("%q: %q", name, got)
		}
	}
	delete(texts, "")
	var names []string
	for name, text := range table.All() {
		names = append(names, name)
		if text != texts[name] {
			t.Errorf("all: %q: %q", name, text)
		}
	}
	if !slices.Equal(names, slices.Sorted(maps.Keys(texts))) {
		t.Errorf("all: %q", names)
	}
	if got := slices.Collect(infer.Fields(texts["f.g"])); !slices.Equal(got, []string{"px", "*rest"}) {
		t.Errorf("fields: %q", got)
	}
}

// What a table does not hold may not send it looking for ever.
func TestTableOfOtherBytes(*testing.T) {
	for _, text := range []string{"\x00", "\x00\x00", "\x00\x00\x00", "f", "f\x00x", "f\x00x\x00\x00\x00g", "a\x00\x00\x00\x00b"} {
		for _, name := range []string{"", "a", "f", "g", "z"} {
			Table(text).Get(name)
		}
		for range Table(text).All() {
			continue
		}
	}
}

func TestSummaryNames(t *testing.T) {
	params := []Parameter{{Name: "x"}, {Name: "rest", Rest: true}, {Name: "y", ByName: true}, {}}
	var texts []string
	for _, p := range params {
		texts = append(texts, p.text())
	}
	class := Class{Bases: []string{"a b/m.py:Base", "m.py:Other"}, Fields: []string{"width"}}
	s := &Summary{
		Ports:     infer.NewTable(map[string]string{"A.x": "3", "f(x)": "-1"}),
		Functions: infer.NewTable(map[string]string{"f": strings.Join(texts, "\x00"), "g": ""}),
		Classes:   infer.NewTable(map[string]string{"A": class.texts()}),
	}
	if at, ok := s.Port("f(x)"); at != Escaping || !ok {
		t.Errorf("f(x): %d, %v", at, ok)
	}
	if at, ok := s.Port("f(y)"); ok {
		t.Errorf("f(y): %d", at)
	}
	got, ok := s.Function("f")
	if list := slices.Collect(got); !slices.Equal(list, params) || !ok {
		t.Errorf("f: %v, %v", list, ok)
	}
	if got, ok := s.Function("g"); len(slices.Collect(got)) > 0 || !ok {
		t.Errorf("g: %v", ok)
	}
	if _, ok := s.Function("h"); ok {
		t.Error("h is known")
	}
	if got := s.Class("A"); !slices.Equal(got.Bases, class.Bases) || !slices.Equal(got.Fields, class.Fields) {
		t.Errorf("A: %v", got)
	}
}
