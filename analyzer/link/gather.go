package link

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// Components lists what the linked files hold, in the order of their first
// parts.
func (l *Links) Components() []*Component {
	l.findParts()
	b := &gatherer{Links: l, of: make(map[edit.GroupID]*Component), seen: make(map[edit.GroupID]bool)}
	for root, tests := range l.tests {
		for _, t := range tests {
			if t.Fed = l.crossed[root] > 0; t.Fed {
				l.together.Join(tests[0].Group, t.Group)
			}
		}
	}
	for _, p := range l.sources {
		b.source(p)
	}
	for root, tests := range l.tests {
		for _, t := range tests {
			b.test(t, root)
		}
	}
	return b.all
}

// gatherer puts parts into components.
type gatherer struct {
	*Links

	of   map[edit.GroupID]*Component // by the root of its groups
	seen map[edit.GroupID]bool
	all  []*Component
}

func (b *gatherer) component(p *Part) *Component {
	root := b.together.Root(p.Group)
	c := b.of[root]
	if c == nil {
		c = &Component{
			Number: len(b.all) + 1, decides: make(map[string]*Part), tested: make(map[int]bool), in: make(map[int]bool),
		}
		b.of[root] = c
		b.all = append(b.all, c)
	}
	if !b.seen[p.Group] {
		b.seen[p.Group] = true
		c.Groups = append(c.Groups, p.Group)
	}
	c.in[p.file] = true
	return c
}

func (b *gatherer) source(p *Part) {
	c := b.component(p)
	c.Sources = append(c.Sources, p)
	c.Open, c.Ajar, c.Escapes = first(c.Open, p.open), first(c.Ajar, p.ajar), first(c.Escapes, p.escapes)
	for _, file := range p.files {
		c.in[file] = true
	}
	if !p.stands() || p.Choice {
		return
	}
	for _, path := range []string{"", p.Path} {
		if best := c.decides[path]; best == nil || before(p, best) {
			c.decides[path] = p
		}
	}
}

// before reports whether a source acts in more places than another, or else
// comes first.
func before(a, b *Part) bool {
	return cmp.Or(
		cmp.Compare(b.Places, a.Places), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start),
	) < 0
}

func (b *gatherer) test(t *Part, root int) {
	c := b.component(t)
	c.Tests = append(c.Tests, t)
	c.tested[t.file] = true
	u := &b.unknowns[root]
	c.Open, c.Ajar = first(c.Open, u.open), first(c.Ajar, u.ajar)
}
