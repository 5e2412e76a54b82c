package operators

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

func TestWordsFollowFromTheEvidence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status   opsdb.Status
		evidence opsdb.Evidence
		stack    string
		holds    cond.Truth
		message  string
		severity analyzer.Severity
	}{
		{opsdb.Unsupported, opsdb.Documented, "xla", cond.True, "`torch.f` is not supported: it sorts", analyzer.Error},
		{opsdb.Unsupported, opsdb.FromSource, "xla", cond.True, "torch-xla 2.8 has no lowering for `torch.f`: it sorts", analyzer.Error},
		{opsdb.Unsupported, opsdb.FromSource, "native", cond.True, "`torch.f` does not run on the device: it sorts", analyzer.Error},
		{opsdb.Unsupported, opsdb.Derived, "xla", cond.True, "`torch.f` may not be supported: it sorts", analyzer.Warning},
		{opsdb.Unsupported, opsdb.Inferred, "", cond.True, "`torch.f` may not be supported: it sorts", analyzer.Warning},
		{opsdb.CUDAOnly, opsdb.FromSource, "xla", cond.True, "`torch.f` runs on CUDA only: it sorts", analyzer.Error},
		{opsdb.Fallback, opsdb.Measured, "xla", cond.True, "torch-xla 2.8 has no lowering for `torch.f` and runs it on the host", analyzer.Warning},
		{opsdb.Fallback, opsdb.FromSource, "xla", cond.True, "torch-xla 2.8 has no lowering for `torch.f` and runs it on the host", analyzer.Warning},
		{opsdb.Fallback, opsdb.Documented, "native", cond.True, "`torch.f` runs on the host: it sorts", analyzer.Warning},
		{opsdb.Fallback, opsdb.Derived, "xla", cond.True, "`torch.f` may run on the host: it sorts", analyzer.Warning},
		{opsdb.Fallback, opsdb.Unofficial, "native", cond.True, "`torch.f` may run on the host: it sorts", analyzer.Info},
		{opsdb.Limited, opsdb.Documented, "", cond.True, "`torch.f` sorts", analyzer.Warning},
		{opsdb.Limited, opsdb.Inferred, "", cond.True, "`torch.f` may be limited: it sorts", analyzer.Info},
		{opsdb.Limited, opsdb.Documented, "", cond.Unknown, "`torch.f` may fail or be slow here, depending on its arguments: it sorts", analyzer.Warning},
	} {
		v := opsdb.Verdict{Operator: "aten::f", Status: c.status, Reason: "it sorts", Ref: opsdb.Ref{Evidence: c.evidence, Stack: c.stack}}
		f := opcall.Finding{Finding: opsdb.Finding{Verdict: v}, Holds: c.holds}
		if got := message(use{Call: opcall.Call{API: "torch.f"}}, f); got != c.message {
			t.Errorf("%s on %s evidence: message is %q, want %q", c.status, c.evidence, got, c.message)
		}
		if got := severity(v); got != c.severity {
			t.Errorf("%s on %s evidence: severity is %s, want %s", c.status, c.evidence, got, c.severity)
		}
	}
}

// TestMessageOfGradients checks that a finding on gradients does not blame the
// arguments.
func TestMessageOfGradients(t *testing.T) {
	t.Parallel()
	v := opsdb.Verdict{Operator: "aten::f", Status: opsdb.Limited, Reason: "its gradient sorts"}
	f := opcall.Finding{Finding: opsdb.Finding{Verdict: v, Condition: "backward"}, Holds: cond.Unknown}
	want := "`torch.f` may fail or be slow in the backward pass: its gradient sorts"
	if got := message(use{Call: opcall.Call{API: "torch.f"}}, f); got != want {
		t.Errorf("message is %q, want %q", got, want)
	}
}

