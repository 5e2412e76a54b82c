package opsdb

import (
	"strings"
	"testing"
)

// TestGrounds checks of verdicts that were traced by hand how strong the ground
// is that they claim, and that the places they cite are those that say so.
func TestGrounds(t *testing.T) {
	db := New()
	xla := Target{SDK: "2.26", Rewrite: RewriteXLA}
	tests := []struct {
		api      string
		target   Target
		evidence Evidence
		source   string // a part of the citation
		reason   string // a part of the reason
	}{
		// An in-place variant of a composite has no more of a lowering than the composite.
		{"torch.Tensor.copysign_", xla, Derived, "BinaryOps.cpp", "it is made of copysign.Tensor"},
		{"torch.Tensor.polygamma_", xla, Derived, "UnaryOps.cpp", "it is made of polygamma.out"},
		{"torch.Tensor.renorm_", xla, FromSource, "aten_fallback.cpp", "it has no lowering"},
		// AWS names the comparators; that several keys need another is JAX's doing.
		{"jax.lax.sort", lazyXLA(), Derived, "lax.py:7983", "comparators"},
		{"torch.Tensor.__getitem__", xla, FromSource, "index_ops.cpp:65", "nonzero"},
		{"aten::_weight_int4pack_mm", xla, FromSource, "native_functions.yaml", "GPUs only"},
	}
	for _, test := range tests {
		v := db.Judge(test.api, test.target).Deciding
		if v.Ref.Evidence != test.evidence || !strings.Contains(v.Ref.Source, test.source) || !strings.Contains(v.Reason, test.reason) {
			t.Errorf("%s: %q by %s (%s), want %q by %s (%s)",
				test.api, v.Reason, v.Ref.Source, v.Ref.Evidence, test.reason, test.source, test.evidence)
		}
	}
}

// TestContradictionsOfDocuments checks that what the release notes of 2.32 say
// of complex numbers is told of where the page of the error code says otherwise.
func TestContradictionsOfDocuments(t *testing.T) {
	db := New()
	for _, target := range targets()[1:] {
		for _, api := range strings.Fields("torch.stft torch.fft.rfft2 aten::_fft_c2c torch.view_as_complex") {
			v := db.Judge(api, target).Deciding
			if !strings.Contains(v.Reason, "complex64") || !strings.Contains(v.Reason, "NCC_EVRF004") || !strings.Contains(v.Ref.Source, "v2.32.0") {
				t.Errorf("%s for SDK %s: %q by %s", api, target.SDK, v.Reason, v.Ref.Source)
			}
		}
	}
	if v := db.Judge("jax.lax.fft", Target{SDK: "2.33"}).Deciding; v.Status != Unsupported || !strings.Contains(v.Reason, "complex64") {
		t.Errorf("jax.lax.fft for SDK 2.33 is %s: %q", v.Status, v.Reason)
	}
}

// TestAlternativesFit checks that what is said to write instead can be written
// where the call stands: torch.combinations has no mask, and the numbers that
// JAX draws in a loop cannot be had by another generator.
func TestAlternativesFit(t *testing.T) {
	db := New()
	for api, unfit := range map[string]string{
		"torch.combinations":     "mask",
		"jax.random.poisson":     "rbg",
		"jax.random.binomial":    "rbg",
		"jax.random.multinomial": "rbg",
		"jax.random.gamma":       "rbg",
	} {
		v := db.Judge(api, lazyXLA()).Deciding
		if v.Alternative == "" || strings.Contains(v.Alternative, unfit) {
			t.Errorf("%s: instead %q", api, v.Alternative)
		}
	}
}
