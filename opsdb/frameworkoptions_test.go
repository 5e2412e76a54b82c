package opsdb

import (
	"slices"
	"strings"
	"testing"
)

// TestFrameworkOptions checks how names are matched, and that a row holds for
// its stack and SDK alone.
func TestFrameworkOptions(t *testing.T) {
	db := New()
	native := Target{SDK: "2.26", Rewrite: RewriteNeuron}
	xla := Target{SDK: "2.26", Rewrite: RewriteXLA}
	count := func(options []FrameworkOption, argument string) (n int) {
		for _, o := range options {
			if o.Argument == argument {
				n++
			}
		}
		return n
	}
	tests := []struct {
		what string
		got  int
		want int
	}{
		{"a class of transformers", count(db.FrameworkOptions("transformers.AutoModel.from_pretrained", native), "attn_implementation"), 2},
		{"a function below a class", count(db.FrameworkOptions("transformers.models.x.AutoModel.from_pretrained", native), "attn_implementation"), 0},
		{"a method by its package", count(db.MethodOptions("ray", "options", native), "num_gpus"), 1},
		{"a method of another package", count(db.MethodOptions("peft", "options", native), "num_gpus"), 0},
		{"a method in any file", len(db.MethodOptions("*", "enable_xformers_memory_efficient_attention", native)), 1},
		{"a name that begins alike", len(db.FrameworkOptions("rayon.remote", native)), 0},
		{"Lightning chooses, native", count(db.FrameworkOptions("lightning.Trainer", native), "accelerator"), 3},
		{"Lightning chooses, torch-xla", count(db.FrameworkOptions("lightning.Trainer", xla), "accelerator"), 2},
		{"offloading before diffusers knew Neuron", len(db.MethodOptions("diffusers", "enable_model_cpu_offload", native)), 1},
		{"offloading after", len(db.MethodOptions("diffusers", "enable_model_cpu_offload", Target{SDK: "2.33", Rewrite: RewriteNeuron})), 0},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %d rows, want %d", test.what, test.got, test.want)
		}
	}
}

// TestOptionCandidates checks that every row is among the candidates of each
// name that it is about: the index leaves nothing out and keeps the order.
func TestOptionCandidates(t *testing.T) {
	table, err := New().options()
	if err != nil {
		t.Fatal(err)
	}
	for first, options := range table.of {
		for _, row := range options.rows {
			for _, api := range row.APIs {
				name := strings.ReplaceAll(api, "*", "x")
				var want []int
				for i, other := range options.rows {
					if slices.ContainsFunc(other.APIs, func(api string) bool { return matchesName(api, name) }) {
						want = append(want, i)
					}
				}
				candidates := options.candidates(name)
				missing := func(i int) bool { return !slices.Contains(candidates, i) }
				if slices.ContainsFunc(want, missing) || !slices.IsSorted(candidates) {
					t.Errorf("%s, %s: candidates %v lack some of %v", first, name, candidates, want)
				}
			}
		}
	}
}
