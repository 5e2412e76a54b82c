package main

import (
	"context"

	"github.com/neuronlint/neuronlint/analyzer/assess"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/lsp"
)

// folderPrograms are the programs of a folder, by the files that they begin with, as
// assess judges them there. It works on one processor, since somebody may be typing.
func (a *app) folderPrograms(ctx context.Context, dir, file string, flags *config.Settings, given func(string) bool) (map[string]lsp.Program, error) {
	own, opts, err := a.inFolder(ctx, dir, file, flags, given)
	if err != nil {
		return nil, err
	}
	opts.Dir, opts.Paths, opts.Jobs = dir, []string{"."}, 1
	wholeProject(&opts)
	tree, err := driver.Modules(ctx, opts)
	if err != nil {
		return nil, err
	}
	result, err := driver.Run(ctx, opts)
	if err != nil {
		return nil, err
	}
	assessed := assess.New(own.assessInput(&opts, tree, result))
	programs := make(map[string]lsp.Program)
	for i := range assessed.Entries {
		e := &assessed.Entries[i]
		if e.File == "" {
			continue
		}
		p := lsp.Program{Verdict: string(e.Verdict), Safe: e.Counts.Safe, Unsafe: e.Counts.Unsafe, Hand: e.Counts.Hand}
		if len(e.Reasons) > 0 {
			p.Reason = e.Reasons[0].Text
		}
		programs[e.File] = p
	}
	return programs, nil
}
