package rules_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// verdict is what worlds.py says of a case.
type verdict struct {
	Name        string   `json:"name"`
	Differences []string `json:"differences"` // none if the patch is safe
	Missed      []string `json:"missed"`      // changed lines that were not run
}

// judge asks one Python for its verdicts on patches, by case.
func judge(t *testing.T, cases []worldCase) map[string]verdict {
	t.Helper()
	const script = "../testdata/worlds/worlds.py"
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: no python3, so nothing shows whether safe fixes are safe")
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// Go keeps the result of a test until a file that it looked at changes.
	programs, err := filepath.Glob("../testdata/worlds/*/*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(programs, script) {
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
	}
	judging, err := filepath.Abs(script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, python, "-I", "-B", judging)
	cmd.Dir = t.TempDir() // programs may write files
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("worlds.py: %v\n%s", err, stderr.Bytes())
	}
	var verdicts []verdict
	if err := json.Unmarshal(output, &verdicts); err != nil || len(verdicts) != len(cases) {
		t.Fatalf("worlds.py: %d verdicts for %d cases (%v)", len(verdicts), len(cases), err)
	}
	found := make(map[string]verdict)
	for _, v := range verdicts {
		found[v.Name] = v
	}
	return found
}

// settingsFile reads a file of lines `key: value`.
func settingsFile(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	settings := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(key, "#") {
			settings[key] = value
		}
	}
	return settings
}

// settingsOf reads the lines `key: value` of an archive's comment.
func settingsOf(comment []byte) map[string]string {
	settings := make(map[string]string)
	for line := range strings.Lines(string(comment)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.Contains(key, " ") {
			settings[key] = value
		}
	}
	return settings
}
