package tables

import (
	"slices"
	"testing"
)

func TestPrimitiveNames(t *testing.T) {
	names := primitiveNames{
		byPlace: map[string][]string{"slicing.py:1": {"scatter-add"}, "lax.py:1": {"sin", "cos"}},
		known:   map[string]bool{"scatter-add": true, "sin": true, "cos": true},
	}
	for _, tt := range []struct {
		api, kind, source, want string
		unknown                 bool
	}{
		{"jax.lax.scatter_add_p", "attribute", "slicing.py:1", "scatter-add", false},
		{"jax.lax.cos_p", "attribute", "lax.py:1", "cos", false},
		{"jax.core.cos_p", "attribute", "core.py:9", "cos", false}, // a deprecated spelling
		{"jax.lax.tan_p", "attribute", "lax.py:1", "", true},
		{"jax.core.tan_p", "attribute", "core.py:9", "", true},
		{"jax.lax.cos", "attribute", "lax.py:1", "", false},
		{"jax.lax.cos_p", "function", "lax.py:1", "", false},
	} {
		api := publicAPI{name: tt.api, kind: tt.kind, source: tt.source}
		err := names.stand(&api)
		if (err != nil) != tt.unknown {
			t.Errorf("%s: error %v", tt.api, err)
		}
		var want []string
		if tt.want != "" {
			want = []string{tt.want}
		}
		if !slices.Equal(api.operators, want) || api.primitive != (want != nil) {
			t.Errorf("%s (%s) stands for %q, want %q", tt.api, tt.kind, api.operators, want)
		}
	}
}

// What a primitive stands for is reached whenever it is used, so a row about the
// functions of JAX says nothing of it.
func TestPathsLeavePrimitives(t *testing.T) {
	paths := handPaths{{apis: []string{"jax.*"}, operators: []string{"real"}, condition: never}}
	api := publicAPI{name: "jax.lax.real_p", operators: []string{"real"}, primitive: true}
	if unjudged := paths.sort(&api, restrictions{}); unjudged != nil || !slices.Equal(api.operators, []string{"real"}) {
		t.Errorf("operators %q, unjudged %q", api.operators, unjudged)
	}
}
