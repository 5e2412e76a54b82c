package infer

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	texts := map[string]string{"": "", "f": "", "fn": "px", "f.g": "px\x00*rest", "naïve": "k\x01\n", "g(x)": "-1"}
	for i := range 50 {
		texts[fmt.Sprintf("Class%d.method", i)] = strings.Repeat("pargument\x00", i%7) + "p"
	}
	table := NewTable(texts)
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
	if got := slices.Collect(Fields(texts["f.g"])); !slices.Equal(got, []string{"px", "*rest"}) {
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
