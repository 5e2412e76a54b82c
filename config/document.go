package config

import (
	"encoding/json"
	"fmt"
	"strings"
)

// schemaID names the schema for editors and other readers.
const schemaID = "https://raw.githubusercontent.com/neuronlint/neuronlint/main/docs/schema/neuronlint.schema.json"

// Schema is the JSON Schema of a neuronlint.toml, and of the table
// [tool.neuronlint], made from the fields.
func Schema() ([]byte, error) {
	properties := map[string]any{
		extendKey: map[string]any{
			"type": "string", "minLength": 1,
			"description": "Another configuration file, relative to this one, whose settings hold where this one says nothing.",
		},
	}
	for _, f := range Fields() {
		properties[f.Key] = f.schema(f.Doc)
		if f.Kind == Strings {
			properties[extendKey+"-"+f.Key] = f.schema(fmt.Sprintf("Added to %s of the file that is extended.", f.Key))
		}
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"$id":                  schemaID,
		"title":                "Configuration of neuronlint",
		"description":          "A neuronlint.toml, or the table [tool.neuronlint] of a pyproject.toml.",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           properties,
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("config: schema: %w", err)
	}
	return append(text, '\n'), nil
}

// schema is the schema of one field.
func (f *Field) schema(description string) map[string]any {
	text := map[string]any{"type": "string"}
	if len(f.Values) > 0 {
		text["enum"] = f.Values
	}
	list := func() map[string]any { return map[string]any{"type": "array", "items": text} }
	out := text
	switch f.Kind {
	case Strings:
		out = list()
	case Bool:
		out = map[string]any{"type": "boolean"}
	case Integer:
		out = map[string]any{"type": "integer", "minimum": 1}
	case StringMap:
		out = map[string]any{"type": "object", "additionalProperties": text}
	case StringsMap:
		out = map[string]any{"type": "object", "additionalProperties": list()}
	}
	out["description"] = description
	if value, ok := f.plainDefault(); ok {
		out["default"] = value
	}
	return out
}

// plainDefault is the default where there is one that is the same on every
// machine and says something.
func (f *Field) plainDefault() (any, bool) {
	s := Default()
	switch value := f.Value(&s).(type) {
	case string, bool:
		return value, true
	case int:
		return value, f.Key != "jobs"
	}
	return nil, false
}

// Table is the reference of all settings in Markdown.
func Table() string {
	var b strings.Builder
	b.WriteString("| setting | value | flag | meaning |\n|---|---|---|---|\n")
	for _, f := range Fields() {
		flag := "–"
		if f.Flag != "" {
			flag = "`--" + f.Flag + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Key, f.values(), flag, f.Doc)
	}
	return b.String()
}

// values describes the values of a setting in Markdown.
func (f *Field) values() string {
	fallback, same := f.plainDefault()
	var words []string
	for _, value := range f.Values {
		word := fmt.Sprintf("`%q`", value)
		if value == fallback {
			word += " (default)"
		}
		words = append(words, word)
	}
	list := strings.Join(words, ", ")
	switch f.Kind {
	case Bool:
		return "`true`, `false` (default)"
	case Integer:
		if !same {
			return "a whole number; default: the processors there are"
		}
		return fmt.Sprintf("a whole number; default: %d", fallback)
	case StringMap:
		return "a table: code or name → " + list
	case StringsMap:
		return "a table: glob → list of strings"
	case Strings:
		return "a list of strings"
	case String:
		if list == "" {
			return "a string"
		}
	}
	return list
}
