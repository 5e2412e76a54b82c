package pipeline_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"github.com/neuronlint/neuronlint/fleet/beam/pipeline"
	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/run"
	"github.com/neuronlint/neuronlint/fleet/internal/scan"
)

func TestMain(m *testing.M) {
	pipeline.Register()
	ptest.MainWithDefault(m, "prism")
}

// script is a neuronlint that counts files.
const script = `#!/bin/sh
case $1 in
version) echo 'neuronlint v0 (database 0)' ;;
assess) [ ! -e crash.py ] || exit 2
	echo "{\"schema_version\": 1, \"verdict\": \"work\", \"project\": {\"files\": $(ls *.py | wc -l)}}" ;;
esac
`

// TestAgreesWithFleet runs the pipeline on Prism, and neuronlint fleet in as many shards, and
// expects the same bytes. NEURONLINT names a real neuronlint.
func TestAgreesWithFleet(t *testing.T) {
	dir, temporary := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temporary)
	list := "path,team\nnowhere,x\n,\n"
	for i := range 9 {
		repo := filepath.Join(dir, fmt.Sprintf("r%d", i))
		name := "a.py"
		if i == 4 {
			name = "crash.py"
		}
		make1 := exec.Command("sh", "-c", `git init -q "$1" && cd "$1" && echo "import torch; torch.ones(`+fmt.Sprint(i)+`).cuda()" >"$2" && git add -A &&
			git -c user.name=n -c user.email=n@example.org commit -qm m --date=2026-01-01T00:00:00Z`, "sh", repo, name)
		if out, err := make1.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		list += filepath.Base(repo) + ",t\n"
	}
	path := os.Getenv("NEURONLINT")
	if path == "" {
		path = filepath.Join(dir, "neuronlint")
		if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program, err := scan.Find(t.Context(), path, os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	entries, err := manifest.Read(strings.NewReader(list), dir)
	if err != nil {
		t.Fatal(err)
	}
	const shards = 3
	settings := scan.Settings{MaxFileSize: 1 << 20}
	plan := &pipeline.Plan{Out: filepath.Join(dir, "beam"), Shards: shards, Scan: pipeline.Scan{
		Settings: settings, Version: program.Version, Database: program.Database, Sum: program.Sum,
		Timeout: time.Minute, Memory: 1 << 30, Bytes: 1 << 30, Files: 100,
	}}
	if plan.Scan.Staged, err = pipeline.Stage(t.Context(), plan.Out, program); err != nil {
		t.Fatal(err)
	}
	p, s := beam.NewPipelineWithRoot()
	if err := pipeline.Build(s, entries, plan); err != nil {
		t.Fatal(err)
	}
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(temporary, "neuronlint-fleet-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	for i := range shards {
		_, err := run.Run(t.Context(), entries, &run.Options{
			Out: filepath.Join(dir, "fleet"), Shard: manifest.Shard{Index: i, Count: shards}, Workers: 2, Clock: time.Now,
			Scan: scan.Options{
				Settings: settings, Program: program, Timeout: time.Minute, Memory: 1 << 30, Bytes: 1 << 30, Files: 100, Procs: 1,
				Clones: filepath.Join(dir, "clones"), Environ: os.Environ(),
			},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"repositories", "entry_points", "causes", "findings", "operators", "libraries", "models", "failures"} {
		want, err := filepath.Glob(filepath.Join(dir, "fleet", table, "*"))
		if err != nil || len(want) != shards {
			t.Fatalf("%s: %v, %v", table, want, err)
		}
		for _, name := range want {
			a, err := os.ReadFile(name)
			b, err2 := os.ReadFile(filepath.Join(dir, "beam", table, filepath.Base(name)))
			if err != nil || err2 != nil || !bytes.Equal(a, b) {
				t.Errorf("%s/%s differs: %v, %v", table, filepath.Base(name), err, err2)
			}
		}
	}
}
