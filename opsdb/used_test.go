package opsdb

import (
	_ "embed"
	"strings"
	"testing"
)

// usedNames are the public names that a collection of PyTorch and JAX projects
// uses, the most used first.
//
//go:embed testdata/used_names.txt
var usedNames string

// TestUsedNamesAreKnown checks that each has an answer, if only that it reaches
// no operator.
func TestUsedNamesAreKnown(t *testing.T) {
	db := New()
	for name := range strings.FieldsSeq(usedNames) {
		_, listed := db.OperatorAPI(name)
		_, cuda := db.API(name)
		if !listed && !cuda {
			t.Errorf("%s is in no table", name)
		}
	}
}

// TestUsedNamesHaveAlternatives checks that what is said to run badly among the
// 300 most used names comes with what to write instead.
func TestUsedNamesHaveAlternatives(t *testing.T) {
	db := New()
	names := strings.Fields(usedNames)[:300]
	for _, target := range targets() {
		for _, name := range names {
			for _, f := range db.Judge(name, target).Findings {
				troubles := f.Verdict.Status == Fallback || f.Verdict.Status == Unsupported || f.Verdict.Status == CUDAOnly
				if troubles && f.Verdict.Alternative == "" {
					t.Errorf("%s on SDK %s, %s: %s is %s and nothing is said to write instead",
						name, target.SDK, target.Rewrite, f.Verdict.Operator, f.Verdict.Status)
				}
			}
		}
	}
}

// targets are the combinations of SDK and stack that operators are judged for.
func targets() []Target {
	return []Target{
		lazyXLA(),
		{SDK: "2.33", Rewrite: RewriteXLA, Instance: "trn2"},
		{SDK: "2.33", Rewrite: RewriteNeuron, Instance: "trn2"},
	}
}

// TestVerdictsHaveReasons checks the embedded table: whoever is told that an
// operator does not run as it is must be told why.
func TestVerdictsHaveReasons(t *testing.T) {
	New().Verdicts(func(v Verdict) bool {
		if v.Status != Supported && v.Status != Unknown && v.Reason == "" {
			t.Errorf("%s.%s on %s is %s without a reason", v.Operator, v.Overload, v.Ref.Stack, v.Status)
		}
		return false
	})
}

// TestReach checks names that reach no operator of their own, and names whose
// operators a person has read out of the source.
func TestReach(t *testing.T) {
	db := New()
	for name, want := range map[string]string{
		"torch.nn.Identity":             "(none)",
		"torch.no_grad":                 "(none)",
		"torch.Tensor.shape":            "(none)",
		"torch.nn.init.calculate_gain":  "(none)",
		"torch.nn.modules.Identity":     "(none)",
		"jax.numpy.promote_types":       "(none)",
		"torch.nn.Sequential":           "(callee)",
		"torch.compile":                 "(callee)",
		"jax.vmap":                      "(callee)",
		"jax.tree.map":                  "(callee)",
		"torch.utils.data.DataLoader":   "(callee)",
		"torch.distributed.all_reduce":  "(collective)",
		"torch.nn.init.ones_":           "aten::fill_",
		"torch.from_numpy":              "(none)",
		"jax.numpy.reshape":             "lax.reshape",
		"jax.Array.reshape":             "lax.reshape",
		"jax.numpy.broadcast_to":        "lax.broadcast_in_dim",
		"jax.numpy.zeros_like":          "lax.broadcast_in_dim",
		"jax.lax.stop_gradient":         "lax.stop_gradient",
		"jax.lax.convert_element_type":  "lax.convert_element_type",
		"jax.numpy.tile":                "lax.reshape lax.broadcast_in_dim",
		"torch.distributions.Bernoulli": "aten::_is_all_true",
		"torch.ao.quantization.prepare": "",
	} {
		api, ok := db.OperatorAPI(name)
		got := string(api.Reach) + strings.Join(api.Operators, " ")
		if !ok || got != want {
			t.Errorf("%s reaches %q, want %q", name, got, want)
		}
		status := db.Judge(name, lazyXLA()).Status
		if none := api.Reach != ReachUnread; none != (status == NoOperator) {
			t.Errorf("%s is %s", name, status)
		}
	}
}

// TestOverlaidReach checks that a team's verdict on an API without operators
// wins over there being none.
func TestOverlaidReach(t *testing.T) {
	db := overlaidWith(t, "torch.compile\tunsupported\t\tit hangs here\tno compilation")
	if j := db.Judge("torch.compile", lazyXLA()); j.Status != Unsupported || j.Deciding.Ref.Evidence != Overlaid {
		t.Errorf("torch.compile is %s by %s", j.Status, j.Deciding.Ref.Evidence)
	}
}
