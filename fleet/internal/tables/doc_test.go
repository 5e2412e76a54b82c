package tables

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// page documents the tables, and its part between the marks is made from the types.
const page = "../../../docs/fleet.md"

// TestTablesAreDocumented holds the page against the types. UPDATE=1 writes it.
func TestTablesAreDocumented(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(data), "<!-- tables: ")
	line, rest, ok2 := strings.Cut(rest, "\n")
	_, tail, ok3 := strings.Cut(rest, "<!-- end of tables -->")
	if !ok || !ok2 || !ok3 {
		t.Fatal("the page has no marks")
	}
	made := head + "<!-- tables: " + line + "\n" + described() + "<!-- end of tables -->" + tail
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(page, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if made != string(data) {
		t.Errorf("%s is out of date: UPDATE=1 go -C fleet test ./internal/tables", page)
	}
}

// described are the tables in Markdown.
func described() string {
	var b strings.Builder
	pr := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for _, table := range Names() {
		pr("\n### %s\n\n| column | type | meaning |\n|---|---|---|", table.Name)
		schema := parquet.SchemaOf(table.Row)
		row := reflect.TypeOf(table.Row)
		for i := range row.NumField() {
			f := row.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
			if _, ok := schema.Lookup(strings.Split(name, ".")...); !ok && f.Type.Kind() != reflect.Slice {
				pr("| %s | MISSING | |", name)
			}
			pr("| `%s` | %s | %s |", name, typeName(f.Type), f.Tag.Get("doc"))
		}
	}
	pr("\n### Reasons\n\n| reason | not judged | meaning |\n|---|---|---|")
	for _, m := range outcome.Reasons() {
		what := "the repository"
		if m.Scope == outcome.Part {
			what = "a part"
		}
		pr("| `%s` | %s | %s |", m.Reason, what, m.Text)
	}
	pr("")
	return b.String()
}

func typeName(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Slice:
		return "list of text"
	case t.String() == "time.Time":
		return "time"
	}
	return map[reflect.Kind]string{
		reflect.String: "text", reflect.Int64: "integer", reflect.Float64: "number", reflect.Bool: "boolean",
	}[t.Kind()]
}
