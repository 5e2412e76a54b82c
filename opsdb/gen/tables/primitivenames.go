package tables

import (
	"fmt"
	"slices"
	"strings"
)

// primitiveNames finds the primitive of JAX that an attribute such as
// jax.lax.fft_p stands for.
type primitiveNames struct {
	byPlace map[string][]string // those made at a place
	known   map[string]bool
}

// readPrimitiveNames reads the names of the primitives and where they are made.
func readPrimitiveNames(dir string) (primitiveNames, error) {
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "source")
	if err != nil {
		return primitiveNames{}, err
	}
	names := primitiveNames{byPlace: map[string][]string{}, known: map[string]bool{}}
	for _, r := range rows {
		names.known[r["primitive"]] = true
		names.byPlace[r["source"]] = append(names.byPlace[r["source"]], r["primitive"])
	}
	return names, nil
}

// stand writes to an attribute of JAX that ends in _p the primitive that it
// stands for. Of those made in one place it is the one of its name; scatter_add_p
// and linear_solve_p stand for primitives with other names, and deprecated
// spellings are found by their names alone. One without a primitive is an error:
// it would be taken for an attribute that computes nothing.
func (p primitiveNames) stand(api *publicAPI) error {
	own := api.name[strings.LastIndexByte(api.name, '.')+1:]
	name, ok := strings.CutSuffix(own, "_p")
	if !ok || api.kind != "attribute" {
		return nil
	}
	made := p.byPlace[api.source]
	switch {
	case len(made) == 1:
		name = made[0]
	case len(made) > 0 && !slices.Contains(made, name), !p.known[name]:
		return fmt.Errorf("tables: jax_api.tsv: nobody knows the primitive that %s stands for", api.name)
	}
	api.operators, api.partial, api.primitive = []string{name}, nil, true
	return nil
}
