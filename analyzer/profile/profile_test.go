package profile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// tree writes files to a new directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestLook(t *testing.T) {
	const (
		trn1, trn2, inf2 = "instance_type: trn1.32xlarge\n", "instance_type: trn2.48xlarge\n", "instance_type: ml.inf2.8xlarge\n"
		old              = "FROM public.ecr.aws/neuron/pytorch-training-neuronx:2.7.0-neuronx-py310-sdk2.25.0-ubuntu22.04\n"
	)
	for name, test := range map[string]struct {
		files map[string]string
		want  string // target, release, whether torch-xla, number of signs
	}{
		"nothing":                    {map[string]string{"requirements.txt": "torch==2.8.0\n", "train.py": "import torch_xla\n"}, "  false 0"},
		"a target":                   {map[string]string{"job.yaml": trn1, "jobs/eval.yaml": trn1}, "trn1  false 2"},
		"SageMaker":                  {map[string]string{"job.yaml": inf2}, "inf2  false 1"},
		"two targets":                {map[string]string{"a.yaml": trn1, "b.yaml": inf2}, "  false 0"},
		"one target, one of a test":  {map[string]string{"a.yaml": trn1, "tests/b.yaml": inf2}, "trn1  false 1"},
		"in a third folder":          {map[string]string{"a/b/job.yaml": trn1}, "trn1  false 1"},
		"in a fourth folder":         {map[string]string{"a/b/c/job.yaml": trn1}, "  false 0"},
		"an ignored file":            {map[string]string{".gitignore": "job.yaml\n", ".git/HEAD": "", "job.yaml": trn1}, "  false 0"},
		"an excluded folder":         {map[string]string{"left/job.yaml": trn1}, "  false 0"},
		"a comment":                  {map[string]string{"job.yaml": "# " + trn1}, "  false 0"},
		"a pin of old releases":      {map[string]string{"job.yaml": trn2, "requirements.txt": "torch==2.8.0\n"}, "trn2  true 2"},
		"the same with a local part": {map[string]string{"job.yaml": trn2, "requirements.txt": "torch==2.8.0+cpu\n"}, "trn2  true 2"},
		"a pin of no release":        {map[string]string{"job.yaml": trn2, "requirements.txt": "torch==2.13.0\n"}, "trn2  false 1"},
		"pins that differ":           {map[string]string{"job.yaml": trn2, "requirements.txt": "torch==2.8.0\n", "dev-requirements.txt": "torch==2.13.0\n"}, "trn2  false 1"},
		"a range":                    {map[string]string{"job.yaml": trn2, "requirements.txt": "torch>=2.8.0\n"}, "trn2  false 1"},
		"an image":                   {map[string]string{"Dockerfile": old}, " 2.25 true 1"},
		"a release of torch-neuronx": {map[string]string{"requirements.txt": "torch-neuronx==2.8.0.2.10.*\n"}, " 2.26 true 1"},
		"a version in two releases":  {map[string]string{"requirements.txt": "torch-neuronx==2.9.0.2.15.32035\n"}, "  false 0"},
		"an optional group":          {map[string]string{"pyproject.toml": "[project]\nname = \"a\"\n[project.optional-dependencies]\nneuron = [\"torch-neuronx==2.8.0.2.10.16998\"]\n"}, "  false 0"},
		"releases that differ":       {map[string]string{"Dockerfile": old, "requirements.txt": "torch-neuronx==2.8.0.2.10.16998\n"}, "  false 0"},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, test.files)
			p, looked, err := Look(context.Background(), root, source.Options{Dir: root, Excludes: []string{"left"}}, opsdb.New())
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%s %s %v %d", p.Target, p.SDK, p.XLA, len(p.Signs)); got != test.want {
				t.Errorf("got %q, want %q, of %q", got, test.want, looked)
			}
		})
	}
}

// TestLookReads holds the list of the files that decide, by which an editor knows when to
// look again.
func TestLookReads(t *testing.T) {
	root := tree(t, map[string]string{"a.py": "", "requirements.txt": "numpy\n", "k8s/job.yaml": "a: 1\n", "uv.lock": "", "docs/requirements.txt": "torch\n"})
	_, looked, err := Look(context.Background(), root, source.Options{Dir: root}, opsdb.New())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(root, "k8s", "job.yaml"), filepath.Join(root, "requirements.txt")}
	if diff := cmp.Diff(want, looked); diff != "" {
		t.Error(diff)
	}
}

// TestLookAtMany holds that nothing is decided by a part of the files.
func TestLookAtMany(t *testing.T) {
	files := map[string]string{"job.yaml": "instance_type: trn1.32xlarge\n"}
	for i := range maxFiles {
		files[fmt.Sprintf("conf/%d.yaml", i)] = "a: 1\n"
	}
	root := tree(t, files)
	p, looked, err := Look(context.Background(), root, source.Options{Dir: root}, opsdb.New())
	if err != nil || p.Found() || len(looked) > 0 {
		t.Errorf("%+v, %d files, %v", p, len(looked), err)
	}
}
