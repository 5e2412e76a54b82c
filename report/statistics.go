package report

import (
	"cmp"
	"io"
	"slices"
)

// ruleCount is how often a rule fired.
type ruleCount struct {
	code, name     string
	count, fixable int
}

// Statistics writes how many findings each rule has, most first, and how far
// the calls are seen that rules judge.
func Statistics(w io.Writer, in *Input) error {
	p := newPrinter(w, Style{})
	for _, c := range countRules(in) {
		mark := "   "
		if c.fixable > 0 {
			mark = "[*]"
		}
		p.printf("%6d  %s %s %s\n", c.count, c.code, mark, c.name)
	}
	if r := in.TensorMethods; r != (Receivers{}) {
		p.printf("%s\n", r.line())
	}
	if n := in.UnknownOperators; n > 0 {
		p.printf("%s of operators of which nothing is known on this stack; `neuronlint ops scan` lists them\n", plural(n, "call"))
	}
	return p.failed("statistics")
}

func countRules(in *Input) []ruleCount {
	byCode := make(map[string]*ruleCount)
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if d.Suppressed {
			continue
		}
		c := byCode[d.Code]
		if c == nil {
			c = &ruleCount{code: d.Code, name: d.Name}
			byCode[d.Code] = c
		}
		c.count++
		if mark(d) == "[*] " {
			c.fixable++
		}
	}
	counts := make([]ruleCount, 0, len(byCode))
	for _, c := range byCode {
		counts = append(counts, *c)
	}
	slices.SortFunc(counts, func(a, b ruleCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.code, b.code))
	})
	return counts
}
