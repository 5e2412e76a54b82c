package report

import (
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer"
)

// DefaultMaxEqual is how many findings with the same message a reader learns something
// from.
const DefaultMaxEqual = 10

// equals counts the findings of each rule that say the same.
type equals struct {
	byText map[equalKey]*equal
	order  []*equal
}

type equalKey struct {
	code, message string
	severity      analyzer.Severity
}

// equal are findings that say the same.
type equal struct {
	key   equalKey
	count int
	left  int // of these, not listed
	files map[string]bool
}

// lists counts a finding, and reports whether it is one of the first that say the same; 0
// means that all are.
func (e *equals) lists(d *analyzer.Diagnostic, most int) bool {
	key := equalKey{d.Code, d.Message, d.Severity}
	same := e.byText[key]
	if same == nil {
		same = &equal{key: key, files: make(map[string]bool)}
		if e.byText == nil {
			e.byText = make(map[equalKey]*equal)
		}
		e.byText[key] = same
		e.order = append(e.order, same)
	}
	same.count++
	if most == 0 || same.count <= most {
		return true
	}
	same.left++
	same.files[d.Path] = true
	return false
}

// equals writes how many findings were not listed because others say the same.
func (p *printer) equals(e *equals) {
	left := 0
	for _, same := range e.order {
		if same.left > 0 {
			left++
			head := p.severity[same.key.severity](fmt.Sprintf("%s[%s]", same.key.severity, same.key.code))
			p.printf("%d more in %s: %s %s\n", same.left, plural(len(same.files), "file"), head, plain(same.key.message))
		}
	}
	if left > 0 {
		p.printf("%s\n\n", p.dim("--max-equal 0 lists all"))
	}
}
