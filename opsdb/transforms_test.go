package opsdb

import "testing"

func TestTransform(t *testing.T) {
	db := New()
	for api, want := range map[string]Transform{
		"jax.jit":            {MadeProgram, true},
		"equinox.filter_jit": {MadeProgram, false}, // keeps what is no array
		"jax.vmap":           {MadeFunction, false},
		"jax.shard_map":      {MadeFunction, true},
		"functools.partial":  {MadeFunction, false},
		"triton.jit":         {MadeKernel, false},
		"jax.numpy.sum":      {},
	} {
		if got := db.Transform(api); got != want {
			t.Errorf("%s: %+v, want %+v", api, got, want)
		}
	}
}
