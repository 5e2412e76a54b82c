package disjoint

import "testing"

func TestSets(t *testing.T) {
	var s Sets[string]
	if got := s.Root("a"); got != "a" {
		t.Errorf("alone: %s", got)
	}
	s.Join("a", "b")
	s.Join("c", "d")
	s.Join("b", "d") // a stands for b, c for d
	s.Join("d", "a") // one set already
	for _, k := range []string{"a", "b", "c", "d"} {
		if got := s.Root(k); got != "a" {
			t.Errorf("the root of %s is %s", k, got)
		}
	}
	if got := s.Root("e"); got != "e" {
		t.Errorf("never joined: %s", got)
	}
}
