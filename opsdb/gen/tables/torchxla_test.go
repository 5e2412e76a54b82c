package tables

import "testing"

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
