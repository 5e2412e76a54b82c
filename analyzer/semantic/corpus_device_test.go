package semantic_test

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// source is the device source within the expression.
func (q question) source() *semantic.Source {
	all := q.Devices()
	i := slices.IndexFunc(all, func(s *semantic.Source) bool { return q.span.Contains(q.Tree.Span(s.Node)) })
	if i < 0 {
		return nil
	}
	return all[i]
}

// comparison is the test of a device whose literal is within the expression.
func (q question) comparison() *semantic.Compare {
	all := q.Compares()
	i := slices.IndexFunc(all, func(c *semantic.Compare) bool { return q.span.Contains(q.Tree.Span(c.Literal)) })
	if i < 0 {
		return nil
	}
	return all[i]
}

func (*answers) device(q question) string {
	if src := q.source(); src != nil {
		return src.Confidence().String()
	}
	return "none"
}

func (*answers) form(q question) string {
	src := q.source()
	if src == nil {
		return "none"
	}
	return []string{"plain", "indexed", "computed"}[src.Form]
}

// acts is the wanted place if the source gets there, else all it gets to.
func (*answers) acts(q question) string {
	src := q.source()
	if src == nil {
		return "none"
	}
	var all []string
	for _, k := range src.Sinks {
		if k.API == q.want || string(k.Role) == q.want {
			return q.want
		}
		all = append(all, orNone(k.API))
	}
	return strings.Join(all, ",")
}

func (*answers) compare(q question) string { return yes(q.comparison() != nil) }

// component is the wanted label if the source or comparison belongs to the
// component that has it, or that nobody has named yet.
func (a *answers) component(q question) string {
	var c *semantic.Component
	if src := q.source(); src != nil {
		c = src.Component
	} else if cmp := q.comparison(); cmp != nil {
		c = cmp.Component
	}
	if c == nil {
		return "none"
	}
	for label, other := range a.components {
		if other == c {
			return label
		}
	}
	if a.components[q.want] != nil {
		return "another"
	}
	a.components[q.want] = c
	return q.want
}
