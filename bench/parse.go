package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// parseCommand makes this program into one that only parses, to be timed as a process
// like the others.
const parseCommand = "parse-and-copy"

// parseAndCopy reads the files that stdin lists, makes of each the tree that the
// analysis works on and walks it once, with as many threads as the argument says.
func parseAndCopy(args []string, stdin io.Reader, stdout io.Writer) error {
	threads, err := strconv.Atoi(strings.Join(args, " "))
	if err != nil || threads < 1 {
		return fmt.Errorf("usage: bench %s THREADS <LIST", parseCommand)
	}
	list, err := io.ReadAll(stdin)
	if err != nil {
		return err
	}
	paths := strings.Split(strings.TrimSuffix(string(list), "\n"), "\n")
	var next, nodes, refused atomic.Int64
	errs := make([]error, threads)
	var workers sync.WaitGroup
	for i := range threads {
		workers.Go(func() {
			for n := next.Add(1); n <= int64(len(paths)) && errs[i] == nil; n = next.Add(1) {
				var text []byte
				if text, errs[i] = os.ReadFile(paths[n-1]); errs[i] != nil {
					return
				}
				tree, err := syntax.Parse(context.Background(), text, syntax.Limits{})
				if err != nil {
					refused.Add(1)
					continue
				}
				nodes.Add(count(tree))
			}
		})
	}
	workers.Wait()
	_, err = fmt.Fprintf(stdout, "%d files, %d nodes, %d not parsed\n", len(paths), nodes.Load(), refused.Load())
	return errors.Join(err, errors.Join(errs...))
}

func count(tree *syntax.Tree) int64 {
	var n int64
	for range tree.All(syntax.Root) {
		n++
	}
	return n
}
