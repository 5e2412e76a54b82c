package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

const (
	// progressAfter is how long a run stays silent: most are over by then.
	progressAfter = time.Second
	// progressEvery is how often the line is written anew.
	progressEvery = 200 * time.Millisecond
	// eraseLine goes back to the start of the line and clears it.
	eraseLine = "\r\x1b[2K"
)

// watched calls run, and if that takes long tells people at a terminal how far
// it has come. Nothing of it is left behind, and pipes see none of it.
func watched[R any](ctx context.Context, a *app, opts driver.Options, run func(context.Context, driver.Options) (R, error)) (R, error) {
	if terminalOf(a.stderr) != nil && !dumb() && !a.quiet {
		opts.Progress = &driver.Progress{}
		p := startProgress(a.stderr, opts.Progress.Now, progressAfter, progressEvery)
		defer p.stop()
	}
	result, err := run(ctx, opts)
	if err == nil {
		err = context.Cause(ctx) // a late result is not reported
	}
	return result, err
}

// progress is a line on a terminal that says how far a run has come.
type progress struct {
	now   func() (phase string, done, total int)
	end   chan struct{} // closed to end the line
	ended chan struct{} // closed once it is erased
}

func startProgress(w io.Writer, now func() (phase string, done, total int), after, every time.Duration) *progress {
	p := &progress{now: now, end: make(chan struct{}), ended: make(chan struct{})}
	go p.show(w, after, every)
	return p
}

// stop erases the line; nothing is written after it returns.
func (p *progress) stop() {
	close(p.end)
	<-p.ended
}

// show writes until stop is called. That a terminal takes no text is no reason
// to fail.
func (p *progress) show(w io.Writer, after, every time.Duration) {
	defer close(p.ended)
	start := time.Now()
	select {
	case <-p.end:
		return
	case <-time.After(after):
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		_, _ = io.WriteString(w, eraseLine+p.line(time.Since(start)))
		select {
		case <-p.end:
			_, _ = io.WriteString(w, eraseLine)
			return
		case <-ticker.C:
		}
	}
}

// line is "analysing: 340 of 1200 files, 28% (12 s)".
func (p *progress) line(took time.Duration) string {
	phase, done, total := p.now()
	seconds := int(took.Seconds())
	if total == 0 {
		return fmt.Sprintf("%s: %d (%d s)", cmp.Or(phase, "starting"), done, seconds)
	}
	return fmt.Sprintf("%s: %d of %d files, %d%% (%d s)", phase, done, total, 100*done/total, seconds)
}
