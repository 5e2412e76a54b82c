package report

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// mdSources are the places that the rows of a comment refer to by numbers, which
// links at its end define once.
type mdSources struct {
	sources
	definitions string
}

// cite are the numbers of the places that a source names. A place without an address is
// no link, and is printed in full.
func (s *mdSources) cite(source string) string {
	var said []string
	for _, c := range opsdb.Citations(source) {
		if c.Address == "" {
			said = append(said, mdText(c.Text))
			continue
		}
		known := len(s.list)
		n := s.number(c)
		if n > known {
			s.definitions += fmt.Sprintf("[%d]: %s\n", n, c.Address)
		}
		said = append(said, fmt.Sprintf("[%d]", n))
	}
	return strings.Join(said, ", ")
}

// mdMark is how far the list of places went.
type mdMark struct{ places, bytes int }

func (s *mdSources) reached() mdMark { return mdMark{len(s.list), len(s.definitions)} }

// back forgets the places of a row that found no room.
func (s *mdSources) back(to mdMark) {
	for _, c := range s.list[to.places:] {
		delete(s.numbers, c.Text)
	}
	s.list, s.definitions = s.list[:to.places], s.definitions[:to.bytes]
}
