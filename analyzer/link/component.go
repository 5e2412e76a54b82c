package link

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/disjoint"
)

// Component is what changes as a whole or not at all: sources with the tests
// that they reach, in whatever files. Sources that only meet where a device is
// used are not one component, since each of them can change alone.
type Component struct {
	Number  int // from 1, in the order of their first parts
	Sources []*Part
	Tests   []*Part
	Groups  []edit.GroupID
	Files   int // that its parts and the places lie in where its sources act
	// Open and Ajar say what is not known of what comes in, see semantic.Root,
	// and Escapes of where the sources go.
	Open, Ajar, Escapes string
}

// Part is a source or a test.
type Part struct {
	Path        string
	Span        source.Span
	Group       edit.GroupID
	Test        bool
	Conditional bool
	Fed         bool  // of a test: a source reaches it
	Acts        []Act // of a source: where it acts

	roots   []int  // of a source: what it comes through
	escapes string // of a source: where it goes that is not known
}

// Act is a place where a source acts as a device.
type Act struct {
	Path string
	semantic.Act
}

// Acting reports whether any of its sources is known to become a device.
func (c *Component) Acting() bool {
	return slices.ContainsFunc(c.Sources, func(p *Part) bool { return !p.Conditional || len(p.Acts) > 0 })
}

// Closed reports whether all is known that changing the component could touch:
// where its devices go, and, if anything tests them, which others come in. What
// callers can pass is known if the whole project is.
func (c *Component) Closed(whole bool) bool {
	if len(c.Sources) == 0 || c.Escapes != "" || slices.ContainsFunc(c.Tests, func(p *Part) bool { return !p.Fed }) {
		return false
	}
	return len(c.Tests) == 0 || c.Open == "" && (c.Ajar == "" || whole)
}

// Decides is the source that what is found in a file goes back to: one of the
// same file, or else the one that acts in most places.
func (c *Component) Decides(path string) *Part {
	rank := func(p *Part) int {
		if p.Path == path {
			return 1
		}
		return 0
	}
	return slices.MinFunc(c.Sources, func(a, b *Part) int {
		return cmp.Or(
			cmp.Compare(rank(b), rank(a)), cmp.Compare(len(b.Acts), len(a.Acts)),
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start),
		)
	})
}

// Spread counts the places where sources of the component act, and the files
// that these, the sources and the tests lie in.
func (c *Component) Spread(sources ...*Part) (places, files int) {
	type place struct {
		path string
		span source.Span
	}
	in := make(map[string]bool)
	acts := make(map[place]bool)
	for _, p := range c.Tests {
		in[p.Path] = true
	}
	for _, p := range sources {
		in[p.Path] = true
		for _, a := range p.Acts {
			if a.Role != semantic.RoleNamed {
				in[a.Path] = true
				acts[place{a.Path, a.Span}] = true
			}
		}
	}
	return len(acts), len(in)
}

// Components lists what the linked files hold, in the order of their first
// parts.
func (l *Links) Components() []*Component {
	l.findParts()
	b := &gatherer{of: make(map[edit.GroupID]*Component), seen: make(map[edit.GroupID]bool)}
	for _, p := range l.sources {
		for _, root := range p.roots {
			for _, t := range l.tests[root] {
				t.Fed = true
				b.sets.Join(p.Group, t.Group)
			}
		}
	}
	for _, p := range l.sources {
		c := b.component(p)
		c.Sources = append(c.Sources, p)
		c.Escapes = first(c.Escapes, p.escapes)
		for _, root := range p.roots {
			c.unknown(l, root)
		}
	}
	for root := range l.fields {
		for _, t := range l.tests[root] {
			c := b.component(t)
			c.Tests = append(c.Tests, t)
			c.unknown(l, root)
		}
	}
	for _, c := range b.all {
		_, c.Files = c.Spread(c.Sources...)
	}
	return b.all
}

// gatherer puts parts into components.
type gatherer struct {
	sets disjoint.Sets[edit.GroupID] // of the groups that fixes of parts have
	of   map[edit.GroupID]*Component // by the root of its groups
	seen map[edit.GroupID]bool
	all  []*Component
}

func (b *gatherer) component(p *Part) *Component {
	root := b.sets.Root(p.Group)
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
