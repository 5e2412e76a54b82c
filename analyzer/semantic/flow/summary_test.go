package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
)

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
