package driver

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// failHalves withholds fixes that would mend a part of a program only. Where
// code selects a GPU, counts GPUs or makes a CUDA tensor and nothing safe can be
// written in its place, a model that moved to Neuron would meet inputs that did not,
// or a check in front of the rest would pass. Whoever applies unsafe fixes reads what
// is left, so these are not withheld.
//
// A file is mended whole, but for its tests: each of these is a program of its own,
// which needs the rest of the file. A choice of device asks for more. As it stands its
// program runs on the host, so it is made for Neuron only where nothing is left in any
// file that is imported along with it.
//
// It reports whether there were any.
func (s *solution) failHalves(findings []*finding, k *links, least edit.Safety) (changed bool) {
	if least < edit.Safe || k.apart() {
		return false
	}
	stuck := make(map[whole]bool)
	files := make(map[string]bool)
	for _, at := range k.lost() {
		s.ledger.at(at.path)
		stuck[at] = true
		files[at.path] = true
	}
	chooses := false
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		mended := s.mended(fd)
		chooses = chooses || fd.choice && mended
		if fd.stops() && !mended {
			stuck[fd.whole()] = true
			files[fd.Path] = true
		}
	}
	var together map[string]bool
	if chooses {
		together = k.together(files, s.ledger)
	}
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		if !mendsDevice(fd.Category) {
			continue
		}
		if stuck[fd.whole()] || stuck[whole{path: fd.Path}] || fd.choice && together[fd.Path] {
			for _, m := range s.members[fd] {
				changed = s.groups.fail(m.group) || changed
			}
		}
	}
	return changed
}

// whole is the test that a finding stands in, or else the rest of the file.
func (fd *finding) whole() whole { return whole{fd.Path, fd.test} }

// mended reports whether a fix of a finding holds.
func (s *solution) mended(fd *finding) bool {
	_, ok := s.pick(fd)
	return ok
}

// stops reports whether a finding is about CUDA code that runs on Neuron and fails,
// or decides wrongly, there.
func (fd *finding) stops() bool {
	return namesDevice(fd.Category) && fd.live >= analyzer.Warning && !fd.dead && !fd.Avoided && !fd.Suppressed
}

// mendsDevice reports whether fixes of a category are right only with the rest of the
// program: those of devices, and of autocast for one. What is written for seeds and
// memory figures is right without it.
func mendsDevice(c analyzer.Category) bool {
	switch c {
	case analyzer.CategoryDevice, analyzer.CategoryCUDAAPI, analyzer.CategoryDistributed, analyzer.CategoryPrecision:
		return true
	}
	return false
}
