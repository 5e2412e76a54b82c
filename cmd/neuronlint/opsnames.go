package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// maxSuggestions is how many close names an unknown one is answered with.
const maxSuggestions = 5

// unlisted is the kind of a name without a row of its own; only the row for all of its
// module is known.
const unlisted = "unlisted name"

// lookUp finds an operator or public API by any spelling that people use.
func lookUp(db *opsdb.DB, name string) (opsdb.OperatorAPI, bool) {
	for _, spelling := range spellings(name) {
		if api, ok := known(db, spelling); ok {
			return api, true
		}
	}
	return opsdb.OperatorAPI{}, false
}

// known finds a name in the tables, be it a row of its own, a verdict on the name
// alone, or an API of CUDA.
func known(db *opsdb.DB, name string) (opsdb.OperatorAPI, bool) {
	if api, ok := db.OperatorAPI(name); ok {
		return api, true
	}
	if api, ok := db.API(name); ok {
		return opsdb.OperatorAPI{Name: api.Name, Kind: api.Kind, Source: api.Ref.Source}, true
	}
	if names := db.Names(name); len(names) > 0 && names[0] == name && !strings.HasSuffix(name, "*") {
		return opsdb.OperatorAPI{Name: name, Kind: "function"}, true
	}
	// JAX's members of such a module are all listed: any other name is misspelt.
	if _, ok := db.Beneath(name); ok && strings.HasPrefix(name, "torch.") {
		return opsdb.OperatorAPI{Name: db.Canonical(name), Kind: unlisted}, true
	}
	return opsdb.OperatorAPI{}, false
}

// spellings are the names that one may stand for, likeliest first. A name for a
// function that lives elsewhere, as torch.gelu, is looked for where PyTorch keeps
// functions and operators.
func spellings(name string) []string {
	name = strings.TrimSuffix(strings.TrimSpace(name), "()")
	list := []string{name}
	if full, ok := operatorPath(name); ok {
		return append(list, full)
	}
	first, rest, dotted := strings.Cut(name, ".")
	if module := map[string]string{
		"F": "torch.nn.functional", "nn": "torch.nn", "Tensor": "torch.Tensor", "jnp": "jax.numpy",
		"lax": "jax.lax", "init": "torch.nn.init", "jrandom": "jax.random", "th": "torch",
	}[first]; dotted && module != "" {
		list = append(list, module+"."+rest)
		first, rest = "torch", strings.TrimPrefix(module+"."+rest, "torch.")
	}
	if !strings.Contains(name, "::") && first != "torch" && first != "jax" {
		list = append(list, "torch."+name, "jax."+name)
	}
	word := strings.TrimPrefix(rest, "Tensor.")
	if !dotted {
		word = name
	}
	if strings.ContainsAny(word, ".:") || (dotted && first != "torch") {
		return list
	}
	for _, place := range []string{"torch.nn.functional.", "torch.Tensor.", "torch.nn.", "aten::", "jax.numpy.", "jax.lax.", "lax."} {
		list = append(list, place+word)
	}
	return slices.Compact(list)
}

// operatorPath turns torch.ops.aten.add.Tensor and aten.add.Tensor into
// aten::add.Tensor.
func operatorPath(name string) (string, bool) {
	path, ok := strings.CutPrefix(name, "torch.ops.")
	if !ok && !strings.HasPrefix(name, "aten.") {
		return "", false
	}
	space, operator, ok := strings.Cut(path, ".")
	return space + "::" + operator, ok
}

// unknownName is the error for a name that is in no table.
func unknownName(db *opsdb.DB, name string) error {
	hint := ""
	if near := db.Suggest(name, maxSuggestions); len(near) > 0 {
		hint = "; did you mean " + strings.Join(near, ", ") + "?"
	}
	if strings.HasPrefix(name, "torch.") || strings.HasPrefix(name, "jax.") {
		hint += " (of the public names that no operator was found for not all are listed)"
	}
	return fmt.Errorf("%q is no operator or API that is known%s", name, hint)
}
