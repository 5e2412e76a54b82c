// Package cputime bounds the cost of work by the time that processors spend on it. By
// wall-clock time, work takes longer the busier the machine is, and a limit would
// decide one way on a busy machine and another way on an idle one.
package cputime

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"
)

// backstop is how many times its limit work may take by wall-clock time, which ends
// work that waits and does nothing.
const backstop = 10

// WithLimit is a context that ends, for the given cause, once the calling
// goroutine has worked for limit. The goroutine stays on its thread until it
// calls done, as it must, and work that it leaves to others does not count.
// Where the system does not tell how long a thread has worked, all time counts.
func WithLimit(ctx context.Context, limit time.Duration, cause error) (limited context.Context, done func()) {
	runtime.LockOSThread()
	limited, stop := withLimit(ctx, limit, cause, clockOfThread())
	return limited, func() { stop(); runtime.UnlockOSThread() }
}

// withLimit is WithLimit by a clock of the work.
func withLimit(ctx context.Context, limit time.Duration, cause error, worked func() time.Duration) (limited context.Context, done func()) {
	limit = min(limit, math.MaxInt64/(2*backstop))
	limited, end := context.WithCancelCause(ctx)
	w := &watch{end: func() { end(cause) }, worked: worked, wall: time.Now().Add(backstop * limit)}
	w.limit = w.worked() + limit
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(limit, w.look)
	return limited, func() {
		w.stop()
		end(context.Canceled)
	}
}

// watch looks at the clock of a thread whenever the limit may be reached.
type watch struct {
	end    func()
	worked func() time.Duration // by the clock of the thread
	limit  time.Duration        // at which the work ends, by that clock
	wall   time.Time            // at which it ends in any case

	mu      sync.Mutex
	timer   *time.Timer
	stopped bool
}

func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return
	}
	if left := min(w.limit-w.worked(), time.Until(w.wall)); left > 0 {
		w.timer.Reset(left)
	} else {
		w.end()
	}
}

// stop waits for a look that has begun, since the thread may be gone afterwards.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	w.timer.Stop()
}
