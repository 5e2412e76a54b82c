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
