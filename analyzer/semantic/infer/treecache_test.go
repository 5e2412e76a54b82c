package infer

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Files that were judged make way for those that others have asked for.
func TestUnitsKeepWhatIsAskedFor(t *testing.T) {
	const size = maxSpentText / 8
	text := &source.File{Text: make([]byte, size)}
	var s treeCache
	asked := &Module{}
	s.put(asked, &unit{file: text})
	s.spend(asked)
	if s.get(asked) == nil {
		t.Fatal("what was judged is gone at once")
	}
	var judged []*Module
	for range 100 {
		mod := &Module{}
		judged = append(judged, mod)
		s.put(mod, &unit{file: text})
		s.spend(mod)
		if s.spent > maxSpentText || s.bytes != s.spent+size {
			t.Fatalf("%d bytes are kept, %d of them are spent", s.bytes, s.spent)
		}
	}
	if s.get(asked) == nil {
		t.Error("what was asked for is gone")
	}
	if s.get(judged[0]) != nil || s.get(judged[99]) == nil {
		t.Error("the first of those that were judged is kept, or the last is not")
	}
	if n := len(s.dropped()); n != 100+1-len(s.of) || len(s.dropped()) != 0 {
		t.Errorf("%d are said to be dropped, %d are kept", n, len(s.of))
	}
	s.shrink(0)
	if s.bytes != 0 || s.spent != 0 || len(s.of) != 0 {
		t.Errorf("%d bytes, %d spent, in %d files are left", s.bytes, s.spent, len(s.of))
	}
}

func TestUnitsOfALargeProject(t *testing.T) {
	const size = maxKeptText / 8
	text := &source.File{Text: make([]byte, size)}
	var s treeCache
	for range largeProject / size {
		s.put(&Module{}, &unit{file: text})
	}
	if s.bytes <= maxKeptText/2 || s.bytes > maxKeptText {
		t.Errorf("%d bytes are kept of a small project", s.bytes)
	}
	s.put(&Module{}, &unit{file: text})
	if s.bytes > maxKeptText/2 {
		t.Errorf("%d bytes are kept of a large project", s.bytes)
	}
}

// A file that is larger than all that is kept would be read again for each question, if
// it were not kept while it is the last.
func TestTheLastUnitStays(t *testing.T) {
	text := &source.File{Text: make([]byte, maxKeptText+1)}
	var s treeCache
	first, second := &Module{}, &Module{}
	for _, mod := range []*Module{first, second} {
		s.put(mod, &unit{file: text})
		if s.get(mod) == nil {
			t.Error("it is gone as soon as it is read")
		}
		s.spend(mod)
		if s.get(mod) == nil {
			t.Error("it is gone as soon as it is judged")
		}
	}
	if s.get(first) != nil || s.bytes != maxKeptText+1 {
		t.Errorf("the one before is kept, and %d bytes are", s.bytes)
	}
}
