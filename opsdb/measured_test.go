package opsdb

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// seenAPI is what torch-xla did with the samples of an API for one dtype.
type seenAPI struct{ name, dtype, seen string }

// TestMeasuredAPIs holds the verdicts on public APIs against what torch-xla was
// seen to do with PyTorch's samples of them, composites and all: an API of which
// every sample went to the host must be told of, one of which none did must not
// be said to go there, and one that raises must not be said to run.
func TestMeasuredAPIs(t *testing.T) {
	explained := map[seenAPI]bool{}
	for _, r := range tableOf(t, "testdata/measured_apis.tsv") {
		explained[seenAPI{r["name"], r["dtype"], r["seen"]}] = false
	}
	db, judged := New(), 0
	for _, r := range tableOf(t, "gen/inputs/measured.tsv") {
		api := sampledAPI(db, r["name"])
		if api == "" || r["dtype"] == "any" {
			continue
		}
		judged++
		seen := disagreementOf(db.Judge(api, Target{SDK: "2.26", Rewrite: RewriteXLA}), r)
		if seen == "" {
			continue
		}
		key := seenAPI{r["name"], r["dtype"], seen}
		if _, ok := explained[key]; !ok {
			t.Errorf("%s of %s: %s, and it is judged otherwise (%s%s)", api, r["dtype"], seen, r["fallback"], r["error"])
		}
		explained[key] = true
	}
	if judged < 2000 {
		t.Errorf("%d lines were held against an API: the names of the samples have changed", judged)
	}
	for key, needed := range explained {
		if !needed {
			t.Errorf("measured_apis.tsv explains %v, which is so no more", key)
		}
	}
}

// disagreementOf says what was seen of an API if its judgement does not allow it.
func disagreementOf(j Judgement, r map[string]string) string {
	certain := len(j.Findings) > 0 && j.Findings[0].Certain()
	switch {
	case r["samples"] == "0":
	case r["ran"] == "0":
		if !j.Status.Restricts() {
			return "raises"
		}
	case r["fell"] == "0":
		if certain && j.Status == Fallback {
			return "device"
		}
	case len(j.Findings) == 0:
		return "host"
	case r["fell"] == r["ran"] && !certain && !slices.ContainsFunc(j.Findings, namesHost):
		return "host"
	}
	return ""
}

// namesHost tells the findings about calls that run on the host or fail.
func namesHost(f Finding) bool {
	return f.Verdict.Status != Limited || strings.Contains(f.Verdict.Reason, "host")
}

// sampledAPI is the public name that samples of PyTorch's are about, or "".
func sampledAPI(db *DB, name string) string {
	name, _, _ = strings.Cut(name, "/")
	for _, module := range []string{"torch.", "torch.Tensor."} {
		if _, ok := db.OperatorAPI(module + name); ok {
			return module + name
		}
	}
	return ""
}

// tableOf reads a table with a header, without the order that those in data keep.
func tableOf(t *testing.T, path string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	columns := strings.Split(lines[0], "\t")
	rows := make([]map[string]string, 0, len(lines))
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(columns) {
			t.Fatalf("%s: %d cells, want %d: %s", path, len(cells), len(columns), line)
		}
		row := map[string]string{}
		for i, column := range columns {
			row[column] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}
