package config

import (
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// FuzzLoad holds what the program takes of any configuration against the
// schema: what the schema refuses the program refuses, and what it takes the
// program refuses only for the words of values that the schema cannot know.
func FuzzLoad(f *testing.F) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		f.Fatal(err)
	}
	for _, field := range Fields() {
		f.Add(field.Key + " = \"x\"\n")
		f.Add(field.Key + " = [\"a\"]\n")
		f.Add("[" + field.Key + "]\nNRN1 = \"info\"\n")
	}
	for _, seed := range []string{
		"sdk = \"2.33\"\nunsafe = true\njobs = 3\n", "extend-select = [\"NRN1\"]\nextend = \"a.toml\"\n", "jobs = 99999999999999999999\n",
		"a.b.c = 1979-05-27T07:32:00Z\n", "sdk = '''\n2.33'''\n[severity]\n\"\" = \"error\"\n", "\ufeffsdk=\"2.33\"", "jobs = 0x10\n", "[[select]]\n", "jobs = 1E0\n",
	} {
		f.Add(seed)
	}
	path := filepath.Join(f.TempDir(), ownName)
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := Load(path)
		var document map[string]any
		broken := toml.Unmarshal([]byte(text), &document)
		switch {
		case err != nil && !strings.Contains(err.Error(), ownName):
			t.Errorf("%q: an error that does not say where: %v", text, err)
		case broken != nil && err == nil:
			t.Errorf("%q is no TOML (%v) and was taken", text, broken)
		case broken != nil || document[extendKey] != nil || wholeFloat(document):
			return
		}
		var invalid *jsonschema.ValidationError
		if refused := errors.As(schema.Validate(document), &invalid); refused && err == nil {
			t.Errorf("%q is taken, but not by the schema: %v", text, invalid)
		} else if !refused && err != nil {
			t.Errorf("%q is taken by the schema: %v", text, err)
		}
		if err == nil && l.Origin("sdk") == (Origin{}.String()) && l.Settings.SDK != Default().SDK {
			t.Errorf("%q: the SDK comes from nowhere", text)
		}
	})
}

// wholeFloat says whether a document holds a number such as 1.0, which is whole to
// a JSON schema and a float to TOML.
func wholeFloat(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), wholeFloat)
	case []any:
		return slices.ContainsFunc(v, wholeFloat)
	case float64:
		return v == math.Trunc(v)
	}
	return false
}
