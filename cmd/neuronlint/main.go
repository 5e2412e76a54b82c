// Command neuronlint finds code in PyTorch and JAX that will not run, or will run
// badly, on AWS Trainium and Inferentia, and mends the mechanical cases.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The second interrupt ends the process at once.
	context.AfterFunc(ctx, stop)
	// A broken pipe is an error of the write, not the end of the process, so
	// that the exit code stays ours.
	signal.Ignore(syscall.SIGPIPE)
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	boundHeap(a.heapGrowth)
	ended := context.AfterFunc(ctx, func() { a.abandon(); os.Exit(a.endCode()) })
	code := a.run(ctx, os.Args[1:])
	ended()
	stop()
	os.Exit(code)
}
