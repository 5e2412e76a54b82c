package cputime

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// Account is the time that all work on one thing may take together, whenever it is
// done and by whichever goroutine.
type Account struct {
	mu      sync.Mutex
	left    time.Duration
	process *Process // in whose time those who use it have a share
}

// NewAccount is an account of a limit of which nothing is spent.
func NewAccount(limit time.Duration, p *Process) *Account {
	return &Account{left: limit, process: p}
}

// Left is the time still to be spent; it is below zero where more was spent than there
// was.
func (a *Account) Left() time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.left
}

// Charge takes the cost of work from the account.
func (a *Account) Charge(spent time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left -= spent
}

// WithLimit is a context that ends, for the given cause, once the calling goroutine has
// worked for the time left on the account, as that of the function of this name. The
// account is charged when done is called.
func (a *Account) WithLimit(ctx context.Context, cause error) (limited context.Context, done func()) {
	left := a.Left()
	if left <= 0 {
		limited, end := context.WithCancelCause(ctx)
		end(cause)
		return limited, func() {}
	}
	worked, release := a.process.Stopwatch()
	limited, stop := withLimit(ctx, left, cause, worked)
	return limited, func() {
		stop()
		a.Charge(worked())
		release()
	}
}

// Stopwatch tells how long the calling goroutine has worked since. The goroutine
// stays on its thread until it calls release, as it must.
func Stopwatch() (worked func() time.Duration, release func()) {
	runtime.LockOSThread()
	clock := clockOfThread()
	begin := clock()
	return func() time.Duration { return clock() - begin }, runtime.UnlockOSThread
}

// clockOfThread is how long the thread of the calling goroutine has worked; all time
// counts where the system does not tell.
func clockOfThread() func() time.Duration {
	if clock := threadClock(); clock != nil {
		return clock
	}
	begin := time.Now()
	return func() time.Duration { return time.Since(begin) }
}
