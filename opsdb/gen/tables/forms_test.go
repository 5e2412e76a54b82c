package tables

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestForms checks what becomes of the forms that write to out= or in place, by
// the rules of torchgen: torch-xla gets a wrapper of each whose functional form
// it has a kernel for, be it a composite or not, and of no other. One that
// PyTorch has kernels of its own for then runs on the host, whatever its
// functional form is made of.
func TestForms(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "inputs")
	declared, err := readInput(dir, "aten_ops.tsv", "op", "overload", "schema_kind", "composite_kind", "parameters")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readInput(dir, "xla_lowering.tsv", "op", "overload", "effective", "why")
	if err != nil {
		t.Fatal(err)
	}
	lowerings, functional := map[string]record{}, map[string][]record{}
	for _, r := range rows {
		lowerings[r["op"]+"."+r["overload"]] = r
	}
	for _, d := range declared {
		if d["schema_kind"] == "functional" && !byName(d["overload"]) {
			functional[d["op"]] = append(functional[d["op"]], d)
		}
	}
	for _, d := range declared {
		name := d["op"] + "." + d["overload"]
		l := lowerings[name]
		if d["schema_kind"] == "functional" || byName(d["overload"]) || statusOf(l["effective"]).Restricts() && !wrapped(d, functional, lowerings) {
			continue
		}
		if strings.HasPrefix(lastForm(l["why"]), "Composite") && d["composite_kind"] == "backend-specific" {
			t.Errorf("%s has a kernel of PyTorch's own, and is judged by %q", name, l["why"])
		}
		if strings.HasPrefix(l["why"], "Composite") && d["schema_kind"] == "out" && wrapped(d, functional, lowerings) {
			t.Errorf("%s has a wrapper around a kernel of torch-xla, and is judged by %q", name, l["why"])
		}
	}
}

// wrapped tells whether torch-xla has a kernel for the functional form of an
// out variant: that which takes the most of its parameters. Where several take
// the same, nobody can tell from the names alone.
func wrapped(out record, functional map[string][]record, lowerings map[string]record) bool {
	longest, kernel := "", false
	for _, f := range functional[out["op"]] {
		parameters := f["parameters"] + " "
		if !strings.HasPrefix(out["parameters"], parameters) || len(parameters) < len(longest) {
			continue
		}
		has := lowerings[f["op"]+"."+f["overload"]]["why"] == "XLA kernel (supported)"
		kernel = has && (kernel || parameters != longest)
		longest = parameters
	}
	return kernel
}
