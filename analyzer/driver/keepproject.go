package driver

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// maxKeptText bounds the trees of modules that are held from one run to the next, in bytes
// of text. With the answers about a module they take some 20 times as much.
const maxKeptText = 1 << 20

// keptProject is what an earlier run has learned of modules, with the hashes of the files that
// it has seen.
type keptProject struct {
	*semantic.Project

	seen map[string]hash // by absolute name
}

// takeProject has the run use the modules that an earlier run has read, as far as neither
// they nor any modules that they rest on have changed. It is called once the judged files
// are found.
func (s *session) takeProject() {
	if s.keep() == nil {
		return
	}
	known := s.memory.held.project
	s.memory.held.project = nil // until the run is done with it
	if known == nil {
		return
	}
	changed := func(name string) bool {
		before := known.seen[name]
		return before == hash{} || s.memory.file(name) != before
	}
	if known.Reuse(s.place, changed) {
		s.project = known.Project
	}
}

// releaseProject makes room once all files are analysed.
func (s *session) releaseProject() {
	if s.keep() == nil {
		s.project.Release()
	} else {
		s.project.Shrink(maxKeptText)
	}
}

// leaveProject leaves the modules to the next run, unless files have changed under this one
// or a defect may have left answers half made. A run that was ended leaves none that are:
// see infer.Project.
func (s *session) leaveProject() {
	if s.keep() == nil || s.memory.moved || slices.ContainsFunc(s.files, func(r *fileResult) bool { return r == nil || r.internal > 0 }) {
		return
	}
	s.memory.held.project = &keptProject{s.project, s.memory.hashes}
}
