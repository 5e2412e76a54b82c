// Command beam assesses the repositories of a manifest on a runner of Apache Beam: on the
// one that comes with Beam, Prism, or on Flink, Spark or Dataflow.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/neuronlint/neuronlint/fleet/beam/pipeline"
	"github.com/neuronlint/neuronlint/fleet/internal/scan"
)

// options are the flags beside those of Beam.
type options struct {
	manifest, program string
	plan              pipeline.Plan
}

func main() {
	o := &options{}
	flag.StringVar(&o.manifest, "manifest", "", "repositories, as for neuronlint fleet; local paths must exist on the workers")
	flag.StringVar(&o.plan.Out, "output", "", "folder of the tables, local to all workers or in a bucket")
	flag.IntVar(&o.plan.Shards, "shards", 1, "files of each table")
	flag.StringVar(&o.program, "neuronlint", "", "the program that assesses, built for the workers")
	flag.StringVar(&o.plan.Scan.SDK, "sdk", "", "as for neuronlint assess")
	flag.StringVar(&o.plan.Scan.Rewrite, "rewrite", "", "as for neuronlint assess")
	flag.StringVar(&o.plan.Scan.Target, "target", "", "as for neuronlint assess")
	flag.Parse()
	pipeline.Register()
	beam.Init() // on a worker it does not return
	if err := run(context.Background(), o); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "beam:", err)
		os.Exit(2)
	}
}

func run(ctx context.Context, o *options) error {
	if o.manifest == "" || o.plan.Out == "" || o.plan.Shards < 1 {
		return errors.New("--manifest and --output are needed, and --shards must be positive")
	}
	list, err := pipeline.Load(ctx, o.manifest)
	if err != nil {
		return err
	}
	program, err := scan.Find(ctx, o.program, os.Environ())
	if err != nil {
		return err
	}
	s := &o.plan.Scan
	s.MaxFileSize, s.Timeout, s.Memory, s.Files, s.Bytes = 16<<20, 10*time.Minute, 4<<30, 100_000, 4<<30
	s.Version, s.Database, s.Sum = program.Version, program.Database, program.Sum
	if s.Staged, err = pipeline.Stage(ctx, o.plan.Out, program); err != nil {
		return err
	}
	p, scope := beam.NewPipelineWithRoot()
	if err := pipeline.Build(scope, list, &o.plan); err != nil {
		return err
	}
	return beamx.Run(ctx, p)
}
