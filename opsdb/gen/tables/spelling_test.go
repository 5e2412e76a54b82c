package tables

import (
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestSpelling checks that a row by hand about a name that nothing has is an
// error with its place, and that every form of a name is taken.
func TestSpelling(t *testing.T) {
	good := map[string]string{
		"aten_ops.tsv":       "op\toverload\nsort\t\nsort\tstable\n",
		"jax_primitives.tsv": "primitive\nsort\n",
		"jax_api.tsv":        "api\njax.random.bits\n",
		"torch_api.tsv":      "api\taten_ops\ntorch.nn.GRU\tsort torchvision::nms\n",
		"overrides.tsv":      "name\naten::sort lax.sort torchvision::nms\njax.random.* torch.nn.GRU.*\n",
		"partials.tsv":       "op\nsort\nsort.stable\nsort.backward\n",
		"alternatives.tsv": "name\nNCC_EVRF016:dtype\naten::so*\naten::sort.default\naten::sort:backward\n" +
			"native:aten::sort\non host\ntorch.nn.GRU\n",
	}
	dir := t.TempDir()
	write := func(files map[string]string) {
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(good)
	if err := checkSpelling(dir); err != nil {
		t.Errorf("names that exist: %v", err)
	}
	for _, test := range []struct{ file, text, want string }{
		{"overrides.tsv", "name\naten::sort\naten::sort aten::sortt\n", `tables: overrides.tsv:3: nothing is called "aten::sortt"`},
		{"overrides.tsv", "name\nlax.sort_p\n", `tables: overrides.tsv:2: nothing is called "lax.sort_p"`},
		{"overrides.tsv", "name\njax.rnadom.*\n", `tables: overrides.tsv:2: nothing is called "jax.rnadom.*"`},
		{"partials.tsv", "op\nsort\nsrot.backward\n", `tables: partials.tsv:3: nothing is called "aten::srot"`},
		{"partials.tsv", "op\nsort.stabel\n", `tables: partials.tsv:2: nothing is called "aten::sort.stabel"`},
		{"alternatives.tsv", "name\nnative:aten::srot\n", `tables: alternatives.tsv:2: nothing is called "aten::srot"`},
		{"alternatives.tsv", "name\naten::sx*\n", `tables: alternatives.tsv:2: nothing is called "aten::sx*"`},
	} {
		files := maps.Clone(good)
		files[test.file] = test.text
		write(files)
		if _, err := Build(dir); err == nil || err.Error() != test.want {
			t.Errorf("%s: %q: %v, want %s", test.file, test.text, err, test.want)
		}
	}
}
