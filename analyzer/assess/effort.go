package assess

import "strings"

// effortBasis says where the classes come from.
const effortBasis = "judgement: ranges for one engineer who knows the code, from the table of effort; no port was measured, and tuning for speed is not in it"

// effortOf is the work that findings of a rule take, and the class of the largest part.
func (b *builder) effortOf(rule string, counts Counts) (sum Range, class string) {
	for _, part := range []struct {
		fix string
		n   int
	}{{fixSafe, counts.Safe}, {fixUnsafe, counts.Unsafe}, {byHand, counts.Hand}} {
		e, ok := b.in.DB.Effort(rule, part.fix)
		if !ok || part.n == 0 {
			continue
		}
		low, high := e.Class.Range()
		times := 1
		if e.Each {
			times = part.n
		}
		sum.Low += low * float64(times)
		sum.High += high * float64(times)
		class = string(e.Class)
	}
	return sum, class
}

// effort sums up the work that all causes take.
func (b *builder) effort() Effort {
	out := Effort{Basis: effortBasis}
	for i := range b.ranked {
		c := b.causes[causeKey{b.ranked[i].Rule, b.ranked[i].Subject}]
		var code, tests Counts
		for _, f := range c.findings {
			if f.fix == speedOnly {
				continue
			}
			switch _, rated := b.in.DB.Effort(f.Code, f.fix); {
			case !rated:
				out.Unrated++
			case f.test:
				tests.add(f)
			default:
				code.add(f)
			}
		}
		out.Code.add(b.effortOf(c.key.rule, code))
		out.Tests.add(b.effortOf(c.key.rule, tests))
	}
	out.Code.round()
	out.Tests.round()
	return out
}

func (r *Range) add(more Range, _ string) { r.Low, r.High = r.Low+more.Low, r.High+more.High }

// round keeps tenths of hours: the order of a sum must not show.
func (r *Range) round() {
	const tenth = 10
	r.Low, r.High = float64(int(r.Low*tenth+0.5))/tenth, float64(int(r.High*tenth+0.5))/tenth
}

// unseen names the parts that the verdict says nothing about.
func (b *builder) unseen() []string {
	list := []string{}
	add := func(n int, noun, rest string) {
		if n > 0 {
			list = append(list, strings.TrimSpace(plural(n, noun)+" "+rest))
		}
	}
	s := &b.in.Stats
	add(s.FilesFailed, "file", "that could not be read or parsed")
	add(s.UnparsedLines, "line", "that the parser did not understand")
	add(s.Foreign, "notebook", "in other languages")
	add(s.UnresolvedReceivers, "method call", "on objects of unknown type")
	add(s.UnknownOperators, "call", "of operators that the database does not know")
	add(s.LargeTables, "table", "of devices with too many entries to be followed")
	return list
}
