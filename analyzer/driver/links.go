package driver

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

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
	joined *link.Links
	all    []*link.Component
	parts  map[site]*link.Part
	of     map[edit.GroupID]*link.Component
	known  map[*link.Component]known
	causes map[causeKey]*analyzer.Cause
	barred []edit.GroupID // of components with parts in files that are not judged

	session  *session
	programs *programs // nil until they are asked for
	shared   *shared
}

// known is what is asked of a component for each of its findings.
type known struct {
	acting, closed, scattered bool // see link.Component
	settings                  int  // likewise
}

// causeKey is what findings of one cause have in common: its source, or where
// none is known, their component and file.
type causeKey struct {
	source    *link.Part
	component *link.Component
	path      string
}

func (s *session) newLinks(l *link.Links, summaries []*semantic.Summary) *links {
	all := l.Components()
	k := &links{
		joined: l, all: all, parts: make(map[site]*link.Part), of: make(map[edit.GroupID]*link.Component),
		known: make(map[*link.Component]known), causes: make(map[causeKey]*analyzer.Cause),
		session: s,
		shared:  s.newShared(summaries),
	}
	judged := make(map[string]bool)
	for _, f := range s.files {
		judged[f.path] = true
	}
	// What could not be read may import anything that others set, and test it.
	unread := s.unlinked || slices.ContainsFunc(s.files, func(f *fileResult) bool { return f.failed })
	whole := s.whole()
	for _, c := range all {
		is := known{acting: c.Acting(), closed: !unread && c.Closed(whole), scattered: c.Scattered(), settings: c.Settings()}
		k.known[c] = is
		away := false
		for _, list := range [][]*link.Part{c.Sources, c.Tests} {
			for _, p := range list {
				k.parts[site{p.Path, p.Span}] = p
				away = away || !judged[p.Path] && (!p.Conditional || is.acting)
			}
		}
		for _, g := range c.Groups {
			k.of[g] = c
		}
		if away {
			k.barred = append(k.barred, c.Groups...)
		}
	}
	return k
}

// letGo forgets what only settling findings takes, and following devices.
func (k *links) letGo() {
	k.joined, k.parts, k.known, k.causes, k.shared = nil, nil, nil, nil, nil
	for _, c := range k.all {
		*c = link.Component{Number: c.Number, Groups: c.Groups}
	}
}

// component is the one that a finding is part of; nil if it is of none.
func (k *links) component(fd *finding) *link.Component {
	for i := range fd.Fixes {
		if c := k.of[fd.Fixes[i].Group]; c != nil {
			return c
		}
	}
	if p := k.parts[site{fd.Path, fd.Span}]; p != nil {
		return k.of[p.Group]
	}
	return nil
}

// settle says of a finding what only all files together show: whether it
// stands, how safe its fixes are and what it goes back to.
func (k *links) settle(fd *finding) {
	c := k.component(fd)
	fd.absent, fd.safety, fd.cause, fd.part = fd.Conditional, nil, nil, nil
	if c == nil {
		k.weakenShared(fd)
		return
	}
	fd.part = k.parts[site{fd.Path, fd.Span}]
	if p := fd.part; p != nil && fd.Conditional {
		fd.absent = p.Test && !k.known[c].acting || !p.Test && !p.Stands()
	}
	for i := range fd.Fixes {
		f := &fd.Fixes[i]
		safety := f.Safety
		switch {
		case k.of[f.Group] == nil:
		case k.known[c].closed:
			safety = closed(f)
		case !k.known[c].closed && k.known[c].scattered:
			safety = min(safety, edit.Unsafe)
		}
		fd.safety = append(fd.safety, safety)
	}
	k.weakenShared(fd)
	if k.known[c].settings > 0 {
		fd.cause = k.cause(c, fd)
	}
}

// closed is the safety of a fix where all that its group touches is known; what
// is only shown stays so.
func closed(f *analyzer.Fix) analyzer.Safety {
	switch {
	case f.Closed == edit.Display:
		return edit.Display
	case f.Safety == edit.Unsafe:
		return max(f.Safety, f.Closed)
	}
	return f.Safety
}

// cause is what a finding goes back to, as it is reported: a source to itself,
// anything else to the source that decides it.
func (k *links) cause(c *link.Component, fd *finding) *analyzer.Cause {
	key := causeKey{source: fd.part}
	if fd.part == nil || fd.part.Test || fd.part.Choice {
		key = causeKey{component: c, path: fd.Path}
	}
	if k.causes[key] == nil {
		p := key.source
		if p == nil {
			p = c.Decides(fd.Path)
		}
		places, files := c.Spread(p)
		k.causes[key] = &analyzer.Cause{
			ID: "c" + strconv.Itoa(c.Number), Path: p.Path, Span: p.Span,
			Sources: k.known[c].settings, Places: places, Tests: len(c.Tests), Files: files,
		}
	}
	return k.causes[key]
}

// together are the files of all programs that hold one of some files.
func (k *links) together(files map[string]bool, l *ledger) map[string]bool {
	if k == nil {
		return nil
	}
	if k.programs == nil {
		k.programs = k.session.newPrograms(l)
	}
	return k.programs.with(files, l)
}

// apart reports whether parts of a program are judged without the rest.
func (k *links) apart() bool { return k != nil && k.session.opts.Apart }

// lost are the files and tests with CUDA code that no finding is about.
func (k *links) lost() (out []whole) {
	if k == nil {
		return nil
	}
	for _, f := range k.session.files {
		for _, test := range f.lost {
			out = append(out, whole{f.path, test})
		}
	}
	return out
}
