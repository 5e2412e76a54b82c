package profile

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/internal/regular"
	"github.com/neuronlint/neuronlint/opsdb"
)

const (
	// depth is how many folders deep a project is looked at. A hook that checks one file
	// must not walk a whole tree for it.
	depth = 3
	// maxFiles is how many files are looked at; of a larger project nothing is decided,
	// since the signs of the others are not known.
	maxFiles = 1000
	// maxBytes is the size of the largest of them. Files that people write are smaller.
	maxBytes = 256 << 10
)

// Look decides by the project files near the root of a project, which is absolute,
// whichever of its files are judged. It returns the files that it read, by the names to
// open them. The options say which files there are.
func Look(ctx context.Context, root string, opts source.Options, db *opsdb.DB) (Profile, []string, error) {
	opts.Project, opts.Depth = true, depth
	var found []source.Found
	err := source.Walk(ctx, []string{root}, opts, func(f source.Found) error {
		if within, err := filepath.Rel(root, f.Name); err == nil && tells(filepath.ToSlash(within)) {
			found = append(found, f)
		}
		return nil
	}, func(string, error) {}) // a run that needs the file reports it
	if err != nil {
		return Profile{}, nil, fmt.Errorf("profile: %w", err)
	}
	if len(found) > maxFiles {
		return Profile{}, nil, nil
	}
	texts, names := make([][]byte, 0, len(found)), make([]string, 0, len(found))
	asks := false
	for _, f := range found {
		raw, _ := regular.Read(f.Name, maxBytes) // one that cannot be read tells nothing
		asks = asks || namesNeuron(raw)
		texts, names = append(texts, raw), append(names, f.Name)
	}
	if !asks { // without a word of Neuron, nothing is decided
		return Profile{}, names, nil
	}
	var signs []Sign
	for i, f := range found {
		if !namesNeuron(texts[i]) && !bytes.Contains(texts[i], []byte("torch")) {
			continue
		}
		if file, err := source.New(f.Path, texts[i]); err == nil {
			signs = append(signs, Signs(project.Read(file), db)...)
		}
	}
	return Decide(signs, db), names, nil
}

// namesNeuron reports whether a text may have a sign that decides.
func namesNeuron(text []byte) bool {
	return slices.ContainsFunc([]string{"neuron", "trn", "inf2"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// tells reports whether a project file may tell what the project is made for: it has no
// variants in other folders, as examples have.
func tells(name string) bool {
	switch source.FormatOf(name) {
	case source.NotProject, source.Lock, source.CUDA:
		return false
	}
	return !slices.ContainsFunc(strings.Split(path.Dir(name), "/"), isBeside)
}

// isBeside reports whether a folder of that name holds things beside the project.
func isBeside(name string) bool {
	switch name {
	case "examples", "example", "docs", "doc", "benchmarks", "benchmark", "demo", "demos", "tutorials", "tests", "test", "testing", "third_party":
		return true
	}
	return false
}
