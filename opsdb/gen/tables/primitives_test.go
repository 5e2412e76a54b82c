package tables

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestPrimitivesAreGrounded checks that what is said of a primitive by its
// lowering cites the lowering and not its name, and that what is unknown says
// what is missing.
func TestPrimitivesAreGrounded(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "platforms", "lowering")
	if err != nil {
		t.Fatal(err)
	}
	lowered := byColumn(rows, "primitive")
	verdicts, err := primitives(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		row := lowered[strings.TrimPrefix(v.Operator, "lax.")]
		if strings.HasPrefix(row["platforms"], "all-platforms") && (row["lowering"] == "" || !strings.HasPrefix(v.Ref.Source, row["lowering"])) {
			t.Errorf("%s cites %q, and its lowering is %q", v.Operator, v.Ref.Source, row["lowering"])
		}
		if v.Status == opsdb.Unknown && v.Reason == "" {
			t.Errorf("%s is unknown and does not say why", v.Operator)
		}
	}
}

// TestPrimitiveOperations checks which operations decide.
func TestPrimitiveOperations(t *testing.T) {
	lowered := primitiveLowering{
		documented: documentedHLO{
			"stablehlo.add":    {"ground": "listed", "source": "list:1"},
			"stablehlo.or":     {"ground": "named", "source": "list:5"},
			"stablehlo.while":  {"ground": "named", "source": "page:2"},
			"stablehlo.reduce": {"ground": "listed", "source": "list:3", "primitives": "reduce_sum"},
		},
		chlo: map[string]record{"chlo.acos": {"stablehlo_ops": "stablehlo.add", "source": "chlo:4"}},
		rows: map[string]record{"add": {"primitive": "add", "stablehlo_ops": "stablehlo.add"}},
	}
	for _, test := range []struct {
		primitive, operations, parts string
		want                         opsdb.Verdict
	}{
		{"add", "stablehlo.add", "", verdict(opsdb.Supported, opsdb.Derived, "here:0 ; list:1")},
		{"sum", "", "add", verdict(opsdb.Supported, opsdb.Derived, "here:0 ; list:1")},
		{"scan", "stablehlo.while", "add", verdict(opsdb.Supported, opsdb.Inferred, "here:0 ; page:2 ; list:1")},
		{"acos", "chlo.acos", "", verdict(opsdb.Supported, opsdb.Inferred, "here:0 ; chlo:4 ; list:1")},
		{"reduce_or", "stablehlo.or stablehlo.reduce", "", verdict(opsdb.Unknown, opsdb.Inferred, "here:0 ; list:3")},
		{"rem", "stablehlo.remainder", "", verdict(opsdb.Unknown, opsdb.Inferred, "here:0")},
		{"copy", "", "", verdict(opsdb.Supported, opsdb.Inferred, "here:0")},
	} {
		got, err := lowered.verdict(record{
			"primitive": test.primitive, "platforms": "all-platforms", "lowering": "here:0",
			"stablehlo_ops": test.operations, "made_of": test.parts,
		})
		if err != nil || got.Status != test.want.Status || got.Ref.Evidence != test.want.Ref.Evidence || got.Ref.Source != test.want.Ref.Source {
			t.Errorf("%s: %s, %s: %s (%v), want %s, %s: %s", test.primitive, got.Status, got.Ref.Evidence, got.Ref.Source, err,
				test.want.Status, test.want.Ref.Evidence, test.want.Ref.Source)
		}
	}
	if _, err := lowered.verdict(record{"primitive": "a", "platforms": "all-platforms", "made_of": "gone"}); err == nil {
		t.Error("a part that is no primitive is no error")
	}
}

// TestReductionsAreNamed checks that functions of JAX name the reduction that
// they take: of lax.reduce as such it is said that some computations are none
// that the compiler takes, which is true of no sum.
func TestReductionsAreNamed(t *testing.T) {
	apis, err := jaxAPIs(filepath.Join("..", "inputs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, api := range apis {
		own := strings.HasPrefix(api.name, "jax.lax.reduce") || strings.HasPrefix(api.name, "jax.experimental.")
		if !own && slices.Contains(api.operators, "reduce") {
			t.Errorf("%s reaches reduce: by which computation?", api.name)
		}
	}
}

// verdict is what a test wants of a primitive.
func verdict(status opsdb.Status, evidence opsdb.Evidence, source string) opsdb.Verdict {
	return opsdb.Verdict{Status: status, Ref: opsdb.Ref{Evidence: evidence, Source: source}}
}

// TestChloIsUsed checks that what XLA makes of operations is about such as JAX
// lowers to.
func TestChloIsUsed(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	rows, err := readInput(dir, "chlo.tsv", "chlo")
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(filepath.Join(dir, "jax_primitives.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	used := strings.Fields(string(all))
	for _, r := range rows {
		if !slices.Contains(used, r["chlo"]) {
			t.Errorf("no primitive is lowered to %s", r["chlo"])
		}
	}
}
