package driver

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// count fills in what follows from the parts.
func (c *component) count() {
	for _, list := range [][]*part{c.sources, c.tests} {
		for _, p := range list {
			if !slices.Contains(c.groups, p.group) {
				c.groups = append(c.groups, p.group)
			}
		}
	}
	c.acts, c.files = spread(c.sources, c.tests)
}

// spread counts the places where sources act, and the files that these and the
// parts lie in.
func spread(sources, tests []*part) (places, files int) {
	in := make(map[string]bool)
	acts := make(map[site]bool)
	for _, p := range tests {
		in[p.path] = true
	}
	for _, p := range sources {
		in[p.path] = true
		for _, a := range p.acts {
			if a.Role != semantic.RoleNamed {
				in[a.path] = true
				acts[site{a.path, a.Span}] = true
			}
		}
	}
	return len(acts), len(in)
}

// acting reports whether any of its sources is known to become a device.
func (c *component) acting() bool {
	return slices.ContainsFunc(c.sources, func(p *part) bool { return !p.conditional || len(p.acts) > 0 })
}

// closed reports whether all is known that changing the component could touch:
// where its devices go, and, if anything tests them, which others come in. What
// callers can pass is known if the whole project is.
func (c *component) closed(whole bool) bool {
	if len(c.sources) == 0 || c.escapes != "" || slices.ContainsFunc(c.tests, func(p *part) bool { return !p.fed }) {
		return false
	}
	return len(c.tests) == 0 || c.open == "" && (c.ajar == "" || whole)
}

// site is where a finding stands.
type site struct {
	path string
	span source.Span
}

func compareSites(a, b site) int {
	return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(a.span.End, b.span.End))
}

// links are the components of a run as planning needs them.
type links struct {
	all    []*component
	parts  map[site]*part
	of     map[edit.GroupID]*component
	barred []edit.GroupID // of components with parts in files that are not judged
	whole  bool
}

func (s *session) newLinks(all []*component) *links {
	k := &links{all: all, parts: make(map[site]*part), of: make(map[edit.GroupID]*component), whole: s.whole()}
	judged := make(map[string]bool)
	for _, f := range s.files {
		judged[f.path] = true
	}
	for _, c := range all {
		away := false
		for _, list := range [][]*part{c.sources, c.tests} {
			for _, p := range list {
				k.parts[site{p.path, p.span}] = p
				away = away || !judged[p.path] && (!p.conditional || c.acting())
			}
		}
		for _, g := range c.groups {
			k.of[g] = c
		}
		if away {
			k.barred = append(k.barred, c.groups...)
		}
	}
	return k
}

// component is the one that a finding is part of; nil if it is of none.
func (k *links) component(fd *finding) *component {
	for i := range fd.Fixes {
		if c := k.of[fd.Fixes[i].Group]; c != nil {
			return c
		}
	}
	if p := k.parts[site{fd.Path, fd.Span}]; p != nil {
		return k.of[p.group]
	}
	return nil
}

// settle says of a finding what only all files together show: whether it
// stands, how grave it is, how safe its fixes are and what it goes back to.
func (k *links) settle(fd *finding) {
	c := k.component(fd)
	fd.absent, fd.safety, fd.linked, fd.part = fd.Conditional, nil, nil, nil
	if c == nil {
		return
	}
	p := k.parts[site{fd.Path, fd.Span}]
	if p != nil && fd.Conditional {
		fd.absent = p.test && !c.acting() || !p.test && len(p.acts) == 0
	}
	closed := c.closed(k.whole)
	for i := range fd.Fixes {
		f := &fd.Fixes[i]
		safety := f.Safety
		switch {
		case k.of[f.Group] == nil:
		case closed && safety == edit.Unsafe: // what is only shown stays so
			safety = max(safety, f.Closed)
		case !closed && c.files > 1:
			safety = min(safety, edit.Unsafe)
		}
		fd.safety = append(fd.safety, safety)
	}
	fd.linked = c
	fd.part = p
}

// cause is what a finding goes back to, as it is reported: a source to itself,
// anything else to the source in its own file, or else to the one that acts in
// most places.
func (c *component) cause(fd *finding) *analyzer.Cause {
	if len(c.sources) == 0 {
		return nil
	}
	p := fd.part
	if p == nil || p.test {
		p = c.decides(fd.Path)
	}
	places, files := spread([]*part{p}, c.tests)
	return &analyzer.Cause{
		ID: "c" + strconv.Itoa(c.number), Path: p.path, Span: p.span,
		Sources: len(c.sources), Places: places, Tests: len(c.tests), Files: files,
	}
}

// decides is the source that a finding of a file goes back to.
func (c *component) decides(path string) *part {
	rank := func(p *part) int {
		if p.path == path {
			return 1
		}
		return 0
	}
	return slices.MinFunc(c.sources, func(a, b *part) int {
		return cmp.Or(
			cmp.Compare(rank(b), rank(a)), cmp.Compare(len(b.acts), len(a.acts)),
			cmp.Compare(a.path, b.path), cmp.Compare(a.span.Start, b.span.Start),
		)
	})
}
