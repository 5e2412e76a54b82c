// Package proc runs a program within limits to its time, memory and output, and ends it
// with everything that it has started.
package proc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Spec is a program with its limits. A limit of 0 is none.
type Spec struct {
	Path    string
	Args    []string
	Dir     string
	Env     []string
	Stdin   io.Reader
	Output  io.Writer     // of standard output; nil keeps it in Result.Output
	Timeout time.Duration // of the wall clock
	Memory  int64         // resident, in bytes
	Stdout  int64         // bytes that it may write
	File    int64         // size of a file that it may write, in bytes
}

// Cut says which limit a program met.
type Cut int

// The limits.
const (
	None Cut = iota
	Time
	Memory
	Output
)

// Result is how a program ended.
type Result struct {
	Output []byte
	Errors string // the last part of standard error
	Status int    // -1 if a signal ended it
	Cut    Cut
	Wall   time.Duration
	CPU    time.Duration
	Peak   int64 // bytes of memory; 0 where the system does not tell
}

// maxErrors is how much of standard error is kept, in bytes.
const maxErrors = 16 << 10

// watchEvery is how often the memory of a program is looked at.
const watchEvery = 50 * time.Millisecond

// Run runs a program to its end. The error is about starting it, or that of ctx.
func Run(ctx context.Context, spec *Spec) (*Result, error) {
	// The system may end the children of a thread with it, and Go ends threads.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	if spec.Timeout > 0 {
		limited, cancel = context.WithTimeout(limited, spec.Timeout)
		defer cancel()
	}
	var cut atomic.Int32
	stop := func(why Cut) { cut.CompareAndSwap(int32(None), int32(why)); cancel() }

	cmd := exec.CommandContext(limited, spec.Path, spec.Args...)
	cmd.Dir, cmd.Env, cmd.Stdin = spec.Dir, spec.Env, spec.Stdin
	var kept bytes.Buffer
	out := spec.Output
	if out == nil {
		out = &kept
	}
	errs := &tail{}
	cmd.Stdout, cmd.Stderr = &bounded{w: out, left: spec.Stdout, limited: spec.Stdout > 0, over: func() { stop(Output) }}, errs
	cmd.WaitDelay = 5 * time.Second
	ownGroup(cmd)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	limitFiles(cmd.Process.Pid, spec.File)
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { watch(cmd.Process.Pid, spec.Memory, done, func() { stop(Memory) }) })
	err := cmd.Wait()
	close(done)
	watching.Wait()
	endGroup(cmd.Process.Pid) // what it left behind

	r := &Result{Output: kept.Bytes(), Errors: errs.String(), Wall: time.Since(start), Cut: Cut(cut.Load())}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if r.Cut == None && errors.Is(limited.Err(), context.DeadlineExceeded) {
		r.Cut = Time
	}
	if state := cmd.ProcessState; state != nil {
		r.Status, r.CPU, r.Peak = state.ExitCode(), state.UserTime()+state.SystemTime(), peak(state)
	} else if err != nil {
		return nil, err
	}
	return r, nil
}

// watch calls over when a process holds more memory than it may.
func watch(pid int, limit int64, done <-chan struct{}, over func()) {
	if limit <= 0 {
		return
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			if resident(pid) > limit {
				over()
				return
			}
		}
	}
}

// bounded passes on so many bytes.
type bounded struct {
	w       io.Writer
	left    int64
	limited bool
	over    func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.limited {
		if b.left -= int64(len(p)); b.left < 0 {
			b.over()
			return 0, errors.New("output is too large")
		}
	}
	return b.w.Write(p)
}

// tail keeps the end of what is written.
type tail struct{ data []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.data = append(t.data, p...)
	if extra := len(t.data) - maxErrors; extra > 0 {
		t.data = append(t.data[:0], t.data[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return strings.ToValidUTF8(string(t.data), "�") }
