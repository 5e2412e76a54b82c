// Package rewrites holds docs/verification.md against the table that verify/run rewrites
// has measured.
package rewrites

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

const (
	measured = "measured.tsv"
	page     = "../../docs/verification.md"
	begin    = "<!-- rewrites:begin -->\n"
	end      = "<!-- rewrites:end -->\n"
)

// TestRunRewrites wants the page to show what was measured. With UPDATE set it writes it.
func TestRunRewrites(t *testing.T) {
	table, err := os.ReadFile(measured)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(text), begin)
	shown, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	want, err := markdown(string(table))
	if err != nil {
		t.Fatal(err)
	}
	if shown == want {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("%s differs from %s: UPDATE=1 go test ./verify/rewrites\nwant:\n%s", page, measured, want)
	}
	if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o644); err != nil { //nolint:gosec // a page that all may read
		t.Fatal(err)
	}
}

// variants are the columns of the page.
var variants = []string{"original", "safe", "unsafe", "portable", "portable unsafe", "xla", "xla unsafe"}

// markdown is the table by program: how each variant fares on Neuron, and whether all of
// them do on a host what the original does.
func markdown(table string) (string, error) {
	var programs []string
	verdicts := map[string]string{}
	for line := range strings.Lines(table) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || row[0] == "program" {
			continue
		}
		if len(row) != 10 {
			return "", fmt.Errorf("%d columns in %q", len(row), line)
		}
		if !slices.Contains(programs, row[0]) {
			programs = append(programs, row[0])
		}
		verdicts[strings.Join([]string{row[0], row[2], row[3]}, "\t")] = row[4]
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\n| program | %s | on a host |\n|%s\n", strings.Join(variants, " | "), strings.Repeat("---|", len(variants)+2))
	for _, program := range programs {
		fmt.Fprintf(&out, "| %s |", program)
		for _, variant := range variants {
			machine := "neuron"
			if strings.HasPrefix(variant, "xla") {
				machine = "xla"
			}
			fmt.Fprintf(&out, " %s |", verdicts[strings.Join([]string{program, variant, machine}, "\t")])
		}
		fmt.Fprintf(&out, " %s |\n", onHost(verdicts, program))
	}
	return out.String() + "\n", nil
}

// onHost is "same" if each patched variant does on a host what the original does there,
// and else names those that do not.
func onHost(verdicts map[string]string, program string) string {
	want := "same"
	if verdicts[program+"\toriginal\thost"] == "stops" {
		want = "stops"
	}
	var others []string
	for _, variant := range variants[1:] {
		if got, ran := verdicts[program+"\t"+variant+"\thost"]; ran && got != want {
			others = append(others, variant+": "+got)
		}
	}
	if others == nil {
		return "as the original"
	}
	return strings.Join(others, ", ")
}
