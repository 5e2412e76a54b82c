package cputime

import (
	"context"
	"errors"
	"math"
	"runtime"
	"testing"
	"time"
)

var errUp = errors.New("its time is up")

func TestWorkIsEnded(t *testing.T) {
	ctx, done := WithLimit(t.Context(), 10*time.Millisecond, errUp)
	defer done()
	for ctx.Err() == nil {
		continue
	}
	if cause := context.Cause(ctx); !errors.Is(cause, errUp) {
		t.Errorf("it ended for %v", cause)
	}
}

// Waiting is what work does while others have the processor.
func TestWaitingIsNoWork(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("all time counts here")
	}
	const limit = 200 * time.Millisecond
	ctx, done := WithLimit(t.Context(), limit, errUp)
	defer done()
	time.Sleep(2 * limit)
	if err := ctx.Err(); err != nil {
		t.Errorf("it ended for %v", context.Cause(ctx))
	}
}

func TestWaitingEndsToo(t *testing.T) {
	ctx, done := WithLimit(t.Context(), time.Millisecond, errUp)
	defer done()
	<-ctx.Done()
	if cause := context.Cause(ctx); !errors.Is(cause, errUp) {
		t.Errorf("it ended for %v", cause)
	}
}

// What a thread did before counts for nothing, and limits may lie within limits.
func TestLimitsWithinLimits(t *testing.T) {
	outer, done := WithLimit(t.Context(), time.Hour, nil)
	defer done()
	for range 3 {
		inner, end := WithLimit(outer, 10*time.Millisecond, errUp)
		for inner.Err() == nil {
			continue
		}
		if cause := context.Cause(inner); !errors.Is(cause, errUp) {
			t.Errorf("it ended for %v", cause)
		}
		end()
	}
	if err := outer.Err(); err != nil {
		t.Errorf("the outer one ended for %v", context.Cause(outer))
	}
	cancelled, cancel := context.WithCancel(t.Context())
	inner, end := WithLimit(cancelled, time.Hour, errUp)
	defer end()
	cancel()
	if cause := context.Cause(inner); !errors.Is(cause, context.Canceled) {
		t.Errorf("it ended for %v", cause)
	}
}

func TestDoneEndsTheWatch(t *testing.T) {
	ctx, done := WithLimit(t.Context(), 5*time.Millisecond, errUp)
	done()
	time.Sleep(100 * time.Millisecond)
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		t.Errorf("it ended for %v", cause)
	}
}

func TestEndlessLimit(t *testing.T) {
	ctx, done := WithLimit(t.Context(), math.MaxInt64, errUp)
	defer done()
	time.Sleep(20 * time.Millisecond)
	if ctx.Err() != nil {
		t.Errorf("it ended for %v", context.Cause(ctx))
	}
}

func BenchmarkWithLimit(b *testing.B) {
	for b.Loop() {
		_, done := WithLimit(b.Context(), time.Second, errUp)
		done()
	}
}
