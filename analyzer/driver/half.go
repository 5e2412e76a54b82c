package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// failHalves withholds fixes that would mend a part of a program only. Where code selects
// a GPU, counts GPUs or makes a CUDA tensor and no safe replacement can be written, a
// model that moved to Neuron would meet inputs that did not, or a check in front of the
// rest would pass. Whoever applies unsafe fixes reads the rest, so these are not
// withheld.
//
// A file is mended whole, except for its tests: each of these is a program of its own,
// which needs the rest of the file. The same holds if a file that it imports refuses to
// run without CUDA, perhaps because of a kernel, and if a file of a program that it is
// part of keeps code for CUDA: tensors meet those of other files.
//
// A choice of device requires more. Unmended, its program runs on the host, so it is made
// for Neuron only where no code that is imported along with it is known to fail on the
// device: operators that it refuses, and sparse tensors, which run on the host alone.
//
// It reports whether there were any.
func (s *solution) failHalves(findings []*finding, k *links, least edit.Safety) (changed bool) {
	if least < edit.Safe || k.apart() {
		return false
	}
	h := s.halves(findings, k)
	h.follow(k, s.ledger)
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		if !mendsDevice(fd.Category) {
			continue
		}
		why := h.against(fd)
		if why.None() {
			continue
		}
		for _, m := range s.members[fd] {
			changed = s.groups.fail(m.group, why) || changed
		}
	}
	return changed
}

// follow finds the files that the places hold back from elsewhere. The imports of files are
// read only where they decide.
func (h *halves) follow(k *links, l *ledger) {
	if h.chooses {
		h.by.choosing = k.together(h.files, true, l)
	}
	if h.chooses && len(h.unsure) > 0 {
		h.by.unsure = k.together(h.unsure, false, l)
	}
	if h.mends && len(h.unmended) > 0 {
		h.by.unmended = k.together(h.unmended, false, l)
	}
	h.by.refusing = k.importing(h.refusing, l)
}

// holders are the files that hold back others, by those.
type holders struct{ refusing, unmended, choosing, unsure map[string]string }

// against is what speaks against mending a finding; none if nothing does.
func (h *halves) against(fd *finding) edit.Doubt {
	if why := h.nearest(fd); !why.None() {
		return why
	}
	if by, held := h.by.refusing[fd.Path]; held {
		return edit.Doubt{Text: "this line, in a file that is imported here, refuses to run without CUDA", Path: by, Span: h.refusing[by], Waits: true}
	}
	if by, held := h.by.unmended[fd.Path]; held {
		return h.program(fd, by)
	}
	if by, held := h.by.choosing[fd.Path]; held && fd.choice {
		return h.program(fd, by)
	}
	if by, held := h.by.unsure[fd.Path]; held && fd.asks {
		return alongWith(h.unsure[by], fd)
	}
	return edit.Doubt{}
}

// halves holds the places that stay unmended in files and tests that are not mended
// whole.
type halves struct {
	stuck  map[whole]byStart // in order
	asking map[site]bool     // those that raise nothing, and whether they choose a device
	lost   map[whole]byStart // the same, where no finding is
	own    map[string]edit.Doubt
	tested map[string]edit.Doubt // files whose tensors code of other files tests
	files  map[string]edit.Doubt

	unmended map[string]edit.Doubt // those of files that keep code for CUDA outside of tests
	unsure   map[string]edit.Doubt // those of files that move what the device may not take

	chooses, mends bool // some choice of device is mended; anything that is right only with the program

	refusing map[string]source.Span // files that refuse to run without CUDA, and where

	by holders // see follow
}

