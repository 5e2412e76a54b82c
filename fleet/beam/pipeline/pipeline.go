// Package pipeline assesses the repositories of a manifest on a runner of Apache Beam. Its
// tables are those of neuronlint fleet with as many shards.
package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/scan"
	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// Register makes the functions known to Beam. It comes before beam.Init.
func Register() {
	register.DoFn3x1[context.Context, []byte, func(int, []byte), error](&judge{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&writeShard{})
	register.Function1x2(nothing)
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// Plan is what a pipeline does.
type Plan struct {
	Out    string // folder of the tables, on a file system that Beam knows
	Shards int    // files of each table
	Scan   Scan
}

// Scan is what of scan.Options is the same on all workers.
type Scan struct {
	scan.Settings

	Staged            string // neuronlint, on a file system that Beam knows
	Version, Database string
	Sum               string
	Timeout           time.Duration
	Memory, Bytes     int64
	Files             int
}

// Stage copies neuronlint to where workers find it.
func Stage(ctx context.Context, out string, program *scan.Program) (string, error) {
	data, err := os.ReadFile(program.Path)
	if err != nil {
		return "", err
	}
	name := join(out, "staged/neuronlint-"+program.Sum)
	return name, put(ctx, name, data)
}

// join is the name of a file in a folder, which may be a URL.
func join(dir, name string) string {
	if len(dir) > 0 && dir[len(dir)-1] != '/' {
		dir += "/"
	}
	return dir + name
}

// put writes a file on any file system.
func put(ctx context.Context, name string, data []byte) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	return errors.Join(filesystem.Write(ctx, fs, name, data), fs.Close())
}

// Build makes the pipeline.
func Build(s beam.Scope, list []manifest.Entry, plan *Plan) error {
	var entries [][]byte
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return err
		}
		entries = append(entries, line)
	}
	// Without a reshuffle one worker would judge them all.
	read := beam.Reshuffle(s, beam.CreateList(s, entries))
	judged := beam.ParDo(s, &judge{Scan: plan.Scan, Shards: plan.Shards}, read)
	// Every shard has its files, even one without repositories.
	empty := make([]int, plan.Shards)
	for i := range empty {
		empty[i] = i
	}
	none := beam.ParDo(s, nothing, beam.CreateList(s, empty))
	beam.ParDo0(s, &writeShard{Plan: *plan}, beam.GroupByKey(s, beam.Flatten(s, judged, none)))
	return nil
}

func nothing(shard int) (int, []byte) { return shard, nil }

// result is what became of an entry.
type result struct {
	Entry  manifest.Entry
	Record outcome.Record
}

// judge judges an entry.
type judge struct {
	Scan   Scan
	Shards int

	program []byte // neuronlint
	unit    *scan.Unit
	dir     string // of the bundle
}

// Setup fetches the program.
func (j *judge) Setup(ctx context.Context) error {
	fs, err := filesystem.New(ctx, j.Scan.Staged)
	if err != nil {
		return err
	}
	j.program, err = filesystem.Read(ctx, fs, j.Scan.Staged)
	return errors.Join(err, fs.Close())
}

// StartBundle makes the folders for a bundle. They are not those of a worker, because not all
// runners tell a worker that it ends.
func (j *judge) StartBundle(context.Context, func(int, []byte)) error {
	if err := j.clear(); err != nil { // of a bundle that failed
		return err
	}
	var err error
	if j.dir, err = os.MkdirTemp("", "neuronlint-fleet-"); err != nil {
		return err
	}
	program := filepath.Join(j.dir, "neuronlint")
	if err := os.WriteFile(program, j.program, 0o755); err != nil {
		return err
	}
	j.unit, err = scan.New(scan.Options{
		Settings: j.Scan.Settings, Program: &scan.Program{Path: program, Version: j.Scan.Version, Database: j.Scan.Database, Sum: j.Scan.Sum},
		Timeout: j.Scan.Timeout, Memory: j.Scan.Memory, Files: j.Scan.Files, Bytes: j.Scan.Bytes, Procs: 1,
		Scratch: j.dir, Clones: filepath.Join(j.dir, "clones"), Secrets: Secrets(), Environ: os.Environ(),
	})
	return err
}

// FinishBundle removes the folders.
func (j *judge) FinishBundle(context.Context, func(int, []byte)) error { return j.clear() }

func (j *judge) clear() error {
	if j.dir == "" {
		return nil
	}
	dir := j.dir
	j.dir = ""
	return os.RemoveAll(dir)
}

// Secrets are the tokens for cloning, by host, from the environment of the worker.
func Secrets() map[string]string {
	return map[string]string{"github.com": os.Getenv("GITHUB_TOKEN"), "gitlab.com": os.Getenv("GITLAB_TOKEN")}
}

// ProcessElement judges one entry.
func (j *judge) ProcessElement(ctx context.Context, line []byte, emit func(int, []byte)) error {
	var r result
	if err := json.Unmarshal(line, &r.Entry); err != nil {
		return err
	}
	record, err := j.unit.Judge(ctx, &r.Entry)
	if err != nil {
		return err
	}
	r.Record = *record
	data, err := json.Marshal(&r)
	if err != nil {
		return err
	}
	emit(manifest.Index(r.Entry.Unit, j.Shards), data)
	return nil
}

// Teardown removes the folders of a bundle that failed.
func (j *judge) Teardown() error { return j.clear() }

// writeShard writes the tables of one shard.
type writeShard struct{ Plan Plan }

// ProcessElement gets all results of a shard.
func (w *writeShard) ProcessElement(ctx context.Context, shard int, next func(*[]byte) bool) error {
	var list []result
	for line := []byte(nil); next(&line); {
		if len(line) == 0 {
			continue
		}
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b result) int { return manifest.Less(&a.Entry, &b.Entry) })
	dir, err := os.MkdirTemp("", "neuronlint-fleet-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a folder of the system's
	name := manifest.Shard{Index: shard, Count: w.Plan.Shards}
	if err := w.write(dir, name, list); err != nil {
		return err
	}
	for _, table := range tables.Names() {
		file := table.Name + "/" + name.Name() + ".parquet"
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		if err := put(ctx, join(w.Plan.Out, file), data); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func (w *writeShard) write(dir string, shard manifest.Shard, list []result) error {
	opts := scan.Options{Settings: w.Plan.Scan.Settings, Program: &scan.Program{
		Version: w.Plan.Scan.Version, Database: w.Plan.Scan.Database, Sum: w.Plan.Scan.Sum,
	}}
	set, err := tables.Create(dir, shard.Name(), &tables.Run{
		Schema: tables.Version, Shard: shard.String(), Version: w.Plan.Scan.Version, Database: w.Plan.Scan.Database,
		Settings: opts.Fingerprint(), Ended: time.Now().UTC(),
	})
	if err != nil {
		return err
	}
	defer set.Drop()
	for i := range list {
		if err := set.Add(&list[i].Entry, &list[i].Record); err != nil {
			return err
		}
	}
	return set.Close()
}

// Load reads a manifest from any file system that Beam knows.
func Load(ctx context.Context, name string) ([]manifest.Entry, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	data, err := filesystem.Read(ctx, fs, name)
	if err := errors.Join(err, fs.Close()); err != nil {
		return nil, err
	}
	return manifest.Read(bytes.NewReader(data), filepath.Dir(name))
}
