package opsdb

import (
	"slices"
	"strings"
	"testing"
)

// lazyXLA is the default target: the facts of SDK 2.26, which ships torch-xla.
func lazyXLA() Target { return Target{SDK: "2.26", Rewrite: RewriteNeuron, Instance: "trn2"} }

// TestJudge checks verdicts that were traced by hand to torch-xla's lowering
// tables, PyTorch's dispatch rules and the Neuron documentation.
func TestJudge(t *testing.T) {
	db := New()
	tests := []struct {
		api       string
		status    Status
		operator  string // the deciding one, "" where every call runs
		condition string // of a finding that must be among them
	}{
		{"torch.nn.functional.grid_sample", Fallback, "aten::grid_sampler", ""},
		{"torch.Tensor.add_", Supported, "", ""},
		{"torch.nn.functional.gelu", Supported, "", ""},
		{"torch.nn.GELU", Supported, "", ""},
		{"torch.nn.functional.softmax", Supported, "", ""},
		{"torch.roll", Supported, "", ""},
		{"torch.kthvalue", Unsupported, "aten::kthvalue", ""},
		{"torch.randperm", Limited, "aten::randperm", "arg generator given and arg generator != None"},
		{"torch.linalg.cross", Fallback, "aten::linalg_cross", ""},
		{"torch.where", Limited, "aten::where", "arg other absent"},
		{"torch.round", Limited, "aten::round", "arg decimals given"},
		{"torch.ops.aten.nonzero", Fallback, "aten::nonzero", ""},
		{"torch.ops.aten.add.Tensor", Supported, "", ""},
		{"torch._int_mm", Fallback, "aten::_int_mm", ""},
		{"torch._grouped_mm", CUDAOnly, "aten::_grouped_mm", ""},
		{"torch._no_operator", Unknown, "", ""},
		{"torch.ops.aten", Unknown, "", ""},
		{"torch.Tensor.view", Limited, "aten::view", "overload dtype"},
		{"torch.repeat_interleave", Limited, "aten::repeat_interleave", "overload self_Tensor"},
		{"torch.remainder", Limited, "aten::remainder", "overload Scalar_Tensor"},
		{"torch.xlogy", Limited, "", "overload Scalar_Self"},
		{"torch.Tensor.xlogy_", Limited, "aten::xlogy_", "overload Scalar_Other"},
		{"torch.special.xlogy", Limited, "", "overload other_scalar"},
		{"torch.sort", Unsupported, "aten::sort", ""},
		{"torch.argsort", Unsupported, "aten::argsort", ""},
		{"torch.nonzero", Fallback, "aten::nonzero", ""},
		{"torch.masked_select", Fallback, "aten::masked_select", ""},
		{"torch.unique", Fallback, "torch.unique", ""},
		{"torch.nn.functional.lp_pool2d", Limited, "torch.nn.functional.lp_pool2d", "backward and arg ceil_mode = True"},
		{"jax.extend.ffi.ffi_call", Limited, "lax.ffi_call", ""},
		{"torch.nn.functional.ctc_loss", Fallback, "aten::ctc_loss", ""},
		{"torch.nn.functional.embedding_bag", Limited, "", "backward"},
		{"torch.nn.functional.one_hot", Limited, "aten::one_hot", "arg num_classes absent or arg num_classes = -1"},
		{"torch.nn.functional.interpolate", Limited, "", `arg mode = "bicubic"`},
		{"torch.nn.functional.interpolate", Limited, "", `arg mode = "bilinear" and backward`},
		{"torch.scatter_reduce", Limited, "", `arg reduce = "mean" or arg include_self = False`},
		{"torch.Tensor.__getitem__", Limited, "", "mask boolean"},
		{"torch.Tensor.__setitem__", Limited, "", "mask boolean"},
		{"torch.multinomial", Limited, "", ""},
		{"torch.fft.rfft", Unsupported, "aten::fft_rfft", ""},
		{"torch.fft.fft", Unsupported, "aten::fft_fft", ""},
		{"torch.linalg.qr", Fallback, "aten::linalg_qr", ""},
		{"torch.linalg.inv", Limited, "aten::linalg_inv", ""},
		{"torch.linalg.svd", Limited, "aten::linalg_svd", ""},
		// A kernel over a composite without a derivative has none either.
		{"torch.inverse", Limited, "aten::inverse", "backward"},
		{"torch.nn.SELU", Limited, "aten::selu", "backward"},
		{"torch.diagflat", Limited, "aten::diagflat", "backward"},
		{"torch.Tensor.std", Limited, "aten::std", "backward and not arg correction given and (arg dim given or arg unbiased given)"},
		{"torch.var", Supported, "", ""},                  // its kernel is of the overload that has a derivative
		{"torch.nn.functional.kl_div", Supported, "", ""}, // its kernel calls the composite
		{"torch.linalg.slogdet", Limited, "aten::linalg_slogdet", ""},
		{"torch.nn.utils.parametrizations.weight_norm", Limited, "aten::_weight_norm", ""},
		{"torch.nn.functional.embedding", Limited, "", ""},
		{"torch.nn.functional.pixel_unshuffle", Limited, "aten::pixel_unshuffle", ""},
		{"torch.diagonal", Limited, "aten::diagonal", "backward"},
		{"torch.linalg.eigvalsh", Fallback, "aten::linalg_eigvalsh", ""},
		{"torch.quantize_per_tensor", Fallback, "aten::quantize_per_tensor", ""},
		{"torch.Tensor.to_mkldnn", Unsupported, "aten::to_mkldnn", ""},
		{"torch.nn.HuberLoss", Fallback, "aten::huber_loss", ""},
		{"torch.Tensor.item", Limited, "", ""},
		{"torch.cov", Limited, "aten::cov", ""},
		{"torch.corrcoef", Limited, "aten::corrcoef", ""},
		{"jax.lax.cond", Unsupported, "lax.cond", ""},
		{"jax.lax.while_loop", Limited, "jax.lax.while_loop", ""},
		{"jax.lax.sort", Limited, "lax.sort", "arg num_keys > 1"},
		{"jax.numpy.sort", Supported, "", ""},
		{"jax.numpy.partition", Limited, "jax.numpy.partition", "dtype in {int32,int64}"},
		{"jax.numpy.einsum", Limited, "jax.numpy.einsum", ""},
		{"jax.random.clone", Supported, "", ""},
		{"jax.lax.conv_transpose", Limited, "jax.lax.conv_transpose", "arg strides != 1 and arg rhs_dilation given and arg rhs_dilation not in {1,None}"},
		{"torch.cummax", Limited, "aten::cummax", ""},
		{"torch.range", Fallback, "aten::range", ""},
		{"torch.kaiser_window", Unsupported, "aten::kaiser_window", ""},
		{"torch.cumsum", Limited, "aten::cumsum", "dtype in {bool,int8,int16,uint8}"},
		{"torch.Tensor.cumsum_", Supported, "", ""}, // keeps the dtype in PyTorch too
		{"torch.nn.functional.nll_loss", Limited, "aten::nll_loss_nd", "rank = 1"},
		{"torch.nn.PixelShuffle", Limited, "aten::pixel_shuffle", "backward"}, // its gradient is pixel_unshuffle, whose kernel raises
		{"torch.diagonal_copy", Limited, "aten::diagonal_copy", "backward"},
		{"torch.gather", Limited, "aten::gather", "backward and arg sparse_grad = True"},
		{"torch.Tensor.scatter_reduce", Limited, "", "backward and arg reduce = \"prod\""},
		{"torch.split_with_sizes", Limited, "aten::split_with_sizes", "rank = 2 and arg dim in {1,-1}"},
		{"torch.chunk", Supported, "", ""}, // it takes sizes for empty tensors only
		{"torch.Tensor.fill_diagonal_", Limited, "aten::fill_diagonal_", ""},
		{"torch.Tensor.unfold", Limited, "aten::unfold", ""}, // a view, which the host does not give back
		{"torch.nn.functional.unfold", Fallback, "aten::im2col", ""},
		{"torch.Tensor.cfloat", Unsupported, "torch.Tensor.cfloat", ""},
		{"torch.nn.attention.flex_attention.flex_attention", Unsupported, "", ""},
		{"torch.nn.utils.parametrizations.spectral_norm", Fallback, "", ""},
		{"torch.distributions.Normal", Limited, "", ""},
		{"torch.Tensor.masked_scatter_", Unsupported, "aten::masked_scatter_", ""},
		{"torch.rrelu_", Fallback, "aten::rrelu_", ""},
		{"torch.nn.RReLU", Limited, "aten::rrelu_", "arg inplace = True"},
		{"torch.Tensor.mm", Supported, "", ""},
		{"aten::_cufft_get_plan_cache_size", CUDAOnly, "", ""},
		{"torch.lu", Fallback, "aten::_lu_with_info", ""},
		{"torch.lobpcg", Fallback, "", ""},
		{"torch.distributions.Gamma.log_prob", Fallback, "aten::lgamma", ""},
		{"torch.distributions.StudentT.rsample", Fallback, "aten::_standard_gamma", ""},
		{"torch.linalg.vander", Limited, "", ""},
		{"jax.scipy.special.gammainc", Unsupported, "lax.igamma", ""},
		{"jax.scipy.stats.gamma.cdf", Unsupported, "lax.igamma", ""},
		{"jax.numpy.gcd", Unsupported, "jax.numpy.gcd", ""},
		{"jax.scipy.special.bessel_jn", Unsupported, "lax.cond", ""},
		{"jax.nn.initializers.normal", Limited, "", ""},
		{"jax.experimental.checkify.debug_check", Unsupported, "lax.check", ""}, // the no-op lies inside the rules for CPU, GPU and TPU
		{"jax.scipy.linalg.hessenberg", Limited, "lax.hessenberg", ""},
		{"torch.nn.AdaptiveLogSoftmaxWithLoss", Fallback, "torch.nn.AdaptiveLogSoftmaxWithLoss", ""},
		{"jax.lax.conv_general_dilated", Limited, "", ""},
		{"jax.random.poisson", Unsupported, "jax.random.poisson", ""},
		{"jax.random.gamma", Unsupported, "lax.random_gamma", ""},
		{"jax.random.dirichlet", Unsupported, "lax.random_gamma", ""},
		{"jax.numpy.fft.fft", Unsupported, "lax.fft", ""},
		{"jax.numpy.linalg.eigh", Limited, "lax.eigh", ""},
		{"jax.debug.print", Unsupported, "jax.debug.print", ""},
		{"jax.dlpack.from_dlpack", Unsupported, "jax.dlpack.*", ""},
		{"jax.experimental.sparse", Unsupported, "jax.experimental.sparse.*", ""},
		{"jax.nn.softmax", Supported, "", ""},
		{"aten::where.self", Limited, "aten::where", "arg other on host"},
		{"torch.Tensor.where", Limited, "aten::where", "arg other on host"},
		{"torch.arctan2", Limited, "aten::arctan2", "arg other on host"},
		{"torch.nn.functional.feature_alpha_dropout", Supported, "", ""}, // its p is a number
		{"torch.Tensor.masked_fill", Limited, "aten::masked_fill", "backward and overload Tensor"},
		{"torch.nn.functional.scaled_dot_product_attention", Supported, "", ""}, // it fills with a number
		{"torch.nn.functional.avg_pool2d", Limited, "aten::avg_pool2d", "arg divisor_override given and arg divisor_override != None"},
		// The derivatives hand over the input, and say so; the kernel takes it for the result.
		{"torch.nn.functional.elu", Limited, "aten::elu", "backward"},
		{"torch.nn.CELU", Limited, "aten::celu", "backward"},
		{"aten::elu_", Supported, "", ""}, // hands over the result
		{"torch.nn.functional.rrelu", Limited, "", "arg training = True"},
		{"torch.nn.PixelShuffle", Limited, "aten::pixel_shuffle", "rank != 4"},
		{"torch.Tensor.__rshift__", Limited, "aten::__rshift__", ""},
		{"torch.nn.functional.normalize", Limited, "", ""},     // divides, but no integers
		{"torch.dequantize", Fallback, "aten::dequantize", ""}, // of a tensor of the device, which is a plain one
		{"aten::where.default", Fallback, "aten::where", ""},
		{"torch.no_such_thing", Unknown, "", ""},
	}
	for _, test := range tests {
		j := db.Judge(test.api, lazyXLA())
		if j.Status != test.status || j.Stack != "xla" {
			t.Errorf("Judge(%q) = %s on %s, want %s on xla", test.api, j.Status, j.Stack, test.status)
		}
		if test.operator != "" && j.Deciding.Operator != test.operator {
			t.Errorf("Judge(%q) rests on %q, want %q", test.api, j.Deciding.Operator, test.operator)
		}
		if test.condition != "" && !hasCondition(j, test.condition) {
			t.Errorf("Judge(%q) has no finding if %s", test.api, test.condition)
		}
		if j.Status.Restricts() && (j.Deciding.Reason == "" || j.Deciding.Ref.Source == "") {
			t.Errorf("Judge(%q) has no reason or no source", test.api)
		}
	}
}

