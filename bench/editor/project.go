package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/neuronlint/neuronlint/bench/internal/project"
)

// makeProject writes a project, and returns the files to type in, each as long as asked.
func makeProject(s *settings, dir string) ([]string, error) {
	const meanSize = 10_000
	if err := project.Write(dir, project.Options{Seed: s.seed, Bytes: int64(s.files) * meanSize, Files: s.files}); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "setup.cfg"), nil, 0o600); err != nil {
		return nil, err
	}
	var all []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".py" && filepath.Base(path) != "__init__.py" {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(all) < s.open {
		return nil, fmt.Errorf("the project has %d files", len(all))
	}
	var chosen []string
	for i := range s.open {
		at := i * len(all) / s.open
		if err := lengthen(all, at, s.lines); err != nil {
			return nil, err
		}
		chosen = append(chosen, all[at])
	}
	return chosen, nil
}

// lengthen adds the code of the files that follow to a file, until it has enough lines.
func lengthen(all []string, at, lines int) error {
	var text strings.Builder
	for i := 0; strings.Count(text.String(), "\n") < lines; i++ {
		more, err := os.ReadFile(all[(at+i)%len(all)])
		if err != nil {
			return err
		}
		text.Write(more)
		text.WriteString("\n")
	}
	return os.WriteFile(all[at], []byte(text.String()), 0o600)
}
