package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/neuronlint/neuronlint/fleet/internal/run"
)

// How often progress is told: in one line of a terminal, or in lines of a log.
const (
	inTerminal = time.Second
	inLog      = 30 * time.Second
)

// progress tells how far a run is.
type progress struct {
	w        io.Writer
	terminal bool
	told     time.Duration
	any      bool
}

func newProgress(w io.Writer) *progress {
	file, ok := w.(*os.File)
	return &progress{w: w, terminal: ok && term.IsTerminal(int(file.Fd()))}
}

func (p *progress) update(at run.Progress) {
	every := inLog
	if p.terminal {
		every = inTerminal
	}
	if p.any && at.Since-p.told < every && at.Done < at.Total {
		return
	}
	p.told, p.any = at.Since, true
	if p.terminal {
		_, _ = fmt.Fprintf(p.w, "\r\x1b[K%s", line(at))
		return
	}
	_, _ = fmt.Fprintln(p.w, line(at))
}

// end leaves the line of a terminal.
func (p *progress) end() {
	if p.terminal && p.any {
		_, _ = fmt.Fprintln(p.w)
	}
}

func line(at run.Progress) string {
	var b strings.Builder
	_, _ = fmt.Fprintf(&b, "%d of %d repositories", at.Done, at.Total)
	if at.Failed > 0 {
		_, _ = fmt.Fprintf(&b, ", %d not judged", at.Failed)
	}
	if left, ok := at.Left(); ok && at.Done < at.Total {
		_, _ = fmt.Fprintf(&b, ", %.0f a minute, about %s left", at.Rate(), left.Round(time.Second))
	}
	return b.String()
}
