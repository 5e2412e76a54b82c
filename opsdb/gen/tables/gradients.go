package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// implicit is the kind of the composites that PyTorch differentiates through
// their parts, so that most have no derivative of their own.
const implicit = "CompositeImplicitAutograd"

// underived tells whether torch-xla has a kernel for a composite that PyTorch
// has no derivative of. The dispatcher then passes the composite over, and
// nothing differentiates the kernel. One that is registered for autograd itself
// is left to do so.
func underived(r, op record) bool {
	kernel, ok := strings.CutPrefix(lastForm(r["why"]), "XLA kernel ")
	return ok && r["effective"] == "lowered" && !strings.HasPrefix(kernel, "(autograd)") &&
		op["schema_kind"] != "out" && op["composite_kind"] == implicit && op["derivative"] == ""
}

// underivedGrounds are where the dispatcher passes over a composite that has a
// kernel, where the gradient of such a kernel ends, and who found it out.
const underivedGrounds = " ; pytorch/pytorch@v2.4.0:aten/src/ATen/core/dispatch/OperatorEntry.cpp:348" +
	" ; pytorch/pytorch@v2.4.0:torch/csrc/autograd/autograd_not_implemented_fallback.cpp:198" +
	" ; https://github.com/pytorch/xla/issues/3247"

// underivedReason is in the reason for the gradient of such a kernel, behind the
// subject. Its alternative is found by these words.
const underivedReason = "has no derivative in torch-xla, so "

// underivedEnd names the fate of that gradient: an in-place kernel is no step of its
// own for it.
func underivedEnd(name string) string {
	if strings.HasSuffix(name, "_") {
		return "gradients pass through it unchanged"
	}
	return "its gradient is lost with only a warning"
}

// gradients are the verdicts on the gradient of an operator: the parts of it that run
// on the host, and that it is lost where a kernel has none. Where only the gradient of
// a later overload has such a part, the verdict is about that overload.
func (p phrases) gradients(name string, base opsdb.Verdict, usual []lowering) []opsdb.Verdict {
	words := p.partials[name+".backward"]
	if words["condition"] == never {
		return nil
	}
	v := base
	v.Overload, v.Status = "", opsdb.Limited
	v.Condition = cmp.Or(words["condition"], cond.Backward)
	v.Ref.Evidence = opsdb.Derived
	if i := slices.IndexFunc(usual, func(l lowering) bool { return l.backward != "" }); i >= 0 {
		if i > 0 {
			v.Condition += " and overload " + usual[i].overload
		}
		v.Reason = cmp.Or(words["reason"], "its gradient calls "+listed(usual[i].backward, "runs on the host", "run on the host"))
		v.Ref.Source = cmp.Or(words["source"], v.Ref.Source)
		return []opsdb.Verdict{v}
	}
	for _, l := range usual {
		if l.underived {
			v.Reason = "it " + underivedReason + underivedEnd(name)
			v.Ref.Source = l.verdict.Ref.Source + underivedGrounds
			return []opsdb.Verdict{v}
		}
	}
	return nil
}
