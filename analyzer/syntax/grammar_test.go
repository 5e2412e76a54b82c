package syntax

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestEveryKindIsInTheGrammar(t *testing.T) {
	seen := make(map[Kind]bool)
	for _, s := range grammarSymbols() {
		if s.visible && s.named {
			seen[kindNames()[s.name]] = true
		}
	}
	for k := KindNone + 1; k < kindCount; k++ {
		if k != KindError && k != KindOperator && !seen[k] {
			t.Errorf("kind %d (%s) is no node of the grammar", k, kindName(k))
		}
	}
}

func TestEveryNodeOfTheGrammarHasAKind(t *testing.T) {
	trivia := map[string]bool{"line_continuation": true}
	for _, s := range grammarSymbols() {
		if s.visible && s.named && kindNames()[s.name] == KindNone && !trivia[s.name] {
			t.Errorf("the grammar's %q has no kind", s.name)
		}
	}
}

func TestFieldsMatchTheGrammar(t *testing.T) {
	seen := make(map[Field]bool)
	for _, name := range grammarFields()[1:] {
		f, ok := fieldNames()[name]
		if !ok {
			t.Errorf("the grammar's field %q is not known", name)
		}
		seen[f] = true
	}
	for f := FieldNone + 1; f < fieldCount; f++ {
		if !seen[f] {
			t.Errorf("field %d is not in the grammar", f)
		}
	}
}

func TestTablesHoldTheGrammar(t *testing.T) {
	tab := buildTables()
	if got, want := int(tab.symbols), len(grammarSymbols()); got != want {
		t.Errorf("the table holds %d of %d symbols", got, want)
	}
	if got, want := int(tab.fields), len(grammarFields()); got != want {
		t.Errorf("the table holds %d of %d fields", got, want)
	}
}

// A symbol that the linker left unresolved crashes when it is called, so this
// test calls them all: two parses in both ways, a halt, an error, and the end of
// a parser.
func TestForeignFunctionsAreLinked(t *testing.T) {
	p, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	defer freeParser(p.c)
	for _, how := range []int{flatten, flattenByCursor, flatten, flattenByCursor} {
		if err := p.parse(context.Background(), []byte("f(x\n"), how); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.parse(ended(), []byte(strings.Repeat("f(x)\n", 100_000)), flatten); !errors.Is(err, ErrTimeout) {
		t.Errorf("a parse that is halted: %v", err)
	}
	if len(grammarSymbols()) == 0 || len(grammarFields()) == 0 {
		t.Error("the grammar has no names")
	}
}

// What is declared but not used would not be called above.
func TestDeclaredFunctionsAreUsed(t *testing.T) {
	header := readFile(t, "treesitter.h")
	code := readFile(t, "flatten.c") + readFile(t, "cursor.c") + readFile(t, "pool.c") + readFile(t, "grammar.go")
	declared := regexp.MustCompile(`(?m)\b(ts_\w+|tree_sitter_python)\(`).FindAllStringSubmatch(header, -1)
	if len(declared) < 20 {
		t.Fatalf("found %d declarations", len(declared))
	}
	for _, d := range declared {
		if !strings.Contains(code, d[1]+"(") {
			t.Errorf("%s is declared and not called", d[1])
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
