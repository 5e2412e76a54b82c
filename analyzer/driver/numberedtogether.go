package driver

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/disjoint"
)

// joinNumbered joins the fixes of the numbered devices of a program, and fails them if one
// of these stays as it is: where "cuda:1" stays, renaming "cuda:0" would split data that
// is spread over both. That holds for unsafe fixes too. In a file or a test, all of them
// are joined once several are used or a checkpoint is loaded to one; over the files of a
// program, those whose numbers are written out.
func (s *solution) joinNumbered(k *links) {
	near, far := newNumberedUses(), newNumberedUses()
	for at := range s.numberedPlaces(k) {
		near.enter(at, at.number != ofFirst || at.loads)
		if at.number > computed {
			far.enter(at, at.number == ofOthers)
		}
	}
	s.joinUses(near)
	if len(far.of) > 0 && k != nil && !k.apart() {
		k.imports(s.ledger).joinNumbered(far, s.ledger)
		s.joinUses(far)
	}
}

// joinUses joins the fixes of each program that uses several devices, or fails them.
func (s *solution) joinUses(u *numberedUses) {
	several := make(map[whole]bool)
	for at, are := range u.several {
		several[u.joined.Root(at)] = several[u.joined.Root(at)] || are
	}
	groups := s.joinWholes(s.findings, func(fd *finding) (whole, bool) {
		at := u.joined.Root(fd.programPart())
		return at, several[at] && fd.numbers() && (fd.numbered > computed || !u.far) && fd.Confidence >= analyzer.Likely
	})
	for _, at := range u.stuck {
		if group, ok := groups[u.joined.Root(at.part)]; ok {
			s.groups.fail(group, edit.Doubt{Text: at.stays, Path: at.path, Span: at.span})
		}
	}
}

// numberedPlace is a place where a program numbers a device.
type numberedPlace struct {
	site
	part   whole
	number numbering
	loads  bool   // a checkpoint
	stays  string // the reason why no fix mends it; empty if one may
}

// numberedUses are the parts of programs that number devices: files without their tests,
// and these tests.
type numberedUses struct {
	of      map[string][]whole // by file
	several map[whole]bool     // whether a part uses more than the first one
	stuck   []numberedPlace    // the first of each part that no fix mends, in order
	isStuck map[whole]bool
	joined  disjoint.Sets[whole]
	far     bool // they are joined over files
}

func newNumberedUses() *numberedUses {
	return &numberedUses{of: make(map[string][]whole), several: make(map[whole]bool), isStuck: make(map[whole]bool)}
}

func (u *numberedUses) enter(at numberedPlace, several bool) {
	if _, known := u.several[at.part]; !known {
		u.of[at.path] = append(u.of[at.path], at.part)
	}
	u.several[at.part] = u.several[at.part] || several
	if at.stays != "" && !u.isStuck[at.part] {
		u.isStuck[at.part], u.stuck = true, append(u.stuck, at)
	}
}

// Reasons why a numbered device stays.
const (
	staysUnseen   = "this line uses another device of the same program, and no fix changes it"
	staysAccepted = "this line must change with it, but a comment keeps it unchanged"
	staysFar      = "this file, of the same program, uses another device and is not checked"
)

// numberedPlaces yields the places of all files, in order.
func (s *solution) numberedPlaces(k *links) func(yield func(numberedPlace) bool) {
	return func(yield func(numberedPlace) bool) {
		if k == nil {
			for _, fd := range s.findings {
				if fd.numbers() && !yield(fd.numberedPlace(false)) {
					return
				}
			}
			return
		}
		for _, f := range k.session.files {
			s.ledger.at(f.path)
			written := f.written()
			for _, fd := range f.findings {
				if fd.absent && (fd.numbered == computed || written.Holds(fd.Span)) {
					continue // it may be no device, or a finding that stands is about it
				}
				if fd.numbers() && !yield(fd.numberedPlace(f.held)) {
					return
				}
			}
			for _, at := range f.lost {
				if at.Numbered > computed && !yield(numberedPlace{site: site{f.path, at.At}, part: whole{f.path, at.Test}, number: at.Numbered, stays: staysUnseen}) {
					return
				}
			}
		}
	}
}

// written is the code that fixes of the findings that stand replace; nil if no other
// finding needs it.
func (r *fileResult) written() semantic.Cover {
	if !slices.ContainsFunc(r.findings, func(fd *finding) bool { return fd.absent && fd.numbers() }) {
		return nil
	}
	written := make(semantic.Cover)
	for _, fd := range r.findings {
		for i := range fd.Fixes {
			for _, e := range fd.Fixes[i].Edits {
				if !fd.absent && e.Path == r.path {
					written.Add(e.Span)
				}
			}
		}
	}
	return written
}

// numbers reports whether a finding is about a numbered device.
func (fd *finding) numbers() bool {
	return fd.numbered != unnumbered && !fd.Avoided && fd.live >= analyzer.Warning
}

// programPart is the part of a program that a finding about a numbered device belongs to.
func (fd *finding) programPart() whole { return whole{fd.Path, fd.program} }

// numberedPlace is the place of a finding, in a file whose fixes may be held back.
func (fd *finding) numberedPlace(held bool) numberedPlace {
	at := numberedPlace{
		site: site{fd.Path, fd.Span}, part: fd.programPart(), number: fd.numbered,
		loads: fd.Category == analyzer.CategoryCheckpoint,
	}
	switch {
	case fd.dead:
	case held, fd.absent, fd.Confidence < analyzer.Likely:
		at.stays = staysUnseen
	case fd.Suppressed:
		at.stays = staysAccepted
	}
	return at
}

// joinNumbered joins the parts of files that one program imports together: those that
// have a file in common which imports them, itself or by way of others. Tests of one file
// are not joined by what it imports, unless that numbers devices too.
func (p *programs) joinNumbered(uses *numberedUses, l *ledger) {
	uses.far = true
	var from []spreadNode
	for _, n := range p.all {
		if n.numbered != unnumbered {
			at := site{path: n.path}
			uses.enter(numberedPlace{site: at, part: whole{path: n.path}, stays: staysFar}, n.numbered == ofOthers)
		}
		if len(uses.of[n.path]) > 0 {
			from = append(from, spreadNode{n, n})
		}
	}
	roots := spread(from, func(n *programNode) []*programNode { return n.by }, l)
	leads := make(map[*programNode]bool, len(roots))
	for _, at := range roots {
		leads[at.node] = true
	}
	for _, at := range roots {
		l.at(at.node.path)
		for _, to := range at.node.to {
			if !leads[to] {
				continue
			}
			below := whole{path: to.path}
			uses.joined.Join(below, whole{path: at.node.path})
			for _, part := range uses.of[at.node.path] {
				uses.joined.Join(below, part)
			}
		}
	}
}

// numberingLost is how code that no finding is about numbers a device: a text, or a call
// that begins at its name.
func numberingLost(text []byte, span source.Span) numbering {
	switch code := text[span.Start:span.End]; {
	case firstText.Match(code), firstCall.Match(text[span.Start:]):
		return ofFirst
	case writtenText.Match(code), numberedCall.Match(text[span.Start:]):
		return ofOthers
	case numberedText.Match(code):
		return computed
	}
	return unnumbered
}
