package main

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/config"
)

func TestFormatsOfFilesAreThoseOfFlags(t *testing.T) {
	if !reflect.DeepEqual(config.Formats(), formatNames()) {
		t.Errorf("a file may name  %q\n--format may name %q", config.Formats(), formatNames())
	}
}

// TestConfigShowsAConfiguration reads back what the command prints.
func TestConfigShowsAConfiguration(t *testing.T) {
	t.Chdir(t.TempDir())
	text := `sdk = "2.33"
select = ["NRN1", "nccl-backend"]
exclude = ["a\tb<c>", "ü/**", "\u0001"]
unsafe = true
jobs = 3
format = "json"
[per-file-ignores]
"tests/**/*.py" = ["NRN115"]
'"quoted" é' = []
[severity]
NRN402 = "info"
`
	if err := os.WriteFile("neuronlint.toml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	want, err := config.Load("neuronlint.toml")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := newApp(nil, &out, &errs).run(context.Background(), []string{"config"}); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	if err := os.WriteFile("shown.toml", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := config.Load("shown.toml")
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	for _, f := range config.Fields() {
		was, is := f.Value(&want.Settings), f.Value(&got.Settings)
		if v := reflect.ValueOf(was); (v.Kind() != reflect.Slice || v.Len() > 0) && !reflect.DeepEqual(was, is) {
			t.Errorf("%s: %v, want %v", f.Key, is, was)
		}
	}
}

// TestDocumentedConfigurations fails when an example names a rule that is not
// there.
func TestDocumentedConfigurations(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, block := range strings.Split(string(page), "```toml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		name := "neuronlint.toml"
		switch {
		case strings.Contains(text, "[tool.neuronlint"):
			name = "pyproject.toml"
		case strings.Contains(text, "extend ="):
			continue // of a file that is not there
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := newApp(nil, &out, &errs).run(context.Background(), []string{"config", "--config", name}); code != 0 {
			t.Errorf("exit code %d, %s\n%s", code, errs.String(), text)
		}
	}
}
