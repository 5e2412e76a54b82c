package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// code sets a piece of code apart from the words around it.
func code(text string) string { return "`" + text + "`" }

// message describes the problem of a call, and the arguments that it depends on.
func message(u use, f opcall.Finding) string {
	switch {
	case u.through == movedThere:
		return "the result of " + code(u.API) + " cannot go to the device: " + f.Verdict.Reason
	case f.With != "":
		return "with " + f.With + ", which is possible here, " + consequence(u, f)
	case f.OneOf:
		return "of the functions possible here, " + consequence(u, f)
	}
	return consequence(u, f)
}

// said is the text about a use; functions of torch.fft that fail for the same reason
// share one text.
func said(f *found) string {
	v := f.finding.Verdict
	for _, family := range [...]string{"torch.fft.", "jax.numpy.fft."} {
		if strings.HasPrefix(f.API, family) && v.Reason != "" && f.finding.With == "" && !f.finding.OneOf {
			return family + v.Reason
		}
	}
	return message(f.use, f.finding)
}

// firm reports whether evidence is of the very thing that is judged.
func firm(e opsdb.Evidence) bool {
	return e == opsdb.Documented || ofTorchXLA(e) || e == opsdb.Overlaid
}

// ofTorchXLA reports whether evidence comes from torch-xla itself: read in its source
// or measured in a run.
func ofTorchXLA(e opsdb.Evidence) bool { return e == opsdb.FromSource || e == opsdb.Measured }

// consequence describes the effect on a call, in words as strong as the evidence.
func consequence(u use, f opcall.Finding) string {
	v := f.Verdict
	firm := firm(v.Ref.Evidence)
	switch {
	case ofGradient(f) && f.Holds == cond.True, f.Condition == cond.Backward:
		return subject(u) + " may fail or be slow in the backward pass: " + v.Reason
	case f.Holds == cond.Unknown:
		return subject(u) + " may fail or be slow here, depending on its arguments: " + v.Reason
	case v.Status == opsdb.Limited && firm:
		return limited(u, v.Reason)
	case v.Status == opsdb.Limited:
		return subject(u) + " may be limited: " + v.Reason
	case v.Status == opsdb.Fallback && ofTorchXLA(v.Ref.Evidence) && v.Ref.Stack == "xla":
		return "torch-xla 2.8 has no lowering for " + reached(u, v) + " and runs it on the host"
	case v.Status == opsdb.Fallback && firm:
		return subject(u) + " runs on the host: " + v.Reason
	case v.Status == opsdb.Fallback:
		return subject(u) + " may run on the host: " + withoutHost(v.Reason)
	case v.Status == opsdb.CUDAOnly:
		return subject(u) + " runs on CUDA only: " + v.Reason
	case v.Ref.Evidence == opsdb.Documented, v.Ref.Evidence == opsdb.Overlaid:
		return subject(u) + " is not supported" + because(v.Reason)
	case ofTorchXLA(v.Ref.Evidence) && v.Ref.Stack == "xla":
		return "torch-xla 2.8 has no lowering for " + reached(u, v) + ": " + v.Reason
	case firm:
		return subject(u) + " does not run on the device: " + v.Reason
	}
	return subject(u) + " may not be supported" + because(v.Reason)
}

// withoutHost is a reason without its statement that the operator runs on the host, for
// a text that has just said so.
func withoutHost(reason string) string {
	if rest, ok := strings.CutPrefix(reason, "it runs on the host "); ok {
		return "it does " + rest
	}
	for _, end := range [...]string{" and runs on the host", " and run on the host"} {
		reason = strings.TrimSuffix(reason, end)
	}
	return reason
}

// limited is the text about a call that surely has a problem. A reason about the
// operator itself is the predicate.
func limited(u use, reason string) string {
	if does, ok := strings.CutPrefix(reason, "it "); ok {
		if u.Subscript {
			does = strings.TrimSuffix(does, " for a mask")
		}
		return subject(u) + " " + does
	}
	return subject(u) + " is only partly supported: " + reason
}

// ofGradient reports whether a verdict is about calls that are differentiated alone.
func ofGradient(f opcall.Finding) bool {
	return strings.Contains(f.Condition, cond.Backward)
}

// subject names the function called, or describes the subscript.
func subject(u use) string {
	switch {
	case u.through != "" && !isName(u.through):
		return "arithmetic with " + code(u.through)
	case u.through != "":
		return code(u.through)
	case !u.Subscript:
		return code(u.API)
	case u.API == opcall.Indexing:
		return "indexing with a mask"
	}
	return "assigning with a mask"
}

// isName reports whether a text is a name, and not a number.
func isName(text string) bool { return text[0] != '.' && (text[0] < '0' || text[0] > '9') }

// reached names the operator that a verdict is about; where the API has another
// name it tells how the two belong together.
func reached(u use, v opsdb.Verdict) string {
	name := v.Operator[strings.LastIndexAny(v.Operator, ".:")+1:]
	if own := u.API[strings.LastIndexByte(u.API, '.')+1:]; own == name {
		return subject(u)
	}
	return code(v.Operator) + " (from " + subject(u) + ")"
}

// because gives the reason, if the text is more than a placeholder.
func because(reason string) string {
	if reason == "it is not supported" {
		return ""
	}
	return ": " + reason
}

// threefryByName ends the names of functions that compute Threefry whichever generator
// is set.
const threefryByName = ".threefry_2x32"

// help gives the replacement, and the stack that the statement is about. The
// replacement of an operator may not take the same integers.
func help(u use, f opcall.Finding, integers bool) string {
	about := appliesTo(f.Verdict, u.judgement)
	if strings.HasSuffix(u.API, threefryByName) {
		return "draw with jax.random under another generator: the setting does not affect a call by name" + about
	}
	if u.Among {
		return "instead: " + amongHelp(u) + "" + about
	}
	if f.Verdict.Alternative == "" {
		return "no replacement is known" + about
	}
	if integers && strings.Contains(f.Verdict.Alternative, "torch.topk") {
		return "instead: " + f.Verdict.Alternative + "; it does not take integers, so convert them with .float() first, which is exact up to 2^24" + about
	}
	return "instead: " + f.Verdict.Alternative + "" + about
}

// amongHelp gives the replacement of a mask beside another index: the mask picks from
// the result of that index and not from the tensor.
func amongHelp(u use) string {
	if u.API == opcall.Assigning {
		return "take the whole part selected by the other index, choose in it with torch.where(mask, value, part), and write it back"
	}
	return "use only the other index, and choose in the result with torch.where(mask, part, fill), which keeps the shape"
}

// appliesTo is the suffix of an advice that names its stack.
func appliesTo(v opsdb.Verdict, j opsdb.Judgement) string { return " (for " + stackName(v, j) + ")" }

// stackName names the stack of a verdict; compiler and hardware serve both stacks.
func stackName(v opsdb.Verdict, j opsdb.Judgement) string {
	switch v.Ref.Stack {
	case "xla":
		return "the torch-xla stack of SDK " + j.SDK
	case "native":
		return "the native stack of SDK " + j.SDK
	}
	return "the compiler of SDK " + j.SDK
}
