package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../docs/schema/neuronlint.schema.json"

func TestGeneratedFilesAreUpToDate(t *testing.T) {
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	if file, err := os.ReadFile(schemaFile); err != nil || !bytes.Equal(file, schema) {
		t.Errorf("%s differs from the fields (%v): run go generate ./config", schemaFile, err)
	}
	if page := read(t, "../docs/configuration.md"); !strings.Contains(page, "<!-- settings:begin -->\n"+Table()+"<!-- settings:end -->") {
		t.Error("docs/configuration.md differs from the fields: run go generate ./config")
	}
}

// TestSchemaAgrees holds the schema against what the program takes.
func TestSchemaAgrees(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	for text, valid := range map[string]bool{
		"":                    true,
		"sdk = \"2.33\"\n":    true,
		"sdk = \"2.20\"\n":    false,
		"sdk = 2.26\n":        false,
		"exlude = []\n":       false,
		"exclude = [\"a\"]\n": true,
		"exclude = \"a\"\n":   false,
		"exclude = [1]\n":     false,
		"extend-select = [\"NRN1\"]\nextend-exclude = []\n": true,
		"extend-sdk = [\"2.33\"]\n":                         false,
		"extend = 1\n":                                      false,
		"extend = \"\"\n":                                   false,
		"jobs = 0\n":                                        false,
		"jobs = 4\nunsafe = true\nformat = \"sarif\"\n":     true,
		"format = \"yaml\"\n":                               false,
		"unsafe = 1\n":                                      false,
		"[severity]\nNRN1 = \"info\"\n":                     true,
		"[severity]\nNRN1 = \"fatal\"\n":                    false,
		"[per-file-ignores]\n\"a/*.py\" = [\"NRN1\"]\n":     true,
		"[per-file-ignores]\n\"a/*.py\" = \"NRN1\"\n":       false,
	} {
		if err := follows(schema, text, ""); (err == nil) != valid {
			t.Errorf("the schema says %v of\n%s", err, text)
		}
		if err := load(t, ownName, text); (err == nil) != valid {
			t.Errorf("the program says %v of\n%s", err, text)
		}
	}
}

// TestDocumentedExamples takes every TOML in the documentation at its word.
func TestDocumentedExamples(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	page, count := read(t, "../docs/configuration.md"), 0
	for _, block := range strings.Split(page, "```toml\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		name, table := ownName, ""
		if strings.Contains(text, "[tool.neuronlint") {
			name, table = projectName, "neuronlint"
		}
		if err := follows(schema, text, table); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		if err := load(t, name, text); err != nil && !strings.Contains(text, "extend = ") {
			t.Errorf("%v in\n%s", err, text)
		}
		count++
	}
	if count < 3 {
		t.Errorf("%d examples", count)
	}
}

// follows checks a document, or the table of a tool in it.
func follows(schema *jsonschema.Schema, text, tool string) error {
	var document map[string]any
	if err := toml.Unmarshal([]byte(text), &document); err != nil {
		return err
	}
	if tool != "" {
		tools, _ := document["tool"].(map[string]any)
		own, ok := tools[tool].(map[string]any)
		if !ok {
			return errors.New("no such table")
		}
		document = own
	}
	return schema.Validate(document)
}

func load(t *testing.T, name, text string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path)
	return err
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
