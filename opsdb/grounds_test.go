package opsdb

import (
	"regexp"
	"slices"
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
		{"torch.Tensor.copysign_", xla, Derived, "BinaryOps.cpp", "it decomposes into copysign.Tensor"},
		{"torch.Tensor.polygamma_", xla, Derived, "UnaryOps.cpp", "it decomposes into polygamma.out"},
		{"torch.Tensor.renorm_", xla, FromSource, "aten_fallback.cpp", "it has no lowering"},
		// AWS names the comparators; that several keys need another is JAX's doing.
		{"jax.lax.sort", lazyXLA(), Derived, "lax.py:7983", "comparators"},
		{"torch.Tensor.__getitem__", xla, FromSource, "index_ops.cpp:65", "nonzero"},
		{"aten::_weight_int4pack_mm", xla, FromSource, "native_functions.yaml", "only GPU kernels"},
		// These kernels check a setting that torch-neuronx leaves off.
		{"torch.block_diag", xla, Derived, "torch-neuron-envvars.rst:133", "XLA_DISABLE_FUNCTIONALIZATION"},
		{"torch.nn.functional.affine_grid", xla, Derived, "aten_xla_type.cpp:4007", "XLA_DISABLE_FUNCTIONALIZATION"},
		// What torch-xla hands to the compiler is what JAX hands to it, and judged alike.
		{"torch.qr", xla, Inferred, "EVRF015", "custom call Qr"},
		{"torch.linalg.eigh", xla, Inferred, "EVRF015", "custom call Eigh"},
		// A variant that is made of another has no kernel of its own.
		{"aten::cat", xla, Measured, "xla_native_functions.yaml:183 ; neuronlint@torch-xla-2.8.0", ""},
		{"aten::cat.names_out", xla, Derived, "xla_native_functions.yaml", ""},
		{"torch.hstack", xla, Derived, "TensorShape.cpp", ""},
		{"torch.linalg.eigvalsh", xla, Derived, "aten_xla_type.cpp:750", "runs on the host with torch-xla"},
		{"torch.cholesky", xla, Derived, "derivatives.yaml:399", "linalg_solve_triangular"},
		// AWS's page names the operator of PyTorch alone.
		{"jax.lax.linalg.triangular_solve", Target{SDK: "2.27", Rewrite: RewriteXLA}, Derived, "EVRF001", "triangular solve"},
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
		"torch.scatter":          `"sum"`,  // it takes "add" and "multiply"
		"torch.cummin":           "cummax", // no more taken than itself
		"torch.multinomial":      "argmax", // which draws one
		// The gradient of the bilinear mode runs on the host as well.
		"aten::upsample_bicubic2d_backward":      "bilinear",
		"aten::_upsample_bilinear2d_aa_backward": "bilinear",
		"torch.fft.fft":                          "torch.fft",
	} {
		v := db.Judge(api, lazyXLA()).Deciding
		if v.Alternative == "" || strings.Contains(v.Alternative, unfit) {
			t.Errorf("%s: instead %q", api, v.Alternative)
		}
	}
}

// TestGradientsHaveAdvice checks that the gradient of an operator has what is
// written for the operator.
func TestGradientsHaveAdvice(t *testing.T) {
	v := New().Judge("aten::multi_margin_loss_backward", lazyXLA()).Deciding
	if !strings.Contains(v.Alternative, "cross_entropy") {
		t.Errorf("instead %q", v.Alternative)
	}
}

// TestAlternativesRun checks that the functions which alternatives name exist
// and are not themselves in trouble whatever they are called with, nor for every
// call that is differentiated.
func TestAlternativesRun(t *testing.T) {
	db := New()
	name := regexp.MustCompile(`\b(torch|jax)\.[a-z_.A-Z0-9]*[a-zA-Z0-9]`)
	db.Verdicts(func(v Verdict) bool {
		if v.Ref.Stack == "native" {
			return false
		}
		for _, api := range name.FindAllString(v.Alternative, -1) {
			if _, known := db.OperatorAPI(api); !known && !strings.HasPrefix(api, "torch.int") && api != "torch.nn.functional" {
				t.Errorf("%s: instead %q, but there is no %s", v.Operator, v.Alternative, api)
			}
			if strings.Contains(v.Alternative, api+" on the host") {
				continue
			}
			j := db.Judge(api, lazyXLA())
			if len(j.Findings) > 0 && j.Findings[0].Certain() {
				t.Errorf("%s: instead %q, but %s is %s", v.Operator, v.Alternative, api, j.Status)
			}
			if slices.ContainsFunc(j.Findings, func(f Finding) bool { return f.Condition == "backward" }) &&
				!strings.Contains(v.Alternative, "no gradient") {
				t.Errorf("%s: instead %q, but %s has no gradient on the device", v.Operator, v.Alternative, api)
			}
		}
		return false
	})
}

