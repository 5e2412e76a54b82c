package cputime

import (
	"sync"
	"time"
)

// Process divides the time that a process works besides its stopwatches among those who
// hold one meanwhile. Go collects garbage on threads of its own, where no clock of
// another thread counts that: beside work on a large heap it takes a quarter of the time
// and more. Where the system does not tell how long a process has worked, nobody has a
// share in anything.
type Process struct {
	mu      sync.Mutex
	working map[*thread]bool
	done    time.Duration // by threads that are not working any more, as long as they were
	beside  time.Duration // by the process, but not by such threads
	each    time.Duration // of that, for one that worked all the time
}

// thread is one that works, with its clock and the time on it when it began.
type thread struct {
	clock func() time.Duration
	begin time.Duration
}

func (t *thread) worked() time.Duration { return t.clock() - t.begin }

// NewProcess is this process, which counts from here on.
func NewProcess() *Process {
	p := &Process{working: make(map[*thread]bool)}
	p.look()
	return p
}

// look shares what was done besides since the last look.
func (p *Process) look() {
	beside := processTime() - p.done
	for t := range p.working {
		beside -= t.worked()
	}
	if beside <= p.beside {
		return
	}
	if n := len(p.working); n > 0 {
		p.each += (beside - p.beside) / time.Duration(n)
	}
	p.beside = beside
}

// share is the share of one that worked all the time.
func (p *Process) share() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
	return p.each
}

// Stopwatch tells how long the calling goroutine has worked since, with its share in the
// time of the process. The goroutine stays on its thread until it calls release, as it
// must. While it has two of them, its work counts twice, and less is left to be shared.
func (p *Process) Stopwatch() (worked func() time.Duration, release func()) {
	alone, leave := Stopwatch()
	t := &thread{clock: alone}
	begin := p.enter(t)
	return func() time.Duration { return alone() + p.share() - begin },
		func() { p.leave(t); leave() }
}

func (p *Process) enter(t *thread) (share time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
	t.begin = t.clock()
	p.working[t] = true
	return p.each
}

func (p *Process) leave(t *thread) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.look()
	p.done += t.worked()
	delete(p.working, t)
}
