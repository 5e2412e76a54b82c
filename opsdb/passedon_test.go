package opsdb

import (
	"slices"
	"strings"
	"testing"
)

// TestPassedOn checks what reaches an API of what is said of the operators
// inside it. All was traced by hand to the kernels of torch-xla 2.8, the bodies
// of PyTorch's composites and the snapshot of the native backend.
func TestPassedOn(t *testing.T) {
	db := New()
	native := Target{SDK: "2.33", Rewrite: RewriteNeuron}
	later := Target{SDK: "2.33", Rewrite: RewriteXLA}
	tests := []struct {
		api       string
		target    Target
		status    Status
		condition string // of a finding, "?" for one about some calls that nobody can tell
	}{
		{"torch.nn.AdaptiveAvgPool1d", lazyXLA(), Limited, "?"},
		{"torch.nn.functional.adaptive_avg_pool2d", lazyXLA(), Limited, "?"},
		{"torch.nn.functional.interpolate", lazyXLA(), Limited, `? arg mode = "area"`},
		{"torch.nn.functional.max_pool2d", lazyXLA(), Limited, "arg dilation given and arg dilation != 1"},
		{"torch.nn.MaxPool1d", lazyXLA(), Limited, "arg dilation given and arg dilation != 1"},
		{"torch.nn.MaxPool3d.forward", lazyXLA(), Limited, "?"},
		{"torch.nn.LPPool2d.forward", lazyXLA(), Limited, "?"},
		{"torch.nn.LocalResponseNorm.forward", lazyXLA(), Supported, ""}, // it tells its pools no ceil_mode
		{"torchvision.ops.DropBlock2d.forward", lazyXLA(), Supported, ""},
		{"torch.distributions.Uniform.rsample", lazyXLA(), Supported, ""},
		{"torch.nn.quantized.FloatFunctional.add", lazyXLA(), Supported, ""},
		{"torch.sparse.to_sparse_semi_structured", lazyXLA(), CUDAOnly, ""},
		{"torch.nn.BatchNorm2d", lazyXLA(), Limited, "arg momentum given and arg momentum = None"},
		{"torch.nn.functional.normalize", lazyXLA(), Limited, "arg p = 0"},
		{"torch.randn", lazyXLA(), Limited, "arg generator given and arg generator != None"},
		{"torch.randn_like", lazyXLA(), Supported, ""},
		{"torch.nn.functional.linear", lazyXLA(), Supported, ""},
		{"torch.cdist", lazyXLA(), Limited, `(arg p != 2 or arg compute_mode in {"donot_use_mm_for_euclid_dist",2}) and backward`},
		{"torch.cdist", lazyXLA(), Limited, `arg p = 2 and arg compute_mode in {"use_mm_for_euclid_dist",1}`},
		{"torch.cdist", lazyXLA(), Limited, `arg p = 2 and arg compute_mode in {"use_mm_for_euclid_dist_if_necessary",0}`},
		{"torch.Tensor.remainder", lazyXLA(), Limited, "arg other on host"},
		{"torch.remainder", lazyXLA(), Limited, "overload Scalar_Tensor"},
		{"torch.Tensor.fill_", lazyXLA(), Limited, "overload Tensor"},
		{"torch.nn.init.constant_", lazyXLA(), Supported, ""}, // it passes a number on
		{"torch.embedding_bag", lazyXLA(), Limited, "backward"},
		{"torch.nn.ConvTranspose2d", lazyXLA(), Limited, "arg stride given and arg stride != 1 and arg dilation given and arg dilation != 1"},
		{"torch.nn.utils.clip_grad_norm_", lazyXLA(), Limited, "arg error_if_nonfinite = True"},
		{"torch.topk", native, Limited, "arg largest = False"},
		{"torch.linalg.svd", native, Fallback, ""},
		{"torch.linalg.cholesky", native, Fallback, ""},
		{"torch.linalg.matrix_power", native, Limited, "arg n < 0"},
		{"torch.svd", native, Fallback, ""},
		{"aten::index", native, Supported, ""},
		{"aten::argsort", native, Unknown, ""},
		{"torch.argsort", later, Unsupported, ""},
		{"torch.quantile", later, Unsupported, ""},
		{"torch.kthvalue", later, Unsupported, ""},
		{"jax.numpy.fft.fft2", lazyXLA(), Unsupported, ""},
		{"jax.scipy.linalg.solve_triangular", lazyXLA(), Unsupported, ""},
		{"jax.numpy.real", lazyXLA(), Limited, "dtype in {complex64,complex128}"},
		{"jax.numpy.log2", lazyXLA(), Supported, ""},
		{"jax.nn.gelu", lazyXLA(), Supported, ""}, // what is unknown of the error function is about approximate=False
		{"jax.lax.erf", lazyXLA(), Unknown, ""},
		{"jax.lax.erfc", lazyXLA(), Supported, ""}, // XLA has no such operation and makes it of others
		{"jax.numpy.cumsum", lazyXLA(), Supported, ""},
		{"jax.numpy.argmax", lazyXLA(), Limited, ""}, // numbers and indices are reduced at once
		{"jax.random.categorical", lazyXLA(), Limited, "not arg replace = False"},
		{"jax.random.categorical", lazyXLA(), Limited, "?"}, // whatever the generator
		{"jax.numpy.select", lazyXLA(), Limited, ""},
		{"jax.numpy.piecewise", lazyXLA(), Limited, "rank = 0"}, // where it chooses by a conditional as well
		{"jax.scipy.stats.gaussian_kde", lazyXLA(), Unsupported, ""},
		{"jax.scipy.interpolate.RegularGridInterpolator", lazyXLA(), Supported, ""},
		{"jax.scipy.spatial.transform.Rotation", lazyXLA(), Limited, "?"}, // from_matrix and mean
		{"jax.numpy.complex64", lazyXLA(), Unsupported, ""},
		{"jax.numpy.unpackbits", lazyXLA(), Unknown, ""}, // pads with zeros and does not round
		{"jax.numpy.linalg.matrix_power", lazyXLA(), Limited, "arg n > 1 and dtype in {int8,int16,int32,int64,uint8,uint16,uint32,uint64}"},
		{"jax.scipy.linalg.lu", lazyXLA(), Limited, ""}, // whatever the size: pivots are found by argmax
		{"jax.Array.at[...].divide", lazyXLA(), Limited, "dtype in {int8,int16,int32,int64,uint8,uint16,uint32,uint64,bool}"},
		{"jax.experimental.pallas.load", lazyXLA(), Limited, ""}, // of kernels, as pallas_call is
		{"jax.checkpoint", lazyXLA(), Supported, ""},
		{"jax.numpy.linalg.cholesky", lazyXLA(), Limited, "backward"},
		{"jax.lax.ragged_dot", lazyXLA(), Limited, "dtype in {int8,int16,int32,int64,uint8,uint16,uint32,uint64}"},
		{"jax.lax.fori_loop", lazyXLA(), Limited, "?"},
		{"jax.lax.scatter_add", lazyXLA(), Limited, "?"},
		{"jax.lax.scatter_add_p", lazyXLA(), Limited, "?"}, // the primitive itself
		{"jax.lax.fft_p", lazyXLA(), Unsupported, ""},
		{"jax.lax.while_p", lazyXLA(), Limited, "?"},
		{"jax.ops.segment_max", lazyXLA(), Limited, "?"},
		{"jax.Array.at[...].add", lazyXLA(), Limited, "?"},
		{"jax.numpy.take", lazyXLA(), Limited, "?"},
		{"jax.numpy.lexsort", lazyXLA(), Limited, "?"},
		{"jax.numpy.unique", lazyXLA(), Limited, "arg size != None or arg return_counts = True"},
		{"jax.numpy.tril_indices", lazyXLA(), Limited, ""}, // what counts in integers inside other names
		{"jax.numpy.insert", lazyXLA(), Limited, ""},
		{"jax.numpy.histogram2d", lazyXLA(), Limited, "arg weights = None"},
		{"jax.numpy.histogram", lazyXLA(), Limited, "?"}, // values beyond the last edge
		{"jax.numpy.isin", lazyXLA(), Limited, `arg method = "sort"`},
		{"jax.numpy.choose", lazyXLA(), Supported, ""},
		{"jax.numpy.diagonal", lazyXLA(), Unknown, ""}, // a conditional of one branch
		{"jax.numpy.spacing", lazyXLA(), Limited, "dtype in {bfloat16,float16,float64}"},
		{"jax.nn.initializers.he_uniform", lazyXLA(), Limited, "?"}, // it takes no erf
		{"lax.freeze", lazyXLA(), Supported, ""},
		{"jax.numpy.from_dlpack", lazyXLA(), Unsupported, ""},
		{"jax.numpy.linalg.matrix_norm", lazyXLA(), Limited, `arg ord in {2,-2,"nuc"}`},
		{"jax.nn.dot_product_attention", lazyXLA(), Limited, `arg implementation = "cudnn"`},
		{"jax.random.choice", lazyXLA(), Limited, "arg p = None and not arg replace = False"},
		{"jax.random.choice", lazyXLA(), Limited, "?"},
		{"jax.Array.dot", lazyXLA(), Limited, "dtype in {int8,int16,int32,int64,uint8,uint16,uint32,uint64}"},
		{"jax.numpy.median", lazyXLA(), Unknown, ""}, // whether any is NaN is a reduction by or
		{"jax.numpy.sum", lazyXLA(), Supported, ""},
		{"jax.experimental.pallas.debug_check", lazyXLA(), Unsupported, ""},
		{"jax.lax.cumlogsumexp", lazyXLA(), Unknown, ""},
		{"jax.random.orthogonal", lazyXLA(), Limited, ""},
		{"jax.numpy.linalg.slogdet", lazyXLA(), Limited, `arg method = "qr"`},
		{"jax.numpy.linalg.pinv", lazyXLA(), Limited, "not arg hermitian = True"},
		{"jax.random.multivariate_normal", lazyXLA(), Limited, `arg method = "svd"`},
		{"jax.scipy.special.spence", lazyXLA(), Limited, "rank = 0"},
		{"jax.scipy.special.expi", lazyXLA(), Unsupported, ""},
		{"torch.cumprod", lazyXLA(), Limited, "backward"},
		{"torch.linalg.vander", lazyXLA(), Limited, "backward"},
		{"torch.masked.sum", lazyXLA(), Supported, ""},
		{"torch.fused_moving_avg_obs_fake_quant", lazyXLA(), Fallback, ""},
		{"torch.optim.Adam", lazyXLA(), Supported, ""},
	}
	for _, test := range tests {
		j := db.Judge(test.api, test.target)
		if j.Status != test.status {
			t.Errorf("Judge(%q) for SDK %s on %s = %s, want %s", test.api, j.SDK, j.Stack, j.Status, test.status)
		}
		if test.condition != "" && !slices.Contains(conditions(j), test.condition) {
			t.Errorf("Judge(%q) for SDK %s on %s holds if %q, want %q", test.api, j.SDK, j.Stack, conditions(j), test.condition)
		}
	}
}

