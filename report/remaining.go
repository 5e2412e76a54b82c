package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Patched tells how fixes changed the findings of the text before.
type Patched struct {
	Files  int    // that they changed
	Done   string // to the files: "fixed" or "would be fixed"
	After  []int  // by index before: that after; -1 for findings that ended
	Before []int  // by index after: that before; -1 for new findings
	Unsafe []bool // by index after: fixes that need a reader end it
}

// Remaining writes the results of the fixes and the work left for a person. Each
// finding of the text before has ended or is left, and each that is left, the new ones
// too, either ends with --unsafe or is to be done by hand; of these, those that are at
// least a warning are listed.
func Remaining(w io.Writer, before, after *Input, patched *Patched, style Style) error {
	p := newPrinter(w, style)
	if patched.Files > 0 {
		p.printf("%s\n", p.bold(fmt.Sprintf("%s %s: %s before, %d after.",
			plural(patched.Files, "file"), patched.Done, plural(Count(before).Total(), "finding"), Count(after).Total())))
		p.printf("%s", patched.beside(before, after))
	} else {
		p.printf("%s\n", p.bold("Nothing to fix automatically."))
	}
	left := patched.left(after)
	if left.again > 0 {
		p.printf("Left for another run: %s, beside which a fix could not be made yet.\n", plural(left.again, "finding"))
	}
	if left.unsafe > 0 {
		p.printf("Left for --unsafe: %s, whose fix needs review.\n", plural(left.unsafe, "finding"))
	}
	if n := len(left.byHand); n > 0 {
		p.printf("Left to do by hand: %s%s.\n", plural(n, "finding"), notListed(left.infos))
		p.byHand(after, left.byHand)
	}
	return p.failed("what remains")
}

// beside says which findings ended though they had no fix of their own, and
// which are new: without them the numbers of fixable findings would not add up.
func (patched *Patched) beside(before, after *Input) string {
	var parts []string
	ended, came := 0, 0
	for i := range before.Diagnostics {
		if d := &before.Diagnostics[i]; !d.Suppressed && patched.After[i] < 0 && !before.mends(d) {
			ended++
		}
	}
	for i := range after.Diagnostics {
		if !after.Diagnostics[i].Suppressed && patched.Before[i] < 0 {
			came++
		}
	}
	if ended > 0 {
		parts = append(parts, plural(ended, "finding")+" without a fix "+verb(ended, "ends", "end")+" with those of others")
	}
	if came > 0 {
		parts = append(parts, plural(came, "finding")+" "+verb(came, "is", "are")+" new and about the fixed text")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Among these, " + strings.Join(parts, ", and ") + ".\n"
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// mends reports whether a fix of the requested safety mends a finding.
func (in *Input) mends(d *analyzer.Diagnostic) bool {
	best := strongest(d)
	return best == analyzer.Safe || in.Unsafe && best == analyzer.Unsafe
}

// leftover holds the findings left by the fixes.
type leftover struct {
	again, unsafe int
	byHand        []int // indices
	infos         int   // of these
}

func (patched *Patched) left(after *Input) (l leftover) {
	for i := range after.Diagnostics {
		switch d := &after.Diagnostics[i]; {
		case d.Suppressed:
		case after.mends(d):
			l.again++
		case patched.Unsafe[i]:
			l.unsafe++
		default:
			l.byHand = append(l.byHand, i)
			if d.Severity < analyzer.Warning {
				l.infos++
			}
		}
	}
	return l
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
func (p *printer) byHand(in *Input, list []int) {
	for _, i := range list {
		d := &in.Diagnostics[i]
		if d.Severity < analyzer.Warning {
			continue
		}
		pos := in.position(d.Path, d.Span.Start)
		p.printf("  %s: %s %s\n", place(d.Path, pos), p.severity[d.Severity](d.Code), plain(d.Message))
	}
}
