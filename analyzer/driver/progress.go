package driver

import "sync/atomic"

// The phases of a run, as shown to people.
const (
	phaseLooking   = "finding files"
	phaseAnalysing = "analysing"
	phaseBefore    = "analyzing the files as they were before"
	phaseFixing    = "fixing"
)

// Progress holds how far a run has come; it may be read at any time. A nil Progress
// ignores reports.
type Progress struct {
	state atomic.Pointer[progressState]
	done  atomic.Int64
	told  func() // called after each file; nil but in tests
}

type progressState struct {
	phase string
	total int
}

// Now is the phase of the run, how many files are done in it, and of how many; total is 0
// while it is unknown.
func (p *Progress) Now() (phase string, done, total int) {
	state := p.state.Load()
	if state == nil {
		return "", 0, 0
	}
	done = int(p.done.Load())
	if state.total > 0 {
		done = min(done, state.total)
	}
	return state.phase, done, state.total
}

// begin opens a phase with so many files, or 0 if the number is unknown.
func (p *Progress) begin(phase string, total int) {
	if p != nil {
		p.done.Store(0)
		p.state.Store(&progressState{phase, total})
	}
}

// step counts a file; several workers may at once.
func (p *Progress) step() {
	if p == nil {
		return
	}
	p.done.Add(1)
	if p.told != nil {
		p.told()
	}
}
