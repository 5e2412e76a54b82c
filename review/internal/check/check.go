// Package check runs neuronlint and reads its JSON, which docs/schema/check.schema.json
// describes.
package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
)

// schemaVersion is the version of the JSON that this package reads.
const schemaVersion = 1

// Report is as much of the JSON as a review takes.
type Report struct {
	SchemaVersion int `json:"schema_version"`
	Tool          struct{ Version string }
	SDK           string
	Rewrite       string
	Target        string
	OpsDB         string
	Summary       struct{ Files int }
	Findings      []Finding `json:"diagnostics"`
}

// Finding is one of its diagnostics.
type Finding struct {
	Path        string
	Line        int
	FileLine    int `json:"file_line"`
	Cell        *int
	Code        string
	Name        string
	Severity    string
	Message     string
	Help        string
	Fingerprint string
	Suppressed  bool
	Test        bool
	Fact        *struct {
		Evidence string
		URLs     []string
	}
	Related []struct {
		Path    string
		Cell    *int
		Line    int
		Message string
	}
	Fixes []struct {
		Safety string
		Group  string
	}
	Suggestion *Suggestion
}

// Suggestion is a whole fix as lines and their replacement.
type Suggestion struct {
	Line    int
	EndLine int `json:"end_line"`
	Text    string
	Safety  string
	Group   string
}

// Group is the group of the fix that a finding is offered; empty if there is none.
func (f *Finding) Group() string {
	if f.Suggestion != nil {
		return f.Suggestion.Group
	}
	for _, fix := range f.Fixes {
		if fix.Safety == "safe" || fix.Safety == "unsafe" {
			return fix.Group
		}
	}
	return ""
}

// Shown reports whether a reviewer is told of a finding: no comment silences it, and it is
// no note on a test.
func (f *Finding) Shown() bool {
	return !f.Suppressed && (!f.Test || f.Severity != "info")
}

// Run runs neuronlint check in the working directory. Findings are no error; the status
// says whether they fail a run.
func Run(ctx context.Context, program, base string, flags, paths []string) (report *Report, status int, err error) {
	args := append([]string{"check", "--format", "json", "--hide-suppressed", "--since=" + base}, flags...)
	args = append(append(args, "--"), paths...)
	cmd := exec.CommandContext(ctx, program, args...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 1 {
		status, err = 1, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("%s check: %w\n%s", program, err, bytes.TrimSpace(log.Bytes()))
	}
	report, err = Read(&out)
	return report, status, err
}

// Read reads the JSON of a run.
func Read(r io.Reader) (*Report, error) {
	var report Report
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return nil, fmt.Errorf("neuronlint's JSON: %w", err)
	}
	if report.SchemaVersion != schemaVersion {
		return nil, fmt.Errorf("neuronlint's JSON has version %d of its schema; this program reads %d", report.SchemaVersion, schemaVersion)
	}
	return &report, nil
}

// Below puts a folder in front of all paths: findings are relative to the working
// directory, comments to the root of the repository.
func (r *Report) Below(folder string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Path = path.Join(folder, f.Path)
		for j := range f.Related {
			f.Related[j].Path = path.Join(folder, f.Related[j].Path)
		}
	}
}