func hasCondition(j Judgement, condition string) bool {
	for _, f := range j.Findings {
		if f.Condition == condition && !f.Sometimes {
			return true
		}
	}
	return false
}

// TestJudgeStacks checks that facts about one stack are not told of the other.
func TestJudgeStacks(t *testing.T) {
	db := New()
	native := Target{SDK: "2.33", Rewrite: RewriteNeuron}
	if j := db.Judge("torch.nn.functional.grid_sample", native); j.Status != Unknown || j.Stack != "native" {
		t.Errorf("grid_sample on the native stack = %s on %s, want unknown", j.Status, j.Stack)
	}
	if j := db.Judge("torch.linalg.qr", native); j.Status != Fallback || j.Deciding.Ref.Evidence != Unofficial {
		t.Errorf("qr on the native stack = %s (%s), want fallback (unofficial)", j.Status, j.Deciding.Ref.Evidence)
	}
	if j := db.Judge("torch._grouped_mm", Target{SDK: "2.27", Rewrite: RewriteNeuron}); j.Status == CUDAOnly {
		t.Error("what torch-xla lacks is told of the native stack")
	}
	if j := db.Judge("torch.topk", Target{SDK: "2.30", Rewrite: RewriteNeuron}); !hasCondition(j, "dtype in {int32,int64}") {
		t.Error("a limit of the compiler is not told of the native stack")
	}
	db.Verdicts(func(v Verdict) bool {
		if v.Ref.Stack == "native" && strings.Contains(v.Ref.Source, "xla@") {
			t.Errorf("%s on the native stack rests on %s", v.Operator, v.Ref.Source)
		}
		return false
	})
}

