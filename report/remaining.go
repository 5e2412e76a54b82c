package report

import (
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Remaining writes what fixes achieved and what a person still has to do:
// the findings in the patched text that are at least a warning. Done says what
// happened to the files: "fixed" or "would be fixed".
func Remaining(w io.Writer, before, after *Input, changed int, done string, style Style) error {
	p := newPrinter(w, style)
	had, has := Count(before), Count(after)
	if changed > 0 {
		p.printf("%s\n", p.bold(fmt.Sprintf("%s %s: %s before, %d after.",
			plural(changed, "file"), done, plural(had.Total(), "finding"), has.Total())))
	} else {
		p.printf("%s\n", p.bold("Nothing to fix automatically."))
	}
	if byHand := has.Errors + has.Warnings; byHand > 0 {
		p.printf("Left to do by hand: %s.\n", plural(byHand, "finding"))
		p.byHand(after)
	}
	if has.FixableUnsafe > 0 {
		p.printf("%s can be fixed with --unsafe; read the result.\n", plural(has.FixableUnsafe, "finding"))
	}
	return p.failed("what remains")
}

// byHand lists the findings that matter, one line each.
func (p *printer) byHand(in *Input) {
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if d.Suppressed || d.Severity < analyzer.Warning {
			continue
		}
		pos := in.position(d.Path, d.Span.Start)
		p.printf("  %s: %s %s%s\n", place(d.Path, pos),
			p.severity[d.Severity](d.Code), mark(d), plain(d.Message))
	}
}
