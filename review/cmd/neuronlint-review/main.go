// Command neuronlint-review writes the findings of neuronlint into a pull request on
// GitHub or a merge request on GitLab: comments with suggestions on the lines, and one
// summary.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], environment{os.Getenv, os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}
