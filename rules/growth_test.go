package rules_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// BenchmarkGrowth checks a tree that is the demo project once, four times and
// sixteen times, every copy a package whose modules import each other. Time
// grows with the tree: ns/file stays what it is.
func BenchmarkGrowth(b *testing.B) {
	for _, copies := range []int{1, 4, 16, 64} {
		b.Run(fmt.Sprintf("%dx", copies), func(b *testing.B) {
			root := b.TempDir()
			for i := range copies {
				copyTree(b, filepath.Join("..", "testdata", "demo"), filepath.Join(root, fmt.Sprintf("copy%d", i)))
			}
			b.Chdir(root)
			opts := driver.Options{
				Paths: []string{"."}, Rules: rules.All(), DB: opsdb.New(), Jobs: 1,
				Target:        opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
				MinConfidence: analyzer.Likely,
			}
			files, findings := 0, 0
			for b.Loop() {
				result, err := driver.Run(b.Context(), opts)
				if err != nil {
					b.Fatal(err)
				}
				files, findings = result.Stats.Files, len(result.Diagnostics)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*files), "ns/file")
			b.ReportMetric(float64(findings)/float64(copies), "findings/copy")
		})
	}
}

func copyTree(b *testing.B, from, to string) {
	b.Helper()
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
	if err != nil {
		b.Fatal(err)
	}
}