// TestJudgeWeighs checks how findings of an API are put together.
func TestJudgeWeighs(t *testing.T) {
	db := tinyOperators(t, []string{
		"aten::bad\t\txla\t2.26\t\tfallback\tno lowering\t\t\tsource\ts",
		"aten::fine\t\txla\t2.26\t\tsupported\t\t\t\tderived\ts",
		"aten::frail\t\txla\t2.26\t\tlimited\tthe compiler may refuse it\t\t\tsource\ts",
		"aten::frail\t\txla\t2.26\tbackward\tlimited\tits gradient is lost\t\t\tsource\ts",
		"aten::frail\t\txla\t2.26\targ p = 0\tfallback\tno lowering for zero\t\t\tsource\ts",
		"aten::fussy\t\txla\t2.26\t\tsupported\t\t\t\tsource\ts",
		"aten::fussy\t\txla\t2.26\targ p = 0\tlimited\tnot for zero\t\t\tsource\ts",
		"torch.wrapped\t\txla\t2.26\t\tsupported\t\t\t\tdocumented\ts",
	}, []string{
		"torch.both\tfunction\t\tfine bad\t\tno\t\ts",
		"torch.fine\tfunction\ttorch.sub.fine\tfine\t\tno\t\ts",
		"torch.fussy\tfunction\t\tfine fussy\t\tno\t\ts",
		"torch.other\tfunction\t\tfine fussy\t\tno\t\ts",
		"torch.partly\tfunction\t\tfine\tbad if arg mode = 1 or arg mode = 2\tno\t\ts",
		"torch.rarely\tfunction\t\tfine\tbad\tno\t\ts",
		"torch.unseen\tfunction\t\tfine nowhere\t\tno\t\ts",
		"torch.wrapped\tfunction\t\tbad\t\tno\t\ts",
	})
	if j := db.Judge("aten::frail", lazyXLA()); !hasCondition(j, "backward") || !hasCondition(j, "arg p = 0") || !hasCondition(j, "") {
		t.Errorf("what is as bad as that of all calls is hidden by it: %v", j.Findings)
	}
	tests := []struct {
		api       string
		status    Status
		condition string
		certain   bool
	}{
		{"torch.both", Fallback, "", true},
		{"torch.fine", Supported, "", false},
		{"torch.sub.fine", Supported, "", false},
		{"torch.fussy", Limited, "arg p = 0", false},
		{"torch.other", Supported, "", false}, // p is no argument of its own
		{"torch.partly", Limited, "arg mode = 1 or arg mode = 2", false},
		{"torch.rarely", Limited, "", false},
		{"torch.unseen", Unknown, "", false},
		{"torch.wrapped", Supported, "", false}, // AWS says so of the API itself
	}
	for _, test := range tests {
		j := db.Judge(test.api, lazyXLA())
		if j.Status != test.status {
			t.Errorf("Judge(%q) = %s, want %s", test.api, j.Status, test.status)
			continue
		}
		if !j.Status.Restricts() {
			if len(j.Findings) > 0 {
				t.Errorf("Judge(%q) is %s and has findings", test.api, j.Status)
			}
			continue
		}
		if f := j.Findings[0]; f.Condition != test.condition || f.Certain() != test.certain {
			t.Errorf("Judge(%q) finds %q, certain %v; want %q, %v", test.api, f.Condition, f.Certain(), test.condition, test.certain)
		}
	}
}

// tinyOperators returns a database with tables of a few operators and APIs.
func tinyOperators(t *testing.T, operators, apis []string) *DB {
	t.Helper()
	fsys := tables(t)
	fsys["operators.tsv"].Data = []byte(strings.Join(operatorSchema().columns, "\t") + "\n" + strings.Join(operators, "\n") + "\n")
	fsys["apis.tsv"].Data = []byte(strings.Join(operatorAPISchema().columns, "\t") + "\n" + strings.Join(apis, "\n") + "\n")
	return newDB(fsys)
}

// TestOutIsGivenToFunctions checks that nothing is said of out= where there is
// none.
func TestOutIsGivenToFunctions(t *testing.T) {
	db := New()
	for api, want := range map[string]bool{
		"torch.conj_physical": true, "torch.Tensor.conj_physical": false, "torch.nn.AdaptiveAvgPool2d": false,
		"torch.nn.functional.adaptive_avg_pool2d": false,
	} {
		got := slices.ContainsFunc(db.Judge(api, lazyXLA()).Findings, func(f Finding) bool {
			return f.Condition == "arg out given"
		})
		if got != want {
			t.Errorf("%s: a finding on out= is %t", api, got)
		}
	}
}
