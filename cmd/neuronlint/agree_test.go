package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestUnknownOperatorsAgree holds the number of calls of which check knows
// nothing against those that ops scan lists, as check says it would.
func TestUnknownOperatorsAgree(t *testing.T) {
	dir := t.TempDir()
	archives, err := filepath.Glob("../../testdata/rules/NRN5*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range archive.Files {
			if filepath.Ext(file.Name) != ".py" {
				continue
			}
			path := filepath.Join(dir, fmt.Sprintf("%s_%d.py", filepath.Base(name), i))
			if err := os.WriteFile(path, file.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, sdk := range []string{"2.26", "2.33"} {
		for _, confidence := range []string{"possible", "likely", "certain"} {
			flags := []string{"--isolated", "--no-cache", "--format", "json", "--sdk", sdk, "--min-confidence", confidence, dir}
			var checked struct {
				Summary struct {
					Unknown int `json:"unknown_operators"`
				}
			}
			runJSON(t, append([]string{"check", "--exit-zero"}, flags...), &checked)
			var scanned struct{ Calls []struct{ Status string } }
			runJSON(t, append([]string{"ops", "scan"}, flags...), &scanned)
			listed := 0
			for _, call := range scanned.Calls {
				if call.Status == "unknown" {
					listed++
				}
			}
			if checked.Summary.Unknown != listed || confidence == "possible" && listed == 0 {
				t.Errorf("SDK %s, %s: check says %d, ops scan lists %d", sdk, confidence, checked.Summary.Unknown, listed)
			}
		}
	}
}

// runJSON runs a command and reads what it writes.
func runJSON(t *testing.T, args []string, into any) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := newApp(nil, &out, &errs).run(context.Background(), args); status != 0 {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}

// TestNumbersAddUp holds the numbers that check --diff prints against each
// other, and against the findings of the tree once it is fixed.
func TestNumbersAddUp(t *testing.T) {
	for _, flags := range [][]string{nil, {"--unsafe"}, {"--min-confidence", "possible"}} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../testdata/demo")); err != nil {
			t.Fatal(err)
		}
		common := append([]string{"--isolated", "--no-cache", dir}, flags...)
		said := diffNumbers(t, append([]string{"check", "--diff"}, common...))
		newApp(nil, io.Discard, io.Discard).run(context.Background(), append([]string{"fix"}, common...))
		all := append([]string{"check", "--format", "json", "--exit-zero"}, common...)
		fixed := leftIn(t, all)
		again := diffNumbers(t, append([]string{"check", "--diff", "--exit-zero", "--unsafe"}, common...))
		newApp(nil, io.Discard, io.Discard).run(context.Background(), append([]string{"fix", "--unsafe"}, common...))
		byHand := leftIn(t, all)
		if fixed.all != said["after"] || byHand.all != said["by hand"]+again["new"] || byHand.grave != said["listed"] {
			t.Errorf("%v: said %v, left %+v, by hand %+v", flags, said, fixed, byHand)
		}
		if said["after"] != said["unsafe"]+said["by hand"] || said["found"] != said["before"] || said["before"] <= said["after"] && flags == nil {
			t.Errorf("%v: %v does not add up", flags, said)
		}
	}
}

// diffNumbers are the numbers that check --diff prints beside the patch.
func diffNumbers(t *testing.T, args []string) map[string]int {
	t.Helper()
	var errs bytes.Buffer
	if status := newApp(nil, io.Discard, &errs).run(context.Background(), args); status == exitError {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	said := make(map[string]int)
	for name, pattern := range map[string]string{
		"before": `: (\d+) findings? before`, "after": `before, (\d+) after`,
		"new":    `(\d+) findings? (?:is|are) new`,
		"unsafe": `Left for --unsafe: (\d+)`, "by hand": `Left to do by hand: (\d+)`,
	} {
		if match := regexp.MustCompile(pattern).FindStringSubmatch(errs.String()); match != nil {
			said[name], _ = strconv.Atoi(match[1]) // it is digits
		}
	}
	for _, match := range regexp.MustCompile(`(?:Found|,) (\d+) (?:error|warning|info)s?\b`).FindAllStringSubmatch(errs.String(), -1) {
		n, _ := strconv.Atoi(match[1]) // it is digits
		said["found"] += n
	}
	said["listed"] = len(regexp.MustCompile(`(?m)^  \S+:\d+:\d+: NRN`).FindAllString(errs.String(), -1))
	return said
}

// left is what a tree holds once it is fixed.
type left struct{ all, grave int }

func leftIn(t *testing.T, args []string) (l left) {
	t.Helper()
	var doc struct {
		Diagnostics []struct {
			Severity   string
			Suppressed bool
		}
	}
	runJSON(t, args, &doc)
	for _, d := range doc.Diagnostics {
		if d.Suppressed {
			continue
		}
		l.all++
		if d.Severity != "info" {
			l.grave++
		}
	}
	return l
}
