package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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
