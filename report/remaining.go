package report

import (
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Remaining writes what fixes achieved and what a person still has to do. Each
// finding of the text before is either fixed or left, and each that is left is
// either one that --unsafe fixes or one to do by hand; of these, those that are
// at least a warning are listed. Done says what happened to the files: "fixed" or
// "would be fixed".
func Remaining(w io.Writer, before, after *Input, changed int, done string, style Style) error {
	p := newPrinter(w, style)
	had, has := Count(before), Count(after)
	if changed > 0 {
		p.printf("%s\n", p.bold(fmt.Sprintf("%s %s: %s before, %d after.",
			plural(changed, "file"), done, plural(had.Total(), "finding"), has.Total())))
	} else {
		p.printf("%s\n", p.bold("Nothing to fix automatically."))
	}
	if has.Fixable > 0 {
		p.printf("Left for another run: %s, beside which a fix could not be made yet.\n", plural(has.Fixable, "finding"))
	}
	if has.FixableUnsafe > 0 {
		p.printf("Left for --unsafe: %s, whose fix needs a reader.\n", plural(has.FixableUnsafe, "finding"))
	}
	if byHand, infos := countByHand(after); byHand > 0 {
		p.printf("Left to do by hand: %s%s.\n", plural(byHand, "finding"), notListed(infos))
		p.byHand(after)
	}
	return p.failed("what remains")
}

// byHand reports whether no fix mends a finding.
func byHand(d *analyzer.Diagnostic) bool { return !d.Suppressed && strongest(d) < analyzer.Unsafe }

// countByHand counts the findings that no fix mends, and of these the infos.
func countByHand(in *Input) (all, infos int) {
	for i := range in.Diagnostics {
		if d := &in.Diagnostics[i]; byHand(d) {
			all++
			if d.Severity < analyzer.Warning {
				infos++
			}
		}
	}
	return all, infos
}

func notListed(infos int) string {
	switch infos {
	case 0:
		return ""
	case 1:
		return ", 1 of them an info that is not listed"
	}
	return fmt.Sprintf(", %d of them infos that are not listed", infos)
}

// byHand lists the findings that matter, one line each.
func (p *printer) byHand(in *Input) {
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if d.Severity < analyzer.Warning || !byHand(d) {
			continue
		}
		pos := in.position(d.Path, d.Span.Start)
		p.printf("  %s: %s %s\n", place(d.Path, pos), p.severity[d.Severity](d.Code), plain(d.Message))
	}
}
