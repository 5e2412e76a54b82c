package cputime

import (
	"runtime"
	"testing"
	"time"
)

// collect has Go collect garbage, on other threads, until all threads together have worked
// for some time.
func collect() {
	heap := make([]*[64]byte, 1<<18) // something to look through
	for i := range heap {
		heap[i] = new([64]byte)
	}
	for begin := processTime(); processTime()-begin < 100*time.Millisecond; {
		runtime.GC()
	}
	runtime.KeepAlive(heap)
}

// Who works alone while garbage is collected pays for all of that, and two for half of it
// each.
func TestTimeBesideIsShared(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is known of it here")
	}
	p := NewProcess()
	collect() // at nobody's cost
	whole := processTime()
	worked, release := p.Stopwatch()
	collect()
	one := worked()
	if whole = processTime() - whole; one > whole || one < whole*3/4 {
		t.Errorf("one pays %s of %s", one, whole)
	}
	entered, end, left := make(chan bool), make(chan bool), make(chan time.Duration)
	go func() {
		worked, release := p.Stopwatch()
		defer release()
		entered <- true
		<-end
		left <- worked()
	}()
	<-entered
	alone, leave := Stopwatch()
	before, all := worked(), processTime()
	collect()
	beside := processTime() - all - alone()
	first := worked() - before - alone()
	leave()
	close(end)
	if second := <-left; max(first, second) > beside*3/4 || min(first, second) < beside/4 {
		t.Errorf("of %s one pays %s, the other %s", beside, first, second)
	}
	release()
	p.mu.Lock()
	defer p.mu.Unlock()
	each := p.each
	p.look()
	if len(p.working) != 0 || p.each != each {
		t.Errorf("%d still work, each for %s", len(p.working), p.each-each)
	}
}

// An account pays for the collection of what its work leaves behind.
func TestAccountPaysForCollection(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is known of it here")
	}
	a := NewAccount(time.Hour, NewProcess())
	_, done := a.WithLimit(t.Context(), errUp)
	begin := processTime()
	collect()
	whole := processTime() - begin
	done()
	if spent := time.Hour - a.Left(); spent < whole*3/4 {
		t.Errorf("it paid %s of %s", spent, whole)
	}
}
