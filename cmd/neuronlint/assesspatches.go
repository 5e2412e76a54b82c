package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/report"
	"github.com/neuronlint/neuronlint/rules"
)

// stage is one patch of a series: the fixes of the rules of a hundred.
type stage struct {
	hundred string // "NRN1"
	safety  analyzer.Safety
}

// writePatches writes the fixes as a series of patches for git am: the safe ones, then
// those that need a reader, each in the order of the rules' topics. Each patch is made of
// the text that the one before leaves.
func (a *app) writePatches(ctx context.Context, dir string, opts driver.Options, result *driver.Result) error {
	if err := emptyFolder(dir); err != nil {
		return err
	}
	prefix, err := fromRoot(opts.Paths)
	if err != nil {
		return err
	}
	var series []report.MailedPatch
	opts.Cache, opts.Texts = nil, make(map[string][]byte)
	for _, s := range stages(result.Diagnostics) {
		opts.Select, opts.Unsafe = []string{s.hundred}, s.safety == analyzer.Unsafe
		fixed, err := watched(ctx, a, opts, driver.Fix)
		if err != nil {
			return err
		}
		if len(fixed.Changes) == 0 {
			continue
		}
		mail := report.MailedPatch{Topic: rules.Topic(s.hundred), Safety: s.safety, Diagnostics: fixed.Before.Diagnostics, Mended: ended(fixed)}
		for _, c := range fixed.Changes {
			mail.Changes = append(mail.Changes, report.FileChange{Path: path.Join(prefix, c.Path), Old: c.Old, New: c.New})
			opts.Texts[c.Path] = c.New
		}
		series = append(series, mail)
	}
	return a.save(func() error { return savePatches(dir, series) })
}

// ended are the indices of the findings that fixes end.
func ended(f *driver.Fixed) (list []int) {
	for i, after := range f.Become.After {
		if after < 0 && !f.Before.Diagnostics[i].Suppressed {
			list = append(list, i)
		}
	}
	return list
}

// stages are the patches that may have something in them, in their order.
func stages(diagnostics []analyzer.Diagnostic) (list []stage) {
	met := make(map[stage]bool)
	for i := range diagnostics {
		d := &diagnostics[i]
		for k := range d.Fixes {
			if safety := d.Fixes[k].Safety; safety >= analyzer.Unsafe && !d.Suppressed {
				met[stage{d.Code[:len("NRN0")], safety}] = true
			}
		}
	}
	for s := range met {
		list = append(list, s)
	}
	slices.SortFunc(list, func(x, y stage) int {
		if x.safety != y.safety {
			return int(y.safety) - int(x.safety)
		}
		return strings.Compare(x.hundred, y.hundred)
	})
	return list
}

// fromRoot is the path from the repository to the working directory, which git am wants
// in front of paths.
func fromRoot(paths []string) (string, error) {
	root, err := treeRoot(paths)
	if err != nil {
		return "", err
	}
	wd, err := realDir(".")
	if err != nil {
		return "", fmt.Errorf("patches: %w", err)
	}
	if slices.ContainsFunc(paths, filepath.IsAbs) {
		return "", errors.New("patches name files from the root of the repository: name them by relative paths")
	}
	rel, err := filepath.Rel(root, wd)
	return filepath.ToSlash(rel), err
}

// emptyFolder makes a folder, or refuses one with something in it: patches of an earlier
// run would be taken for part of the series.
func emptyFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = os.MkdirAll(dir, 0o755)
	case err == nil && len(entries) > 0:
		return fmt.Errorf("patches: %s is not empty", dir)
	}
	if err != nil {
		return fmt.Errorf("patches: %w", err)
	}
	return nil
}

// savePatches writes each patch to a file; the names are in the order in which they apply.
func savePatches(dir string, series []report.MailedPatch) error {
	for i := range series {
		p := &series[i]
		name := filepath.Join(dir, fmt.Sprintf("%04d-%s.patch", i+1, p.Slug()))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return fmt.Errorf("patches: %w", err)
		}
		err = p.Write(file, i+1, len(series))
		if err := errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("patches: %w", err)
		}
	}
	return nil
}