// TestReceiverIsNoNumber checks that of the overloads of an operator those that
// begin with a number are not said of the method.
func TestReceiverIsNoNumber(t *testing.T) {
	t.Parallel()
	const ofNumber = "overload Scalar_Tensor"
	db := New()
	for api, want := range map[string]bool{"torch.remainder": true, "torch.Tensor.remainder": false} {
		if got := slices.Contains(conditions(db.Judge(api, lazyXLA())), ofNumber); got != want {
			t.Errorf("%s: a finding on %s is %t, want %t", api, ofNumber, got, want)
		}
	}
}

// conditions are those of the findings, with a question mark before those that
// are about some calls only.
func conditions(j Judgement) []string {
	var all []string
	for _, f := range j.Findings {
		c := f.Condition
		if f.Sometimes {
			c = strings.TrimSpace("? " + c)
		}
		all = append(all, c)
	}
	return all
}

// TestForwardFaresAsItsClass checks that the forward of a module fares as the
// class, which is asked for by what its objects do.
func TestForwardFaresAsItsClass(t *testing.T) {
	db := New()
	table, _ := db.publicAPIs()
	for cells := range table.all() {
		forward := operatorAPIOf(cells)
		class, ok := moduleOf(forward)
		if _, known := db.operatorAPI(class); !ok || !known {
			continue
		}
		if got, want := db.Judge(forward.Name, lazyXLA()).Status, db.Judge(class, lazyXLA()).Status; got != want {
			t.Errorf("Judge(%q) = %s, and its class is %s", forward.Name, got, want)
		}
	}
}

