package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/profile"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
)

// detected is what the files of a project chose, since nobody else did.
type detected struct{ signs []profile.Sign }

// String names the first place that chose; empty for none.
func (d *detected) String() string {
	if d == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", d.signs[0].Path, d.signs[0].Line)
}

// profileKeys are the settings that say what code is judged for.
func profileKeys() []string { return []string{"sdk", "rewrite", "target"} }

// detect has the project choose what the code of some paths is judged for, unless a flag or
// a file says anything about it. What cannot be found out is left as it is: the run has
// its own way to refuse paths. An empty dir is the working directory.
func (a *app) detect(ctx context.Context, dir string, paths []string) {
	if a.userChose() {
		return
	}
	s := a.loaded.Settings
	root, err := projectRoot(paths, s.Root)
	if err != nil {
		return
	}
	found, looked, err := profile.Look(ctx, root, source.Options{
		Dir: dir, Excludes: s.Exclude, Root: s.Root, NoGitignore: s.NoGitignore,
	}, a.db)
	a.looked = looked
	if err != nil || !found.Found() || !settle(&s, &found) {
		return
	}
	a.loaded.Settings, a.detected = s, &detected{found.Signs}
	for _, key := range profileKeys() {
		for _, sign := range found.Signs {
			a.loaded.Origins[key] = append(a.loaded.Origins[key], config.Origin{File: sign.Path, Line: sign.Line})
		}
	}
}

// userChose reports whether a flag or a file says what code is judged for.
func (a *app) userChose() bool {
	return slices.ContainsFunc(profileKeys(), func(key string) bool { return len(a.loaded.Origins[key]) > 0 })
}

// settle puts a profile in place of the defaults, as far as the database knows it. It
// reports whether the result can exist.
func settle(s *config.Settings, p *profile.Profile) bool {
	if p.Target != "" {
		s.Target = p.Target
	}
	if slices.Contains(config.SDKs(), p.SDK) {
		s.SDK = p.SDK
	}
	if p.XLA || s.Validate() != nil { // the native device does not exist on all machines
		s.Rewrite = string(opsdb.RewriteXLA)
	}
	return s.Validate() == nil // it fails for Inf1, which nothing is known of
}

// projectRoot is the directory of the project that paths lie in, absolute: that of its
// configuration, its repository, or else the one that holds them all.
func projectRoot(paths []string, configured string) (string, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	root, err := treeRoot(paths)
	if err != nil || configured == "" {
		return root, err
	}
	configured, err = realDir(configured)
	outside := func(path string) bool {
		home, err := homeOf(path)
		return err != nil || !holds(configured, home)
	}
	if err == nil && !slices.ContainsFunc(paths, outside) {
		return configured, nil
	}
	return root, nil
}

// choice is who chose what the code is judged for.
func (a *app) choice() report.Choice {
	switch {
	case a.detected != nil:
		c := report.Choice{By: report.ByProject}
		for _, s := range a.detected.signs {
			c.Signs = append(c.Signs, report.Sign{Path: s.Path, Line: s.Line, Text: s.Text, Means: s.Means})
		}
		return c
	case a.loaded != nil && a.userChose():
		return report.Choice{By: report.ByUser}
	}
	return report.Choice{By: report.ByDefault}
}
