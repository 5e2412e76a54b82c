package project

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// tree writes a project and reads it back.
func tree(t *testing.T, o Options) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, o); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestSameSeedSameFiles(t *testing.T) {
	o := Options{Seed: 7, Bytes: 300_000, Files: 40}
	first, again := tree(t, o), tree(t, o)
	o.Seed++
	other := tree(t, o)
	if len(first) != len(again) {
		t.Fatalf("%d files, then %d", len(first), len(again))
	}
	same := 0
	for name, text := range first {
		if again[name] != text {
			t.Errorf("%s differs between two runs of one seed", name)
		}
		if text != "" && other[name] == text {
			same++
		}
	}
	if same > 0 {
		t.Errorf("%d files are the same with another seed", same)
	}
}

func TestSizes(t *testing.T) {
	for _, o := range []Options{
		{Bytes: 1_000_000, Files: 100},
		{Bytes: 2_000_000, Files: 300, Plain: true},
		{Bytes: 500_000, Files: 5},
	} {
		files := tree(t, o)
		bytes := 0
		for _, text := range files {
			bytes += len(text)
		}
		if len(files) < o.Files || len(files) > o.Files*3/2+4 {
			t.Errorf("%+v: %d files", o, len(files))
		}
		if bytes < int(o.Bytes) || bytes > int(o.Bytes)*5/4 {
			t.Errorf("%+v: %d bytes", o, bytes)
		}
	}
}

// Every template must be Python, and a placeholder that nobody fills in would
// stay behind as a dollar sign.
func TestFilesParse(t *testing.T) {
	for _, plain := range []bool{false, true} {
		for name, text := range tree(t, Options{Seed: 3, Bytes: 600_000, Files: 60, Plain: plain}) {
			parsed, err := syntax.Parse(context.Background(), []byte(text), syntax.Limits{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if errs := parsed.Errors(); len(errs) > 0 {
				t.Errorf("%s: not understood: %s", name, text[errs[0].Start:errs[0].End])
			}
		}
	}
}

// The mixture is what the measurements of the prefilter rest on.
func TestMixture(t *testing.T) {
	framework := regexp.MustCompile(`(?i)torch|jax`) // also in VectorChunk
	cuda := regexp.MustCompile(`(?i)cuda|nccl|gpu`)
	files, ml, gpu := 0, 0, 0
	for _, text := range tree(t, Options{Bytes: 2_000_000, Files: 200}) {
		if text == "" {
			continue
		}
		files++
		if framework.MatchString(text) {
			ml++
		}
		if cuda.MatchString(text) {
			gpu++
		}
	}
	if share := 100 * ml / files; share < 60 || share > 85 {
		t.Errorf("%d of 100 files import a framework", share)
	}
	if share := 100 * gpu / files; share < 15 || share > 40 {
		t.Errorf("%d of 100 files speak of CUDA", share)
	}
	for name, text := range tree(t, Options{Bytes: 300_000, Files: 30, Plain: true}) {
		if framework.MatchString(text) || cuda.MatchString(text) {
			t.Errorf("%s is not plain", name)
		}
	}
}
