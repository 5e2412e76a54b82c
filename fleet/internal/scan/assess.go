package scan

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/fleet/internal/git"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/proc"
)

// arguments are those of neuronlint.
func (u *Unit) arguments(dir string) []string {
	args := []string{"assess", "--format", "json", "--findings", "--operators", "--isolated", "--no-cache", "--quiet"}
	if u.opts.Procs > 0 {
		args = append(args, "--jobs", strconv.Itoa(u.opts.Procs))
	}
	for _, pair := range [][2]string{{"--sdk", u.opts.SDK}, {"--rewrite", u.opts.Rewrite}, {"--target", u.opts.Target}} {
		if pair[1] != "" {
			args = append(args, pair[0], pair[1])
		}
	}
	return append(args, dir)
}

// environment has nothing of the user's that could change an assessment.
func (u *Unit) environment(work string) []string {
	env := append(git.Taken(u.opts.Environ, "PATH", "SYSTEMROOT"),
		"HOME="+work, "TMPDIR="+work, "LC_ALL=C", "NO_COLOR=1",
		"GIT_CEILING_DIRECTORIES="+work, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if u.opts.Procs > 0 {
		env = append(env, "GOMAXPROCS="+strconv.Itoa(u.opts.Procs))
	}
	return env
}

// assess runs neuronlint.
func (u *Unit) assess(ctx context.Context, work, dir string, r *outcome.Record) error {
	result, err := proc.Run(ctx, &proc.Spec{
		Path: u.opts.Program.Path, Args: u.arguments("."), Dir: dir, Env: u.environment(work),
		Timeout: u.opts.Timeout, Memory: u.opts.Memory, Stdout: cmp.Or(u.opts.Output, maxOutput), File: 1 << 30,
	})
	if err != nil {
		return err
	}
	r.Cost.ScanSeconds, r.Cost.CPUSeconds, r.Cost.PeakBytes = result.Wall.Seconds(), result.CPU.Seconds(), result.Peak
	if failure := u.verdict(result, work); failure != nil {
		return failure
	}
	var head struct {
		SchemaVersion int    `json:"schema_version"`
		Verdict       string `json:"verdict"`
	}
	if err := json.Unmarshal(result.Output, &head); err != nil || head.SchemaVersion != schemaVersion || head.Verdict == "" {
		return failure(outcome.BadAssessment, fmt.Sprintf("schema version %d, and %d is known", head.SchemaVersion, schemaVersion))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, result.Output); err != nil {
		return failure(outcome.BadAssessment, err.Error())
	}
	r.Assessment = compact.Bytes()
	return nil
}

// schemaVersion is that of the assessments that are understood.
const schemaVersion = 1

func failure(reason outcome.Reason, detail string) *git.Error {
	return &git.Error{Failure: outcome.Failure{Reason: reason, Scope: outcome.Whole, Count: 1, Detail: detail}}
}

// verdict is what the end of neuronlint says; nil if it wrote an assessment.
func (u *Unit) verdict(r *proc.Result, work string) error {
	switch {
	case r.Cut == proc.Time:
		return failure(outcome.Timeout, fmt.Sprintf("assessing took longer than %s", u.opts.Timeout))
	case r.Cut == proc.Memory:
		return failure(outcome.OutOfMemory, fmt.Sprintf("more than %d MiB", u.opts.Memory>>20))
	case r.Cut == proc.Output:
		return failure(outcome.OutputTooLarge, fmt.Sprintf("more than %d MiB", cmp.Or(u.opts.Output, maxOutput)>>20))
	case r.Status == 0:
		return nil
	case strings.Contains(r.Errors, "no Python file"):
		return failure(outcome.NoPython, "")
	case strings.Contains(r.Errors, "out of memory"), strings.Contains(r.Errors, "cannot allocate memory"):
		return failure(outcome.OutOfMemory, "the system had no more memory")
	}
	first, _, _ := strings.Cut(strings.TrimSpace(r.Errors), "\n")
	first = strings.ReplaceAll(first, work, "")
	if r.Status < 0 {
		return failure(outcome.Crashed, "ended by a signal: "+first)
	}
	return failure(outcome.Crashed, fmt.Sprintf("status %d: %s", r.Status, first))
}