// TestNotPassedOn checks that an API does not suffer from what its calls cannot
// ask of an operator.
func TestNotPassedOn(t *testing.T) {
	db := New()
	for api, condition := range map[string]string{
		"torch.Tensor.where":                 "arg other absent", // the method has no such form
		"torch.nn.functional.linear":         "alpha",
		"torch.nn.functional.one_hot":        "reduce",
		"torch.nn.functional.hardsigmoid":    "generator",
		"torch.nn.Upsample":                  "antialias",
		"torch.nn.functional.upsample":       "antialias",
		"torch.nn.UpsamplingBilinear2d":      "mode",
		"torch.signal.windows.blackman":      "pin_memory",
		"torch.distributions.Normal.rsample": "generator",
	} {
		for _, c := range conditions(db.Judge(api, lazyXLA())) {
			if strings.Contains(c, condition) {
				t.Errorf("Judge(%q) holds if %q", api, c)
			}
		}
	}
}

// TestComplexNumbers checks that all that needs complex numbers fares alike.
func TestComplexNumbers(t *testing.T) {
	db := New()
	always := strings.Fields(`torch.complex torch.polar torch.view_as_complex torch.view_as_real torch.imag
		torch.stft torch.istft torch.fft.fft torch.fft.fft2 torch.fft.fftn torch.fft.ifft torch.fft.rfft
		torch.fft.rfft2 torch.fft.irfft torch.fft.irfftn torch.fft.hfft torch.fft.ihfft
		jax.lax.complex jax.lax.conj jax.lax.real jax.lax.imag jax.lax.fft jax.numpy.fft.fft jax.numpy.fft.fft2
		jax.numpy.fft.irfftn jax.numpy.fft.hfft jax.scipy.fft.dct jax.scipy.signal.stft`)
	for _, sdk := range []string{"2.26", "2.27", "2.31"} {
		for _, api := range always {
			if j := db.Judge(api, Target{SDK: sdk, Rewrite: RewriteXLA}); j.Status != Unsupported {
				t.Errorf("Judge(%q) for SDK %s = %s, want unsupported", api, sdk, j.Status)
			}
		}
		for _, api := range []string{"torch.real", "torch.conj", "torch.Tensor.resolve_conj", "jax.numpy.real", "jax.numpy.conj"} {
			j := db.Judge(api, Target{SDK: sdk, Rewrite: RewriteXLA})
			if j.Status != Limited || !slices.Contains(conditions(j), "dtype in {complex64,complex128}") {
				t.Errorf("Judge(%q) for SDK %s = %s if %q", api, sdk, j.Status, conditions(j))
			}
		}
	}
	lowered := db.Verdicts(func(v Verdict) bool {
		return v.Operator == "aten::view_as_complex" && v.Status == Unsupported && strings.Contains(v.Conflict, "xla_native_functions.yaml")
	})
	if len(lowered) == 0 {
		t.Error("that torch-xla lowers aten::view_as_complex is no conflict")
	}
	for _, api := range []string{"torch.fft.fftfreq", "torch.fft.fftshift", "jax.numpy.fft.rfftfreq", "jax.numpy.fft.fftshift"} {
		if j := db.Judge(api, lazyXLA()); j.Status != Supported {
			t.Errorf("Judge(%q) = %s, want supported: it has nothing complex", api, j.Status)
		}
	}
}

