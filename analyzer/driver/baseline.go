package driver

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// baselineVersion changes when an older program would misread a baseline. One
// whose paths all lie below its directory is written as version 1, which knows no
// others.
const (
	baselineVersion = 2
	versionOfBelow  = 1
)

// Baseline is a list of findings that somebody has accepted for the time
// being.
type Baseline struct {
	dir     string // absolute, that its paths are relative to
	real    string // the same, without symbolic links
	entries []*Known
}

// baselineFile and baselineEntry are the format of a baseline on disk.
type baselineFile struct {
	Version  int             `json:"neuronlint_baseline"`
	Findings json.RawMessage `json:"findings"` // a list of baselineEntry
}

type baselineEntry struct {
	Path        string `json:"path"`
	Code        string `json:"code"`
	Severity    string `json:"severity"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
}

// NewBaseline is a baseline without findings, for a file of the given name.
func NewBaseline(name string) (*Baseline, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	dir := filepath.Dir(abs)
	return &Baseline{dir: dir, real: withoutLinks(dir)}, nil
}

// ParseBaseline reads the output of Bytes; name is that of the file. Its errors name the
// remedy.
func ParseBaseline(name string, data []byte) (*Baseline, error) {
	b, err := NewBaseline(name)
	if err != nil {
		return nil, err
	}
	var file baselineFile
	var syntax *json.SyntaxError
	mend := "restore it, or remove it and write a new one with: neuronlint baseline write -o " + name
	switch err := json.Unmarshal(data, &file); {
	case len(data) > 0 && !bytes.Contains(data, []byte(`"neuronlint_baseline"`)):
		return nil, fmt.Errorf("baseline: %s: not a baseline of neuronlint", name)
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return nil, fmt.Errorf("baseline: %s:%d: damaged: %w; %s", name, line, err, mend)
	case err != nil, file.Version == 0:
		return nil, fmt.Errorf("baseline: %s: not a baseline of neuronlint", name)
	case file.Version > baselineVersion:
		return nil, fmt.Errorf("baseline: %s: written by a newer neuronlint (version %d of the format; this one reads version %d): update neuronlint",
			name, file.Version, baselineVersion)
	}
	list := json.NewDecoder(bytes.NewReader(file.Findings))
	if start, err := list.Token(); err != nil || start != json.Delim('[') {
		return nil, fmt.Errorf("baseline: %s: not a baseline of neuronlint", name)
	}
	// The entries are read one by one: a list of empty ones, decoded as a whole, takes a
	// hundred times its length in memory.
	for list.More() {
		var e baselineEntry
		if err := list.Decode(&e); err != nil {
			return nil, fmt.Errorf("baseline: %s: not a baseline of neuronlint", name)
		}
		severity, err := ParseSeverity(e.Severity)
		if err != nil || e.Code == "" || len(e.Fingerprint) != fingerprintLength || !isBaselinePath(e.Path) {
			return nil, fmt.Errorf("baseline: %s: damaged: finding %d lacks its path, code, severity or fingerprint; %s", name, len(b.entries)+1, mend)
		}
		b.entries = append(b.entries, &Known{
			Path: e.Path, Code: e.Code, Severity: severity, Fingerprint: e.Fingerprint, Message: e.Message,
		})
	}
	return b, nil
}

// Bytes is the baseline in its file format: sorted, one finding a line, which makes
// changes easy to review and to merge.
func (b *Baseline) Bytes() ([]byte, error) {
	entries := slices.Clone(b.entries)
	slices.SortFunc(entries, func(a, b *Known) int {
		return cmp.Or(
			cmp.Compare(a.Path, b.Path), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Fingerprint, b.Fingerprint),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Message, b.Message),
		)
	})
	var out bytes.Buffer
	version := versionOfBelow
	if slices.ContainsFunc(entries, func(k *Known) bool { return leadsUp(k.Path) }) {
		version = baselineVersion
	}
	fmt.Fprintf(&out, "{\n  \"neuronlint_baseline\": %d,\n  \"findings\": [", version)
	for i, k := range entries {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		line, err := json.Marshal(baselineEntry{k.Path, k.Code, k.Severity.String(), k.Fingerprint, k.Message})
		if err != nil {
			return nil, fmt.Errorf("baseline: %w", err)
		}
		out.Write(line)
	}
	if len(entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes(), nil
}

// Len is the number of findings.
func (b *Baseline) Len() int { return len(b.entries) }

// leadsUp reports whether a path leads out of the directory of its baseline.
func leadsUp(path string) bool { return strings.HasPrefix(path, "../") }

// isBaselinePath reports whether a path leads from a directory to a file.
func isBaselinePath(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) || leadsUp(name) && path.Clean(name) == name
}

// path is the path of a file of a run in the baseline, given its absolute name: a path
// below its directory, or one that leads out of it. The latter is the same for all links
// by which the run may reach the file.
func (b *Baseline) path(absolute string) (string, error) {
	name := filepath.FromSlash(absolute)
	if rel, err := filepath.Rel(b.dir, name); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel), nil
	}
	rel, err := filepath.Rel(b.real, filepath.Join(withoutLinks(filepath.Dir(name)), filepath.Base(name)))
	if err != nil {
		return "", fmt.Errorf("baseline: no path leads from %s to %s; keep the baseline beside the code", b.dir, name)
	}
	return filepath.ToSlash(rel), nil
}

// file is the name of the file of a path in the baseline.
func (b *Baseline) file(path string) string {
	if leadsUp(path) {
		return filepath.Join(b.real, filepath.FromSlash(path))
	}
	return filepath.Join(b.dir, filepath.FromSlash(path))
}
