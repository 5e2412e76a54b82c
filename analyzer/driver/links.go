package driver

import (
	"cmp"
	"iter"
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
	barred map[edit.GroupID]site // of components with such parts in files that are not judged

	session  *session
	programs *programs // nil until they are asked for
	shared   *shared
}

// known holds the facts about a component that each of its findings needs.
type known struct {
	acting, closed, scattered, used bool // see link.Component

	settings int        // see link.Component too
	doubt    edit.Doubt // why it is not closed
}

// causeKey identifies findings of one cause: by their source, or where none is known, by
// their component and file.
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
		session: s, barred: make(map[edit.GroupID]site),
		shared: s.newShared(summaries),
	}
	judged := make(map[string]bool)
	for _, f := range s.files {
		judged[f.path] = true
	}
	// A file that could not be read may import anything that others set, and test it.
	unread := s.unlinked || slices.ContainsFunc(s.files, func(f *fileResult) bool { return f.failed })
	whole := s.whole()
	for _, c := range all {
		is := known{acting: c.Acting(), closed: !unread && c.Closed(whole), scattered: c.Scattered(), used: c.Used(), settings: c.Settings()}
		if !is.closed {
			is.doubt = unclosed(c, whole)
		}
		k.known[c] = is
		var away *link.Part
		for _, list := range [][]*link.Part{c.Sources, c.Tests} {
			for _, p := range list {
				k.parts[site{p.Path, p.Span}] = p
				if away == nil && !judged[p.Path] && (!p.Conditional || is.acting) {
					away = p
				}
			}
		}
		for _, g := range c.Groups {
			k.of[g] = c
			if away != nil {
				k.barred[g] = site{away.Path, away.Span}
			}
		}
	}
	return k
}

// letGo drops the data needed only to settle findings and to follow devices.
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

// settle fills in the facts about a finding that only all files together show: whether it
// stands, how safe its fixes are, and its cause.
func (k *links) settle(fd *finding) {
	c := k.component(fd)
	fd.absent, fd.trust, fd.cause, fd.part = fd.Conditional, nil, nil, nil
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
		trust := f.Trust()
		switch {
		case k.of[f.Group] == nil:
		case k.known[c].closed:
			trust.Safety = closed(f)
		default:
			is := k.known[c]
			trust = is.open(fd, f)
		}
		if fd.asks && !k.known[c].used {
			trust = trust.And(analyzer.Doubtful("nothing is known to be placed on this device"))
		}
		fd.trust = append(fd.trust, trust)
	}
	k.weakenShared(fd)
	if k.known[c].settings > 0 {
		fd.cause = k.cause(c, fd)
	}
}

// open is the trust in a fix whose group touches something unknown.
func (is *known) open(fd *finding, f *analyzer.Fix) edit.Trust {
	trust := f.Trust()
	if trust.Safety == edit.Safe && is.scattered || trust.Safety == edit.Unsafe && f.Closed == edit.Safe {
		trust = edit.Trust{Safety: edit.Unsafe, Doubt: is.doubt}
		if is.doubt.Path == fd.Path && is.doubt.Span == fd.Span {
			trust.Doubt = edit.Doubt{Text: is.doubt.Text}
		}
	}
	return trust
}

// unclosed is why a component is not closed. If the files show no reason, one of them
// could not be read.
func unclosed(c *link.Component, whole bool) edit.Doubt {
	why, at := c.Unclosed(whole)
	switch {
	case why == "":
		return edit.Doubt{Text: "a file that could not be read may use this device"}
	case at == nil:
		return edit.Doubt{Text: why}
	}
	return edit.Doubt{Text: why, Path: at.Path, Span: at.Span}
}

// closed is the safety of a fix where everything its group touches is known; a fix for
// display only stays so.
func closed(f *analyzer.Fix) analyzer.Safety {
	switch {
	case f.Closed == edit.Display:
		return edit.Display
	case f.Safety == edit.Unsafe:
		return max(f.Safety, f.Closed)
	}
	return f.Safety
}

// cause is the cause of a finding, as it is reported: for a source, itself; for anything
// else, the source that decides it.
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

// imports are the programs of the run, which are found when they are first asked for.
func (k *links) imports(l *ledger) *programs {
	if k.programs == nil {
		k.programs = k.session.newPrograms(l)
	}
	return k.programs
}

// together are the files of all programs that are held back by one of some files, each
// with the nearest such file. If unseen is set, files that are not judged hold back too.
func (k *links) together(files map[string]edit.Doubt, unseen bool, l *ledger) map[string]string {
	if k == nil {
		return nil
	}
	return k.imports(l).with(files, unseen, l)
}

// importing are the files that import one of some files directly, and the first of those.
func (k *links) importing(files map[string]source.Span, l *ledger) map[string]string {
	if k == nil || len(files) == 0 {
		return nil
	}
	return k.imports(l).by(files, l)
}

// apart reports whether parts of a program are judged without the rest.
func (k *links) apart() bool { return k != nil && k.session.opts.Apart }

// lost yields the files with CUDA code that no finding is about, and its place.
func (k *links) lost() iter.Seq2[string, lostPlace] {
	return func(yield func(string, lostPlace) bool) {
		if k == nil {
			return
		}
		for _, f := range k.session.files {
			for _, at := range f.lost {
				if !yield(f.path, at) {
					return
				}
			}
		}
	}
}
