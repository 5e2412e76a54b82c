package project

import (
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

//go:embed templates/*.txt
var files embed.FS

// templates are the pieces that modules are made of, by the name of their file.
type templates struct {
	parts       map[string][]string
	words       []string
	placeholder *regexp.Regexp
}

func loadTemplates() (*templates, error) {
	t := &templates{
		parts:       make(map[string][]string),
		placeholder: regexp.MustCompile(`\$(?:\{(\w+)\}|(\w+))`),
	}
	for _, name := range []string{"statements", "plain", "torch", "cuda", "jax", "words"} {
		text, err := files.ReadFile("templates/" + name + ".txt")
		if err != nil {
			return nil, fmt.Errorf("project: %w", err)
		}
		t.parts[name] = strings.Split(strings.TrimRight(string(text), "\n"), "\n---\n")
	}
	t.words = strings.Fields(t.parts["words"][0])
	return t, nil
}

// expansion fills in one template. A placeholder with a number, such as $name1,
// stands for the same name wherever it is in the template; $int and the like
// are new each time.
type expansion struct {
	*module
	names map[string]string
}

// expand writes a template of a kind with every line indented.
func (m *module) expand(kind string) string {
	e := expansion{module: m, names: map[string]string{"param": m.word()}}
	return e.fill(pick(&m.random, m.parts[kind]))
}

func (e *expansion) fill(template string) string {
	var b strings.Builder
	for line := range strings.Lines(template) {
		code := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(code)]
		switch strings.TrimSpace(code) {
		case "$body":
			e.body(&b, indent)
			continue
		case "$doc":
			e.doc(&b, indent)
			continue
		}
		b.WriteString(e.placeholder.ReplaceAllStringFunc(line, func(match string) string {
			return e.value(strings.Trim(match, "${}"))
		}))
	}
	return b.String()
}

// body writes statements about the parameter of the function around them.
func (e *expansion) body(b *strings.Builder, indent string) {
	for range 4 + e.random.below(10) {
		if e.random.below(3) == 0 {
			b.WriteString(indent + "# " + e.sentence() + "\n")
		}
		inner := expansion{module: e.module, names: map[string]string{"param": e.names["param"]}}
		for line := range strings.Lines(inner.fill(pick(&e.random, e.parts["statements"]))) {
			b.WriteString(indent + strings.TrimRight(line, "\n") + "\n")
		}
	}
}

// doc writes the body of a docstring.
func (e *expansion) doc(b *strings.Builder, indent string) {
	for range 2 + e.random.below(6) {
		b.WriteString(indent + e.sentence() + "\n")
	}
}

// value is the text for a placeholder.
func (e *expansion) value(name string) string {
	switch name {
	case "int":
		return fmt.Sprint(1 + e.random.below(64))
	case "float":
		return fmt.Sprintf("%g", float64(1+e.random.below(999))/1000)
	case "text":
		return e.phrase(3)
	case "sentence":
		return e.sentence()
	case "imported":
		return e.imported()
	case "Base":
		return pick(&e.random, []string{"object", "Exception", "dict", "collections.UserDict", "threading.Thread"})
	}
	if known, ok := e.names[name]; ok {
		return known
	}
	chosen := e.fresh(name)
	for slices.Contains(slices.Collect(maps.Values(e.names)), chosen) {
		chosen = e.fresh(name) // two parameters of a name are no Python
	}
	e.names[name] = chosen
	return chosen
}

// fresh is a new name that is spelt like the placeholder.
func (e *expansion) fresh(placeholder string) string {
	switch {
	case strings.HasPrefix(placeholder, "Class"):
		return title(e.word()) + title(e.word())
	case strings.HasPrefix(placeholder, "CONSTANT"):
		return strings.ToUpper(e.word() + "_" + e.word())
	}
	if e.random.below(2) == 0 {
		return e.word()
	}
	return e.word() + "_" + e.word()
}
