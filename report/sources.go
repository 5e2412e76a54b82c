package report

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// sources are the places that a report refers to by numbers, since most are the
// ground of many findings.
type sources struct {
	numbers map[string]int
	list    []opsdb.Citation
}

// behind is the text after a statement: the numbers of the places that its source
// names, " [1, 4]", and places without an address, ": my.tsv:3".
func (s *sources) behind(source string) string {
	var marks, said []string
	for _, c := range opsdb.Citations(source) {
		if c.Address == "" {
			said = append(said, c.Text)
		} else {
			marks = append(marks, fmt.Sprint(s.number(c)))
		}
	}
	text := ""
	if len(marks) > 0 {
		text = " [" + strings.Join(marks, ", ") + "]"
	}
	if len(said) > 0 {
		text += ": " + strings.Join(said, ", ")
	}
	return text
}

// number is the number of a place, in the order in which places are first named.
func (s *sources) number(c opsdb.Citation) int {
	if s.numbers == nil {
		s.numbers = make(map[string]int)
	}
	n, ok := s.numbers[c.Text]
	if !ok {
		s.list = append(s.list, c)
		n = len(s.list)
		s.numbers[c.Text] = n
	}
	return n
}

// sourceList writes the places behind the numbers.
func (p *printer) sourceList() {
	if p.sources == nil || len(p.sources.list) == 0 {
		return
	}
	p.printf("%s\n", p.bold("Sources:"))
	for i, c := range p.sources.list {
		p.printf("  %s\n", p.dim(fmt.Sprintf("[%d] %s", i+1, plain(c.String()))))
	}
	p.printf("\n")
}

// addresses are the links of a source that a browser opens.
func addresses(source string) []string {
	list := []string{}
	for _, c := range opsdb.Citations(source) {
		if c.Address != "" {
			list = append(list, c.Address)
		}
	}
	return list
}
