// Package measure times whole processes: the time a user waits, and the cost that the
// operating system reports.
package measure

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Job is a command that is run again and again.
type Job struct {
	Name    string
	Threads int // 0 where the command has no say in it
	Dir     string
	Command []string
	Env     []string // in addition to the environment of the benchmark
	Input   string   // file that is standard input; none if empty
	Status  []int    // exit statuses besides 0 that are no failure
	Repeat  int      // runs in a round, at least one
	Prepare func() error

	// Bytes is how much source text the command reads.
	Bytes int64

	// Findings counts the findings in the command's output; nil where it has none.
	Findings func(output string) int
}

// Sample is the cost of one run. Times are in seconds.
type Sample struct {
	Wall float64 `json:"wall"`
	CPU  float64 `json:"cpu"`  // user and system, of all threads
	Peak float64 `json:"peak"` // resident memory in MB (1,000,000 bytes)
}

// Result is the cost of the runs of a job.
type Result struct {
	Job      *Job
	Samples  []Sample
	Findings int // of the last run
}

// run runs the job once.
func (j *Job) run(ctx context.Context, scratch string) (Sample, int, error) {
	if j.Prepare != nil {
		if err := j.Prepare(); err != nil {
			return Sample{}, 0, fmt.Errorf("%s: %w", j.Name, err)
		}
	}
	command := j.bound()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir, cmd.Env = j.Dir, append(os.Environ(), j.Env...)
	output := filepath.Join(scratch, "output")
	files, err := j.connect(cmd, output)
	defer func() {
		for _, f := range files {
			_ = f.Close() // read to the end, or written by another process
		}
	}()
	if err != nil {
		return Sample{}, 0, fmt.Errorf("%s: %w", j.Name, err)
	}
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if status := cmd.ProcessState.ExitCode(); err != nil && !slices.Contains(j.Status, status) {
		return Sample{}, 0, fmt.Errorf("%s: %s: %w\n%s", j.Name, strings.Join(j.Command, " "), err, head(output+".err"))
	}
	sample := Sample{
		Wall: wall.Seconds(),
		CPU:  (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
		Peak: peak(cmd.ProcessState),
	}
	findings, err := j.count(output)
	return sample, findings, err
}

// connect gives the command files, not pipes, so that nobody works while it
// runs but itself.
func (j *Job) connect(cmd *exec.Cmd, output string) ([]*os.File, error) {
	var files []*os.File
	stdout, err := os.Create(output)
	if err != nil {
		return files, err
	}
	files = append(files, stdout)
	stderr, err := os.Create(output + ".err")
	if err != nil {
		return files, err
	}
	files = append(files, stderr)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if j.Input == "" {
		return files, nil
	}
	stdin, err := os.Open(j.Input)
	if err != nil {
		return files, err
	}
	cmd.Stdin = stdin
	return append(files, stdin), nil
}

func (j *Job) count(output string) (int, error) {
	if j.Findings == nil {
		return 0, nil
	}
	text, err := os.ReadFile(output)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", j.Name, err)
	}
	return j.Findings(string(text)), nil
}

// head is the beginning of a file, for a message.
func head(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text[:min(len(text), 2000)])
}

// Rounds runs all jobs in turn, so many times, after one round that does not count: it
// warms the cache of files, and anything a job prepares for the next. Interleaved, all
// jobs meet the same disturbances of a shared machine. A job that fails ends the
// measurement.
func Rounds(ctx context.Context, jobs []*Job, rounds int, scratch string, progress func(string)) ([]*Result, error) {
	results := make([]*Result, len(jobs))
	for i, job := range jobs {
		results[i] = &Result{Job: job}
	}
	for round := range rounds + 1 {
		for i, job := range jobs {
			progress(fmt.Sprintf("round %d of %d: %s", round, rounds, job.Label()))
			for range max(1, job.Repeat) {
				sample, findings, err := job.run(ctx, scratch)
				if ctx.Err() != nil {
					return nil, errors.New("interrupted")
				}
				if err != nil {
					return nil, err
				}
				results[i].Findings = findings
				if round > 0 {
					results[i].Samples = append(results[i].Samples, sample)
				}
			}
		}
	}
	return results, nil
}

// Once runs a job a single time, without a round to warm up.
func Once(ctx context.Context, job *Job, scratch string) (*Result, error) {
	sample, findings, err := job.run(ctx, scratch)
	if err != nil {
		return nil, err
	}
	return &Result{Job: job, Samples: []Sample{sample}, Findings: findings}, nil
}

// Label is the name with the number of threads, which is unique.
func (j *Job) Label() string {
	if j.Threads == 0 {
		return j.Name
	}
	return fmt.Sprintf("%s, threads %d", j.Name, j.Threads)
}
