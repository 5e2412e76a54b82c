package tables

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestLastForm checks that an overload is judged as what PyTorch turns it into.
func TestLastForm(t *testing.T) {
	for why, want := range map[string]string{
		"no XLA kernel": "no XLA kernel",
		"functionalised to copysign.Scalar: CompositeExplicit -> copysign.Tensor":                     "CompositeExplicit -> copysign.Tensor",
		"functionalised to x_copy: view functionalised to x_copy: XLA kernel (supported)":             "XLA kernel (supported)",
		"functionalised to cauchy: generated functional form runs cauchy_: no XLA kernel":             "no XLA kernel",
		"no XLA kernel, no composite and no CPU kernel: the fallback raises":                          "no XLA kernel, no composite and no CPU kernel: the fallback raises",
		"functionalised to hspmm: no XLA kernel, no composite and no CPU kernel: the fallback raises": "no XLA kernel, no composite and no CPU kernel: the fallback raises",
	} {
		if got := lastForm(why); got != want {
			t.Errorf("lastForm(%q) = %q, want %q", why, got, want)
		}
	}
}

// TestListed checks that what is made of an operator without a lowering does not
// blame one that only reads a value back.
func TestListed(t *testing.T) {
	for cell, want := range map[string]string{
		"_linalg_check_errors(host sync) linalg_solve_ex": "linalg_solve_ex, which runs",
		"item(host sync)": "item, which runs",
		"a b":             "a and b, which run",
		"a b c":           "a, b and c, which run",
		"a b c d":         "a, b, c and others, which run",
		"":                "operators, which run",
	} {
		if got := listed(cell, "runs", "run"); got != want {
			t.Errorf("listed(%q) = %q, want %q", cell, got, want)
		}
	}
}

// TestHostMemoryIsCited checks that what reads the memory of the host is cited
// where it does: a signature does not say so.
func TestHostMemoryIsCited(t *testing.T) {
	rows, err := readInput(filepath.Join("..", "inputs"), "xla_lowering.tsv", "op", "overload", "why", "source")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if strings.Contains(r["why"], "raw CPU memory") && !strings.Contains(r["source"], ".cpp:") {
			t.Errorf("%s.%s: %q is no kernel", r["op"], r["overload"], r["source"])
		}
	}
}

// TestBodiless checks that a composite is judged by its body, not by being one.
func TestBodiless(t *testing.T) {
	for why, want := range map[string]bool{
		"CompositeImplicit -> body not located":                                true,
		"functionalised to _pin_memory: CompositeExplicit -> body not located": true,
		"CompositeExplicit -> empty.memory_format empty_strided":               false,
		"XLA kernel (supported)":                                               false,
	} {
		if got := bodiless(record{"why": why}); got != want {
			t.Errorf("bodiless(%q) = %v, want %v", why, got, want)
		}
	}
}
