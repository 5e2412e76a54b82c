package semantic_test

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// source is the device source within the expression, with the places in all
// files where it acts.
func (a *answers) source(q question) (*link.Component, *link.Part) {
	for _, c := range a.components {
		for _, p := range c.Sources {
			if p.Path == q.File.Path && q.span.Contains(p.Span) && (!p.Conditional || p.Acting) {
				return c, p
			}
		}
	}
	return nil, nil
}

// comparison is the test of a device whose literal is within the expression.
func (a *answers) comparison(q question) (*link.Component, *link.Part) {
	for _, c := range a.components {
		for _, p := range c.Tests {
			if p.Path == q.File.Path && q.span.Contains(p.Span) && (!p.Conditional || c.Acting()) {
				return c, p
			}
		}
	}
	return nil, nil
}

// literal is the source as its own file shows it.
func (q question) literal() *semantic.Source {
	all := slices.Concat(q.Devices(), q.Choices(), q.Exported())
	i := slices.IndexFunc(all, func(s *semantic.Source) bool { return q.span.Contains(q.Tree.Span(s.Node)) })
	if i < 0 {
		return nil
	}
	return all[i]
}

// device is how sure it is that the source acts as a device.
func (a *answers) device(q question) string {
	_, p := a.source(q)
	if p == nil {
		return "none"
	}
	best := semantic.Unresolved
	if !p.Conditional {
		best = q.literal().Confidence()
	}
	for _, act := range a.links.Acts(p) {
		best = max(best, act.Confidence)
	}
	return best.String()
}

func (a *answers) form(q question) string {
	if _, p := a.source(q); p == nil {
		return "none"
	}
	return []string{"plain", "indexed", "computed"}[q.literal().Form]
}

// acts is the wanted place if the source gets there, else all it gets to.
func (a *answers) acts(q question) string {
	_, p := a.source(q)
	if p == nil {
		return "none"
	}
	var all []string
	for _, act := range a.links.Acts(p) {
		if act.API == q.want || string(act.Role) == q.want {
			return q.want
		}
		all = append(all, orNone(act.API))
	}
	for _, k := range q.literal().Sinks { // a name is a place, too
		if string(k.Role) == q.want {
			return q.want
		}
	}
	return orNone(strings.Join(all, ","))
}

func (a *answers) compare(q question) string {
	c, _ := a.comparison(q)
	return yes(c != nil)
}

// component is the wanted label if the source or comparison belongs to the
// component that has it, or that nobody has named yet.
func (a *answers) component(q question) string {
	c, _ := a.source(q)
	if c == nil {
		c, _ = a.comparison(q)
	}
	if c == nil {
		return "none"
	}
	for label, other := range a.labels {
		if other == c {
			return label
		}
	}
	if a.labels[q.want] != nil {
		return "another"
	}
	a.labels[q.want] = c
	return q.want
}