// TestMessageOfOneValueAmongSeveral checks that a finding says with which of the
// possible arguments the call is in trouble.
func TestMessageOfOneValueAmongSeveral(t *testing.T) {
	t.Parallel()
	v := opsdb.Verdict{Operator: "aten::f", Status: opsdb.Limited, Reason: "it sorts", Ref: opsdb.Ref{Evidence: opsdb.Documented}}
	f := opcall.Finding{Finding: opsdb.Finding{Verdict: v, Condition: `arg mode = "a"`}, Holds: cond.True, With: `mode="a"`}
	want := "with mode=\"a\", which is possible here, `torch.f` sorts"
	if got := message(use{Call: opcall.Call{API: "torch.f"}}, f); got != want {
		t.Errorf("message is %q, want %q", got, want)
	}
}

// TestMessageOfLimits checks that a reason about the operator itself is the predicate,
// and that a subscript does not name its mask twice.
func TestMessageOfLimits(t *testing.T) {
	t.Parallel()
	call, subscript := opcall.Call{API: "torch.f"}, opcall.Call{API: opcall.Indexing, Subscript: true}
	for _, c := range []struct {
		call         opcall.Call
		reason, want string
	}{
		{call, "it sorts for a mask", "`torch.f` sorts for a mask"},
		{call, "it calls g: the compiler has no g", "`torch.f` calls g: the compiler has no g"},
		{call, "its gradient sorts", "`torch.f` is only partly supported: its gradient sorts"},
		{subscript, "it sorts for a mask", "indexing with a mask sorts"},
	} {
		if got := limited(use{Call: c.call}, c.reason); got != c.want {
			t.Errorf("%q: message is %q, want %q", c.reason, got, c.want)
		}
	}
}

func TestHelpNamesTheStack(t *testing.T) {
	t.Parallel()
	j := opsdb.Judgement{SDK: "2.26"}
	for stack, want := range map[string]string{
		"xla":    "instead: x (for the torch-xla stack of SDK 2.26)",
		"native": "instead: x (for the native stack of SDK 2.26)",
		"":       "instead: x (for the compiler of SDK 2.26)",
	} {
		v := opsdb.Verdict{Alternative: "x", Ref: opsdb.Ref{Stack: stack}}
		if got := help(use{judgement: j}, opcall.Finding{Finding: opsdb.Finding{Verdict: v}}, false); got != want {
			t.Errorf("help for stack %q is %q, want %q", stack, got, want)
		}
	}
}

func TestHelpForIntegers(t *testing.T) {
	t.Parallel()
	use := use{judgement: opsdb.Judgement{SDK: "2.26"}}
	for alternative, want := range map[string]bool{"torch.topk with k the size of the dimension": true, "torch.where": false} {
		f := opcall.Finding{Finding: opsdb.Finding{Verdict: opsdb.Verdict{Alternative: alternative}}}
		if got := strings.Contains(help(use, f, true), "it does not take integers"); got != want {
			t.Errorf("help for integers with %q: warns %v, want %v", alternative, got, want)
		}
		if strings.Contains(help(use, f, false), "integers") {
			t.Errorf("help for floating point with %q speaks of integers", alternative)
		}
	}
}

func TestHelpForAMaskBesideAnIndex(t *testing.T) {
	t.Parallel()
	f := opcall.Finding{Finding: opsdb.Finding{Verdict: opsdb.Verdict{Alternative: "torch.where(mask, x, fill)"}}}
	for _, api := range []string{opcall.Indexing, opcall.Assigning} {
		u := use{Call: opcall.Call{API: api, Subscript: true}}
		if got := help(u, f, false); !strings.Contains(got, "torch.where(mask, x, fill)") {
			t.Errorf("help for a mask alone is %q, without the replacement of the table", got)
		}
		u.Among = true
		if got := help(u, f, false); strings.Contains(got, "torch.where(mask, x,") || !strings.Contains(got, "the other index") {
			t.Errorf("help for a mask beside an index is %q, which does not speak of the index", got)
		}
	}
}

func TestAnotherNameIsExplained(t *testing.T) {
	t.Parallel()
	v := opsdb.Verdict{Operator: "aten::im2col"}
	if got, want := reached(use{Call: opcall.Call{API: "torch.nn.Unfold"}}, v), "`aten::im2col` (from `torch.nn.Unfold`)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
