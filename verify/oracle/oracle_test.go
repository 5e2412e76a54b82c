// Package oracle holds the findings about graphs against what torch-xla and JAX did when they
// ran the programs of this folder (verify/run oracle).
package oracle

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// ran is what a line of a program did.
type ran struct {
	steps    int // backward passes of the whole program
	times    int
	graphs   int // run without being asked for
	compiled int
	shapes   int // different shapes and positions made of the same tensors
	raised   int // refusals of JAX to trace
}

// subject is a program with its traces and the findings about it.
type subject struct {
	lines    map[int]ran
	compiled int
	found    map[int][]analyzer.Diagnostic
}

// late is how many graphs a program may compile before its steps count as compiled anew: one
// at its beginning, one with the state of its optimizer, and one for each read.
const late = 5

// TestOracle wants a finding on each line that ran graphs, made new shapes or was refused,
// none on lines that ran and did no such thing, and each to be said as often as it happened.
// otherwise.tsv explains what differs.
func TestOracle(t *testing.T) {
	t.Parallel()
	explained := readTable(t, "otherwise.tsv")
	needed := map[string]bool{}
	counts := map[string]int{}
	for name, s := range subjects(t) {
		for line, verdict := range s.verdicts() {
			if verdict == "found" {
				counts[verdict]++
				continue
			}
			key := fmt.Sprintf("%s:%d %s", name, line, verdict)
			needed[key] = true
			i := slices.IndexFunc(explained, func(r map[string]string) bool { return keyOf(r) == key })
			if i < 0 {
				counts[verdict]++
				t.Errorf("%s: %+v, %v", key, s.lines[line], messages(s.found[line]))
				continue
			}
			counts[explained[i]["as"]]++
		}
	}
	t.Logf("%v", counts)
	if counts["found"] < 20 {
		t.Errorf("%d lines were found: traces are lost", counts["found"])
	}
	for _, r := range explained {
		if !needed[keyOf(r)] {
			t.Errorf("otherwise.tsv explains %s, which is so no more", keyOf(r))
		}
	}
}

func keyOf(r map[string]string) string {
	return fmt.Sprintf("%s:%s %s", r["program"], r["line"], r["verdict"])
}

// verdicts tells for each line that ran several times and had a cost, or has a finding,
// whether the two agree: found, missed or vain; of those found, a wrong cadence is "seldom" or "always".
func (s *subject) verdicts() map[int]string {
	out := map[int]string{}
	for line, r := range s.lines {
		costs := r.graphs > 0 && r.times > 1 || r.raised > 0 || r.shapes > 2 && s.compiled > late
		switch said := len(s.found[line]) > 0; {
		case costs && !said:
			out[line] = "missed"
		case said && !costs:
			out[line] = "vain"
		case said:
			out[line] = cadence(r, s.found[line])
		}
	}
	return out
}

// cadence compares how often graphs ran on a line with what a finding says.
func cadence(r ran, found []analyzer.Diagnostic) string {
	if r.graphs == 0 {
		return "found"
	}
	for _, d := range found {
		switch {
		case strings.Contains(d.Message, "in every step") || strings.Contains(d.Message, "in every call"):
			if 2*r.graphs < r.steps {
				return "seldom"
			}
		case strings.Contains(d.Message, "occasionally"):
			if 2*r.graphs >= r.steps {
				return "always"
			}
		case strings.Contains(d.Message, "for every batch"):
			if r.graphs < r.times {
				return "seldom"
			}
		}
	}
	return "found"
}

// subjects reads the traces and runs all rules on the programs.
func subjects(t *testing.T) map[string]*subject {
	t.Helper()
	all := map[string]*subject{}
	for _, r := range readTable(t, "traces.tsv") {
		name := r["program"]
		if all[name] == nil {
			all[name] = &subject{lines: map[int]ran{}, found: findings(t, name)}
		}
		number := func(column string) int {
			n, err := strconv.Atoi(r[column])
			if err != nil {
				t.Fatalf("traces.tsv: %s: %v", column, err)
			}
			return n
		}
		line := ran{number("steps"), number("ran"), number("graphs"), number("compiled"), number("shapes"), number("raised")}
		all[name].lines[number("line")] = line
		all[name].compiled += line.compiled
	}
	programs, err := filepath.Glob("programs/*.py")
	if err != nil || len(programs) != len(all) {
		t.Fatalf("%d programs, %d with traces (%v): run verify/run oracle", len(programs), len(all), err)
	}
	return all
}

// findings are those about graphs and shapes, by line.
func findings(t *testing.T, program string) map[int][]analyzer.Diagnostic {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("programs", program))
	if err != nil {
		t.Fatal(err)
	}
	result, err := driver.Run(t.Context(), driver.Options{
		Rules: rules.All(), DB: opsdb.New(), MinConfidence: analyzer.Likely, Jobs: 1, Apart: true,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteXLA, Instance: "trn2"},
		Stdin:  &driver.Input{Path: program, Raw: raw},
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[int][]analyzer.Diagnostic{}
	for _, d := range result.Diagnostics {
		if aboutGraphs(program, d.Code) {
			line := 1 + strings.Count(string(raw[:d.Span.Start]), "\n")
			found[line] = append(found[line], d)
		}
	}
	return found
}

// aboutGraphs tells the codes that say that a line costs a graph of torch-xla: reads,
// branches, shapes, operators that run on the host, last batches. NRN824 says that a size
// depends on data in JAX.
func aboutGraphs(program, code string) bool {
	if strings.HasPrefix(program, "jax") {
		return code == "NRN824"
	}
	return slices.Contains([]string{"NRN502", "NRN503", "NRN601", "NRN602", "NRN603", "NRN604", "NRN632"}, code)
}

func messages(found []analyzer.Diagnostic) []string {
	var out []string
	for _, d := range found {
		out = append(out, d.Code+" "+d.Message)
	}
	return out
}

// readTable reads a table with a header; what begins with a # is not part of it.
func readTable(t *testing.T, path string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var columns []string
	var rows []map[string]string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case columns == nil:
			columns = cells
		case len(cells) != len(columns):
			t.Fatalf("%s: %q has %d cells, want %d", path, line, len(cells), len(columns))
		default:
			row := map[string]string{}
			for i, column := range columns {
				row[column] = cells[i]
			}
			rows = append(rows, row)
		}
	}
	return rows
}
