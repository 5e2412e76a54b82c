package cputime

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Two pieces of work share what one account has: the second ends earlier for what
// the first has spent.
func TestWorkSharesAnAccount(t *testing.T) {
	const limit = 60 * time.Millisecond
	a := NewAccount(limit, NewProcess())
	ctx, done := a.WithLimit(t.Context(), errUp)
	for spent, stop := Stopwatch(); ; {
		if spent() > limit/2 {
			stop()
			break
		}
	}
	if ctx.Err() != nil {
		t.Error("it ended before its time")
	}
	done()
	if left := a.Left(); left <= 0 || left > limit/2 {
		t.Errorf("%s left of %s", left, limit)
	}
	ctx, done = a.WithLimit(t.Context(), errUp)
	for ctx.Err() == nil {
		continue
	}
	if cause := context.Cause(ctx); !errors.Is(cause, errUp) {
		t.Errorf("it ended for %v", cause)
	}
	if done(); a.Left() > 0 {
		t.Errorf("%s left", a.Left())
	}
	ctx, done = a.WithLimit(t.Context(), errUp)
	defer done()
	if ctx.Err() == nil || !errors.Is(context.Cause(ctx), errUp) {
		t.Error("work begins on an account with nothing left")
	}
}
