package driver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/neuronlint/neuronlint/internal/cputime"
)

// budgets hold an account for each file, of the time that it may take. All work done for
// a file is charged to its account, in every phase, including the questions it asks of
// other files. Its summary, which others ask for, is its own.
type budgets struct {
	mu      sync.Mutex
	of      map[string]*cputime.Account // by path
	process *cputime.Process
}

func newBudgets() *budgets {
	return &budgets{of: make(map[string]*cputime.Account), process: cputime.NewProcess()}
}

// account is the account of a file; nil where nothing limits its time.
func (s *session) account(path string) *cputime.Account {
	limit := s.opts.Limits.Time
	if limit <= 0 {
		return nil
	}
	b := s.budgets
	b.mu.Lock()
	defer b.mu.Unlock()
	a := b.of[path]
	if a == nil {
		a = cputime.NewAccount(limit, b.process)
		b.of[path] = a
	}
	return a
}

// spent is the time that a file has cost so far.
func (s *session) spent(path string) time.Duration {
	if a := s.account(path); a != nil {
		return s.opts.Limits.Time - a.Left()
	}
	return 0
}

// charge takes from the account of a file the time that an earlier run paid for its kept
// result, so that later work is ended at the same point as without a cache.
func (s *session) charge(path string, spent time.Duration) {
	if a := s.account(path); a != nil {
		a.Charge(spent)
	}
}

// timed does work for a file within the rest of its time. The error is errSlow where the
// work failed for lack of time.
func (s *session) timed(ctx context.Context, path string, work func(ctx context.Context) error) error {
	account := s.account(path)
	if account == nil {
		return work(ctx)
	}
	timed, done := account.WithLimit(ctx, errSlow)
	defer done()
	err := work(timed)
	if err != nil && ctx.Err() == nil && errors.Is(context.Cause(timed), errSlow) {
		return s.slowness()
	}
	return err
}

// slowness is the error of work that takes longer than the time of a file.
func (s *session) slowness() error {
	return fmt.Errorf("%w: the limit is %s", errSlow, s.opts.Limits.Time)
}

// ledger charges the steps of work that goes through all files to the accounts of these
// files. The nil ledger is for runs without a time limit.
type ledger struct {
	s      *session
	path   string               // of the file that the work is for
	worked func() time.Duration // by this goroutine
	paid   time.Duration        // how much of that is charged
	steps  int
	here   int // steps for the same file, one after the other
}

// ledgerSteps is after how many steps a ledger looks at the clock. Fewer steps for one
// file are never ended: they cost less than checking whether to end them.
const ledgerSteps = 256

// overdrawn is the value with which a ledger panics where the time of a file is spent.
type overdrawn struct{ path string }

// at is called at each step of the work, with the file that it is done for.
func (l *ledger) at(path string) {
	if l == nil {
		return
	}
	if l.here++; path != l.path {
		l.path, l.here = path, 0
	}
	if l.steps++; l.steps%ledgerSteps == 0 {
		l.charge()
	}
}

func (l *ledger) charge() {
	a, now := l.s.account(l.path), l.worked()
	a.Charge(now - l.paid)
	if l.paid = now; a.Left() <= 0 && l.here >= ledgerSteps && !l.s.givenUp[l.path] {
		panic(overdrawn{l.path})
	}
}

// skip leaves out the work done since the last step, which is on other accounts.
func (l *ledger) skip() {
	if l != nil {
		l.paid = l.worked()
	}
}

// onAccounts does work that goes through all files. If the time of a file is spent before
// the work is done, it returns that file and errSlow.
func (s *session) onAccounts(work func(l *ledger)) (slow string, err error) {
	if s.opts.Limits.Time <= 0 {
		work(nil)
		return "", nil
	}
	worked, release := s.budgets.process.Stopwatch()
	defer release()
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case overdrawn:
			slow, err = cause.path, s.slowness()
		default:
			panic(cause)
		}
	}()
	work(&ledger{s: s, worked: worked})
	return "", nil
}
