package driver

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// failHalves withholds the fixes of routines that would be mended by half. Where
// a function selects a GPU, counts GPUs or makes a CUDA tensor and nothing safe
// can be written in its place, a model that moved to Neuron would meet inputs
// that did not, or a check in front of the rest would pass. Whoever applies
// unsafe fixes reads what is left, so these are not withheld.
// It reports whether there were any. The whole is a function with what it defines, or
// the code of a file outside of all functions.
func (s *solution) failHalves(findings []*finding, least edit.Safety) (changed bool) {
	if least < edit.Safe {
		return false
	}
	stuck := make(map[whole]bool)
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		if fd.stops() && !s.mended(fd) {
			stuck[whole{fd.Path, fd.routine}] = true
		}
	}
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		if placesWork(fd.Category) && stuck[whole{fd.Path, fd.routine}] {
			for _, m := range s.members[fd] {
				changed = s.groups.fail(m.group) || changed
			}
		}
	}
	return changed
}

// mended reports whether a fix of a finding holds.
func (s *solution) mended(fd *finding) bool {
	_, ok := s.pick(fd)
	return ok
}

// stops reports whether a finding is about CUDA code that runs on Neuron and fails,
// or decides wrongly, there.
func (fd *finding) stops() bool {
	return placesWork(fd.Category) && fd.live >= analyzer.Warning && !fd.dead && !fd.Avoided && !fd.Suppressed
}

// placesWork reports whether findings of a category are about where code runs.
// Seeds and memory figures are about devices as well, but nothing fails for them.
func placesWork(c analyzer.Category) bool {
	switch c {
	case analyzer.CategoryDevice, analyzer.CategoryCUDAAPI, analyzer.CategoryDistributed:
		return true
	}
	return false
}
