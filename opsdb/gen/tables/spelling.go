package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// vocabulary is every name that the inputs written by hand can be about. A name that
// nothing has would be dropped without a word, and the content of its row with it.
type vocabulary struct {
	known    map[string]bool // operators, overloads of them, primitives and public APIs
	families map[string]bool // all that known names begin with
}

// readVocabulary reads the names from the snapshots.
func readVocabulary(dir string) (vocabulary, error) {
	v := vocabulary{known: map[string]bool{}, families: map[string]bool{}}
	for _, input := range []struct {
		file   string
		column string
		add    func(r record)
	}{
		{"aten_ops.tsv", "op", func(r record) {
			v.add("aten::" + r["op"])
			v.add("aten::" + r["op"] + "." + overloadName(r["overload"]))
		}},
		{"jax_primitives.tsv", "primitive", func(r record) { v.add("lax." + r["primitive"]) }},
		{"jax_api.tsv", "api", func(r record) { v.add(r["api"]) }},
		{"torch_api.tsv", "api", func(r record) {
			v.add(r["api"])
			for operator := range strings.FieldsSeq(r["aten_ops"]) {
				if strings.HasPrefix(operator, "torchvision::") {
					v.add(operator)
				}
			}
		}},
	} {
		rows, err := readInput(dir, input.file, input.column)
		if err != nil {
			return vocabulary{}, err
		}
		for _, r := range rows {
			input.add(r)
		}
	}
	return v, nil
}

// add notes a name and the families that it belongs to.
func (v vocabulary) add(name string) {
	v.known[name] = true
	for n := range len(name) + 1 {
		v.families[name[:n]] = true
	}
	v.families[name+"."] = true // the methods of a class, which may not be listed
}

// has tells whether a name stands for something; one may end in "*".
func (v vocabulary) has(name string) bool {
	if family, ok := strings.CutSuffix(name, "*"); ok {
		return v.families[family] || family == withdrawn
	}
	return v.known[name]
}

// withdrawn is a family that older releases of JAX have and the snapshot has
// not.
const withdrawn = "jax.experimental.host_callback."

// checkSpelling refuses rows written by hand about names that nothing has.
func checkSpelling(dir string) error {
	v, err := readVocabulary(dir)
	if err != nil {
		return err
	}
	for _, input := range []struct {
		file, column string
		names        func(cell string) []string
	}{
		{"overrides.tsv", "name", strings.Fields},
		{"partials.tsv", "op", func(op string) []string { return []string{"aten::" + strings.TrimSuffix(op, ".backward")} }},
		{"alternatives.tsv", "name", advised},
	} {
		rows, err := readInput(dir, input.file, input.column)
		if err != nil {
			return err
		}
		for i, r := range rows {
			names := input.names(r[input.column])
			if wrong := slices.IndexFunc(names, func(name string) bool { return !v.has(name) }); wrong >= 0 {
				return fmt.Errorf("tables: %s:%d: nothing is called %q", input.file, i+2, names[wrong])
			}
		}
	}
	return nil
}

// advised is the name that an alternative is for; none for errors of the
// compiler, and for tensors on the host, where any operator may be meant.
func advised(cell string) []string {
	if strings.HasPrefix(cell, "NCC_") || cell == strings.TrimSpace(onHost) {
		return nil
	}
	return []string{strings.TrimSuffix(strings.TrimPrefix(cell, "native:"), ":"+cond.Backward)}
}
