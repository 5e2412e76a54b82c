package link

import "github.com/neuronlint/neuronlint/analyzer/edit"

// Components lists the components of the linked files, ordered by their first parts.
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

// gatherer groups parts into components.
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
		c = &Component{Number: len(b.all) + 1}
		b.of[root] = c
		b.all = append(b.all, c)
	}
	if !b.seen[p.Group] {
		b.seen[p.Group] = true
		c.Groups = append(c.Groups, p.Group)
	}
	return c
}

func (b *gatherer) source(p *Part) {
	c := b.component(p)
	c.Sources = append(c.Sources, p)
	c.Open, c.Ajar, c.Escapes = first(c.Open, p.open), first(c.Ajar, p.ajar), first(c.Escapes, p.escapes)
}

func (b *gatherer) test(t *Part, root int) {
	c := b.component(t)
	c.Tests = append(c.Tests, t)
	if c.tested == nil {
		c.tested = make(map[int]bool)
	}
	c.tested[t.file] = true
	u := &b.unknowns[root]
	c.Open, c.Ajar = first(c.Open, u.open), first(c.Ajar, u.ajar)
}