// TestMethodsOfAlternativesRun checks the methods of tensors that alternatives
// call, unless on a copy on the host.
func TestMethodsOfAlternativesRun(t *testing.T) {
	db := New()
	method := regexp.MustCompile(`[a-z)\]]\.([a-z_]+)\(`)
	db.Verdicts(func(v Verdict) bool {
		if v.Ref.Stack == "native" || strings.Contains(v.Alternative, ".cpu()") || strings.HasPrefix(v.Operator, "jax.") || strings.HasPrefix(v.Operator, "lax.") {
			return false
		}
		for _, m := range method.FindAllStringSubmatch(v.Alternative, -1) {
			findings := db.Judge("torch.Tensor."+m[1], lazyXLA()).Findings
			if slices.ContainsFunc(findings, func(f Finding) bool { return f.Certain() || f.Condition == "backward" }) {
				t.Errorf("%s: instead %q, but .%s() is in trouble itself", v.Operator, v.Alternative, m[1])
			}
		}
		return false
	})
}

// TestPrimitiveIsCitedWhereDefined checks that a primitive is not cited by the
// first verdict on some of its calls.
func TestPrimitiveIsCitedWhereDefined(t *testing.T) {
	for name, line := range map[string]string{"lax.sort": "8055", "lax.argmax": "7831"} {
		api, ok := New().OperatorAPI(name)
		if want := "jax-ml/jax@jax-v0.6.2:jax/_src/lax/lax.py:" + line; !ok || api.Source != want {
			t.Errorf("%s is cited by %s, want %s", name, api.Source, want)
		}
	}
}

// TestOperatorIsCitedWhereDeclared checks that an operator is not cited by a
// verdict on one stack.
func TestOperatorIsCitedWhereDeclared(t *testing.T) {
	for _, name := range []string{"aten::linalg_svd", "aten::upsample_nearest2d_backward", "aten::relu.out"} {
		api, ok := New().OperatorAPI(name)
		if !ok || !strings.HasPrefix(api.Source, "pytorch/pytorch@v2.8.0:aten/src/ATen/native/native_functions.yaml:") {
			t.Errorf("%s is cited by %s", name, api.Source)
		}
	}
}

// TestGradientsAreCited checks that what is said of a gradient is cited where
// PyTorch, or the rule in JAX, says what it takes: that the operator has a
// lowering says nothing of that.
func TestGradientsAreCited(t *testing.T) {
	New().Verdicts(func(v Verdict) bool {
		place := "derivatives.yaml:"
		if strings.HasPrefix(v.Operator, "lax.") {
			place = "jax/_src/lax/linalg.py:"
		}
		if strings.HasPrefix(v.Reason, "its gradient takes ") && !strings.Contains(v.Ref.Source, place) {
			t.Errorf("%s: %q by %s", v.Operator, v.Reason, v.Ref.Source)
		}
		return false
	})
}

// TestRestrictionsHaveAdvice checks that wherever something does not run, it is
// said what to write instead; PyTorch's operators for its own tests apart.
func TestRestrictionsHaveAdvice(t *testing.T) {
	New().Verdicts(func(v Verdict) bool {
		if v.Status.Restricts() && v.Alternative == "" &&
			!strings.HasPrefix(v.Operator, "aten::_test_") && v.Operator != "aten::_foobar" {
			t.Errorf("%s: nothing instead", v.Operator)
		}
		return false
	})
}

// TestFormsInPlaceShareLimits checks that what restricts an operator on torch-xla
// restricts its form in place, under the same conditions or always.
func TestFormsInPlaceShareLimits(t *testing.T) {
	db := New()
	for _, v := range db.Verdicts(func(v Verdict) bool {
		return v.Ref.Stack == "xla" && v.Ref.SDK == "2.26-2.28" && v.Status.Restricts() && v.Overload == ""
	}) {
		inPlace := db.Operator(v.Operator+"_", "xla", "2.26")
		if len(inPlace) > 0 && !slices.ContainsFunc(inPlace, func(own Verdict) bool {
			always := own.Condition == "" && !own.Sometimes
			same := own.Condition == v.Condition && own.Sometimes == v.Sometimes
			return own.Overload == "" && own.Status.Restricts() && (same || always)
		}) {
			t.Errorf("%s is %s where %q, and its form in place is not", v.Operator, v.Status, v.Condition)
		}
	}
}
