package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// report is all that a run found.
type report struct {
	Machine  machine     `json:"machine"`
	Versions [][2]string `json:"versions"`
	Missing  []string    `json:"missing"`
	Trees    []*tree     `json:"trees"`
	Checked  int         `json:"files_checked"` // of the first tree, by neuronlint's own count
	Rounds   int         `json:"rounds"`
	Bound    bool        `json:"bound"` // rows of n threads to n processors
	Smoke    bool        `json:"smoke"` // the trees are too small for the goals

	results []*measure.Result
}

// measurement is a result as JSON has it.
type measurement struct {
	Name     string           `json:"name"`
	Threads  int              `json:"threads,omitempty"`
	Bytes    int64            `json:"bytes,omitempty"`
	Findings *int             `json:"findings,omitempty"`
	Wall     measure.Spread   `json:"wall"`
	CPU      measure.Spread   `json:"cpu"`
	Peak     measure.Spread   `json:"peak"`
	Samples  []measure.Sample `json:"samples"`
}

func (r *report) measurements() []measurement {
	var all []measurement
	for _, result := range r.results {
		m := measurement{
			Name: result.Job.Name, Threads: result.Job.Threads, Bytes: result.Job.Bytes, Samples: result.Samples,
			Wall: result.Of(measure.Wall), CPU: result.Of(measure.CPU), Peak: result.Of(measure.Peak),
		}
		if result.Job.Findings != nil {
			m.Findings = &result.Findings
		}
		all = append(all, m)
	}
	return all
}

func (r *report) writeJSON(path string) error {
	text, err := json.MarshalIndent(struct {
		*report
		Measurements []measurement `json:"measurements"`
		Comparisons  []comparison  `json:"comparisons"`
	}{r, r.measurements(), compare(r.results)}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// writeMarkdown writes the machine, the comparisons and the measurements.
func (r *report) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "- Machine: %s, %d cores, %s memory, %s; load %s before and %s after\n", m.CPU, m.Cores, m.Memory, m.System, m.LoadBefore, m.LoadAfter)
	var versions []string
	for _, v := range r.Versions {
		versions = append(versions, v[0]+": "+v[1])
	}
	fmt.Fprintf(&b, "- Versions: %s\n", strings.Join(versions, "; "))
	for _, t := range r.Trees {
		fmt.Fprintf(&b, "- Tree %q: %d files, %.1f MB\n", t.Name, t.Files, float64(t.Bytes)/megabyte)
	}
	if files := r.Trees[0].Files; files != r.Checked {
		fmt.Fprintf(&b, "- Attention: neuronlint read %d files where the others read %d\n", r.Checked, files)
	}
	for _, missing := range r.Missing {
		fmt.Fprintf(&b, "- Missing: %s\n", strings.ReplaceAll(missing, "\n", " "))
	}
	fmt.Fprintf(&b, "- Rounds: %d, after one that is not counted\n", r.Rounds)
	if !r.Bound {
		b.WriteString("- Attention: rows of n threads are not bound to n processors here\n")
	}
	if r.Smoke {
		b.WriteString("- Smoke run: the trees are too small for the goals to mean anything\n")
	}
	b.WriteString("\n")
	comparisonTable(&b, compare(r.results))
	b.WriteString("\n")
	measurementTable(&b, r.measurements())
	_, err := io.WriteString(w, b.String())
	return err
}

func comparisonTable(b *strings.Builder, all []comparison) {
	b.WriteString("| comparison | median | min – max | of CPU time | goal | met |\n|---|--:|--:|--:|--:|---|\n")
	for _, c := range all {
		cpu, goal, met := "", "", ""
		if c.CPU != nil {
			cpu = number(c.CPU.Median) + " " + c.Unit
		}
		if c.Goal != 0 {
			goal, met = "≤ "+number(c.Goal), "yes"
			if c.Least {
				goal = "≥ " + number(c.Goal)
			}
			if !c.met() {
				met = "**no**"
			}
		}
		fmt.Fprintf(b, "| %s | %s %s | %s – %s | %s | %s | %s |\n", c.Name, number(c.Wall.Median), c.Unit, number(c.Wall.Min), number(c.Wall.Max), cpu, goal, met)
	}
}

func measurementTable(b *strings.Builder, all []measurement) {
	b.WriteString("| measurement | threads | wall, s | min – max | CPU, s | MB/s | peak, MB | findings |\n|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, m := range all {
		threads, speed, findings := "", "", ""
		if m.Threads != 0 {
			threads = fmt.Sprint(m.Threads)
		}
		if m.Bytes != 0 {
			speed = number(float64(m.Bytes) / megabyte / m.Wall.Median)
		}
		if m.Findings != nil {
			findings = fmt.Sprint(*m.Findings)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s – %s | %s | %s | %s | %s |\n", m.Name, threads,
			number(m.Wall.Median), number(m.Wall.Min), number(m.Wall.Max), number(m.CPU.Median), speed, number(m.Peak.Median), findings)
	}
}

// number shows three digits that count, as more are noise.
func number(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x >= 1:
		return fmt.Sprintf("%.2f", x)
	}
	return fmt.Sprintf("%.3f", x)
}

// The table stands between these lines of a document.
const (
	beginMarker = "<!-- bench:begin -->\n"
	endMarker   = "<!-- bench:end -->\n"
)

// replaceIn puts the report where a document has its markers.
func (r *report) replaceIn(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := r.writeMarkdown(&b); err != nil {
		return err
	}
	replaced, err := between(string(text), b.String())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(replaced), 0o644)
}

// between puts a text between the markers of another.
func between(document, text string) (string, error) {
	before, rest, begins := strings.Cut(document, beginMarker)
	_, after, ends := strings.Cut(rest, endMarker)
	if !begins || !ends {
		return "", errors.New("no lines " + strings.TrimSpace(beginMarker) + " and " + strings.TrimSpace(endMarker))
	}
	return before + beginMarker + "\n" + text + "\n" + endMarker + after, nil
}
