package opsdb

import "testing"

func TestJAXControlFlow(t *testing.T) {
	db := New()
	for api, want := range map[string]struct {
		loop  bool
		first string
	}{
		"jax.lax.associative_scan": {true, "fn"},
		"jax.lax.cond":             {false, "true_fun"},
		"flax.linen.while_loop":    {true, "cond_fn"},
		"haiku.switch":             {false, "branches"},
	} {
		got, ok := db.JAXControlFlow(api)
		if !ok || got.Loop != want.loop || got.Traces[0].Name != want.first {
			t.Errorf("%s: %+v", api, got)
		}
	}
	if _, ok := db.JAXControlFlow("flax.nnx.map"); ok {
		t.Error("flax.nnx.map, which maps a tree on the host")
	}
}
