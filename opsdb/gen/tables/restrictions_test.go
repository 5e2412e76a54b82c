package tables

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestLost checks which APIs may not be called better than what they are made
// of unless somebody says why.
func TestLost(t *testing.T) {
	restricted := restrictionsOf([]opsdb.Verdict{
		{Operator: "lax.scatter-add", Status: opsdb.Limited, Sometimes: true},
		{Operator: "lax.dot_general", Status: opsdb.Limited, Condition: "dtype is int32"},
		{Operator: "lax.add", Status: opsdb.Supported},
		{Operator: "jax.numpy.dot", Status: opsdb.Limited, Condition: "dtype is int32"},
		{Operator: "jax.random.*", Status: opsdb.Limited, Sometimes: true},
	})
	for _, test := range []struct {
		api, like, primitive string
		want                 bool
	}{
		{"jax.ops.segment_sum", "", "scatter-add", true},
		{"jax.ops.segment_sum", "", "add", false},
		{"jax.lax.scatter_add", "", "scatter-add", false}, // made for it, so all that is said of it holds
		{"jax.numpy.inner", "", "dot_general", true},
		{"jax.numpy.dot", "", "dot_general", false},
		{"jax.Array.dot", "jax.numpy.dot", "dot_general", false},
		{"jax.random.ball", "", "dot_general", false},
	} {
		api := publicAPI{name: test.api, kind: "function", likeAPI: test.like, operators: []string{test.primitive, "add"}}
		if got := restricted.lost(api, test.primitive); got != test.want {
			t.Errorf("%s reaches %s: lost = %v, want %v", test.api, test.primitive, got, test.want)
		}
	}
}

// TestSparedSaysWhy checks that nobody excuses an API without a reason.
func TestSparedSaysWhy(t *testing.T) {
	dir := t.TempDir()
	table := "api\toperator\tcondition\twhy\njax.*\treduce\tspared\t\n"
	if err := os.WriteFile(filepath.Join(dir, "paths.tsv"), []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readPaths(dir); err == nil || !strings.Contains(err.Error(), "nobody says why") {
		t.Errorf("readPaths = %v", err)
	}
}

// TestToldIsTold checks that what is told of an API itself stands there.
func TestToldIsTold(t *testing.T) {
	paths := handPaths{{apis: []string{"torch.distributions.*"}, operators: []string{"is_nonzero"}, condition: told}}
	restricted := restrictionsOf([]opsdb.Verdict{
		{Operator: "aten::is_nonzero", Status: opsdb.Limited},
		{Operator: "torch.distributions.Normal.cdf", Status: opsdb.Limited, Sometimes: true},
	})
	for name, want := range map[string]int{"torch.distributions.Normal.cdf": 0, "torch.distributions.Normal.icdf": 1} {
		api := publicAPI{name: name, kind: "method", operators: []string{"is_nonzero", "erf"}}
		unjudged := paths.sort(&api, restricted)
		if len(unjudged) != want || strings.Join(api.operators, " ") != "erf" {
			t.Errorf("%s: unjudged %v, reaches %v", name, unjudged, api.operators)
		}
	}
}

// TestLikeAPIsAgree checks that methods fare as the functions that they are.
func TestLikeAPIsAgree(t *testing.T) {
	rows, err := readInput(filepath.Join("..", "inputs"), "reached.tsv", "api", "operators")
	if err != nil {
		t.Fatal(err)
	}
	db := opsdb.New()
	for _, sdk := range []string{"2.26", "2.33"} {
		target := opsdb.Target{SDK: sdk, Rewrite: opsdb.RewriteXLA}
		for _, r := range rows {
			like, ok := strings.CutPrefix(r["operators"], "=")
			if !ok || strings.HasSuffix(r["api"], "*") {
				continue
			}
			if got, want := db.Judge(r["api"], target).Status, db.Judge(like, target).Status; got != want {
				t.Errorf("SDK %s: %s is %s, and %s, which it is, is %s", sdk, r["api"], got, like, want)
			}
		}
	}
}

// TestCompiled checks which operations of a lowering the compiler sees.
func TestCompiled(t *testing.T) {
	for ops, want := range map[string]string{
		"stablehlo.abs stablehlo.broadcast_in_dim stablehlo.dynamic_broadcast_in_dim": "stablehlo.abs",
		"stablehlo.broadcast_in_dim stablehlo.dynamic_broadcast_in_dim":               "stablehlo.broadcast_in_dim",
		"stablehlo.dynamic_slice stablehlo.real_dynamic_slice":                        "stablehlo.dynamic_slice",
		"stablehlo.dynamic_gather stablehlo.gather":                                   "stablehlo.gather",
		"": "",
	} {
		if got := strings.Join(compiled(ops), " "); got != want {
			t.Errorf("compiled(%q) = %q, want %q", ops, got, want)
		}
	}
}