// TestSaidOnce checks that an API and its operator do not say the same twice.
func TestSaidOnce(t *testing.T) {
	j := New().Judge("jax.lax.while_loop", lazyXLA())
	if len(j.Findings) != 1 {
		t.Errorf("jax.lax.while_loop has %d findings, want 1", len(j.Findings))
	}
}

// TestInitialisersTakeNoGradient checks that what is said of gradients is not
// said of APIs that compute without them.
func TestInitialisersTakeNoGradient(t *testing.T) {
	for _, f := range New().Judge("torch.nn.init.orthogonal_", lazyXLA()).Findings {
		if strings.Contains(f.Condition, "backward") {
			t.Errorf("%s is %s where %q", f.Verdict.Operator, f.Verdict.Status, f.Condition)
		}
	}
}

// TestIntegerProducts holds the reason that rules know against the table.
func TestIntegerProducts(t *testing.T) {
	t.Parallel()
	for _, api := range []string{"jax.numpy.dot", "jax.numpy.matmul", "jax.lax.dot_general"} {
		if !slices.ContainsFunc(New().Judge(api, lazyXLA()).Findings, func(f Finding) bool { return f.Verdict.Reason == IntegerProducts }) {
			t.Errorf("%s: no finding because %s", api, IntegerProducts)
		}
	}
}
