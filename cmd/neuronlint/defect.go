package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// reportURL is where reports of defects are taken.
const reportURL = "https://github.com/neuronlint/neuronlint/issues"

// maxDefects is how many different defects of one run a report holds: a broken
// table may fail in every file.
const maxDefects = 20

// defects are the panics that were caught in a run, each place once.
type defects struct {
	mu   sync.Mutex
	seen map[string]*driver.Defect
}

// add takes one in; several workers may call it.
func (d *defects) add(one *driver.Defect) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen == nil {
		d.seen = make(map[string]*driver.Defect)
	}
	if key := one.Rule + one.Place; d.seen[key] == nil && len(d.seen) < maxDefects {
		d.seen[key] = one
	}
}

// text is a report for the maintainers. It holds nothing of the code that was
// read, so that it can be published.
func (d *defects) text() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list []*driver.Defect
	for _, one := range d.seen {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b *driver.Defect) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Place, b.Place))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "neuronlint %s, %s, %s/%s\n", toolVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, one := range list {
		fmt.Fprintf(&b, "\nrule: %s\nfailed:%s\nwhy: %s\n\n%s", cmp.Or(one.Rule, "none"), one.Place, one.Kind, one.Stack)
	}
	return b.String()
}

// tellDefects writes a report of the errors of a run, if there were any, and says where
// it lies.
func (a *app) tellDefects() {
	if len(a.defects.seen) == 0 {
		return
	}
	file, err := os.CreateTemp("", "neuronlint-defect-*.txt")
	if err == nil {
		_, err = file.WriteString(a.defects.text())
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		a.tell(fmt.Errorf("a defect of neuronlint; the report of it could not be written: %w", err))
		return
	}
	a.tell(fmt.Errorf("a defect of neuronlint: please send %s, which holds nothing of your code, to %s", file.Name(), reportURL))
}

// run is the program without the process: it returns the exit code. A panic
// outside the analysis of a file is one more defect.
func (a *app) run(ctx context.Context, args []string) (code int) {
	defer a.tellDefects()
	defer func() {
		if cause := recover(); cause != nil {
			d := driver.Caught(cause)
			a.defects.add(d)
			a.tell(fmt.Errorf("stopped: %s%s", d.Kind, d.Place))
			code = exitError
		}
	}()
	return a.execute(ctx, args)
}