func (s *solution) halves(findings []*finding, k *links) *halves {
	h := &halves{
		stuck: make(map[whole]byStart), asking: make(map[site]bool), lost: make(map[whole]byStart), own: make(map[string]edit.Doubt), tested: make(map[string]edit.Doubt),
		files: make(map[string]edit.Doubt), unmended: make(map[string]edit.Doubt), unsure: make(map[string]edit.Doubt), refusing: make(map[string]source.Span),
	}
	for path, at := range k.lost() {
		s.ledger.at(path)
		of := whole{path, at.Test}
		h.lost[of] = append(h.lost[of], at.At)
		h.left(of, at.At)
	}
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		if s.mended(fd) {
			h.chooses, h.mends = h.chooses || fd.choice, h.mends || mendsDevice(fd.Category)
			continue
		}
		if fd.stops() {
			h.stuck[fd.whole()] = append(h.stuck[fd.whole()], fd.Span)
			if at := (site{fd.Path, fd.Span}); fd.choice || fd.live < analyzer.Error {
				h.asking[at] = h.asking[at] || fd.choice
			}
			h.left(fd.whole(), fd.Span)
		}
		h.addRefused(fd)
	}
	h.addUnfit(k, s.ledger)
	h.addFarTests(s, findings, k)
	return h
}

// left notes the first place of a file that is left, and the first outside of tests.
func (h *halves) left(of whole, at source.Span) {
	why := edit.Doubt{Text: "this line" + along + h.need(of.path, at), Path: of.path, Span: at, Waits: true}
	if _, known := h.files[of.path]; !known {
		h.files[of.path] = why
	}
	if _, known := h.unmended[of.path]; !known && of.span == (source.Span{}) {
		h.unmended[of.path] = why
	}
}

// nearest is the unmended place nearest to a finding, in its test or in the rest of the
// file, or in code that the file uses; none if there is none.
func (h *halves) nearest(fd *finding) edit.Doubt {
	for _, of := range []whole{fd.whole(), {path: fd.Path}} {
		if at, ok := h.stuck[of].nearest(fd.Span.Start); ok {
			return edit.Doubt{Text: "this line" + h.need(fd.Path, at), Path: fd.Path, Span: at, Waits: true}
		}
		if at, ok := h.lost[of].nearest(fd.Span.Start); ok {
			return edit.Doubt{Text: "this line still refers to CUDA", Path: fd.Path, Span: at}
		}
	}
	if why, held := h.own[fd.Path]; held {
		return why
	}
	return h.tested[fd.Path]
}

// along says of a place that one program imports its file along with that of a finding.
const along = ", imported along with it,"

// need says how a place depends on CUDA that stays as it is: what chooses a device, or
// counts them, raises nothing, and neither does what is only wrong without CUDA, such as
// a bare index.
func (h *halves) need(path string, at source.Span) string {
	switch asks, wrong := h.asking[site{path, at}]; {
	case asks:
		return " still asks for CUDA"
	case wrong:
		return " still relies on CUDA"
	}
	return " still needs CUDA"
}

// program is the doubt about a choice, from the file at path in the program that it is
// part of.
func (h *halves) program(fd *finding, path string) edit.Doubt {
	why, ok := h.unmended[path]
	if !ok {
		why, ok = h.files[path]
	}
	if !ok {
		return edit.Doubt{Text: "this file, imported along with it, may need CUDA and has no fix", Path: path}
	}
	return alongWith(why, fd)
}

// alongWith is a doubt from a file of the program that a finding is part of.
func alongWith(why edit.Doubt, fd *finding) edit.Doubt {
	if why.Path == fd.Path {
		why.Text = strings.Replace(why.Text, along, "", 1)
	}
	return why
}

// whole is the test around a finding, or else the rest of the file.
func (fd *finding) whole() whole { return whole{fd.Path, fd.test} }

// mended reports whether a fix of a finding holds.
func (s *solution) mended(fd *finding) bool {
	_, ok := s.pick(fd)
	return ok
}

// stops reports whether a finding is about CUDA code that runs on Neuron and fails,
// or decides wrongly, there.
func (fd *finding) stops() bool {
	return namesDevice(fd.Category) && fd.live >= analyzer.Warning && !fd.Figure && !fd.dead && !fd.Avoided && !fd.Suppressed
}

// mendsDevice reports whether fixes of a category are right only with the rest of the
// program: those of devices, and of autocast for one. Fixes of seeds and memory figures
// are right without it.
func mendsDevice(c analyzer.Category) bool {
	switch c {
	case analyzer.CategoryDevice, analyzer.CategoryCUDAAPI, analyzer.CategoryDistributed, analyzer.CategoryPrecision:
		return true
	}
	return false
}
