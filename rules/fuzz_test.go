package rules_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/opsdb"
)

// FuzzFixes holds the fixes of any text against what every fix promises; see
// checkProperties. The seeds are the first case of each archive, few enough to
// be run before the seconds that a check of a change has are over.
func FuzzFixes(f *testing.F) {
	paths, err := filepath.Glob("../testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no archives (%v)", err)
	}
	settings := variants(opsdb.New())
	for i, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) == ".py" {
				f.Add(caseText(file), uint8(i), false)
				break
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, variant uint8, notebook bool) {
		if len(text) > 1<<14 {
			t.Skip("too long to be instructive")
		}
		name := "fuzz.py"
		if notebook {
			name, text = "fuzz.ipynb", oneCell(string(text))
		}
		if _, err := checkProperties(t.Context(), settings[int(variant)%len(settings)], name, text); err != nil {
			t.Error(err)
		}
	})
}
