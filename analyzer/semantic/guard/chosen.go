package guard

import (
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// chosen follows a value by which code may choose what to run.
type chosen struct {
	m      *Control
	seen   map[chosenAt]bool
	budget *int // expressions followed so far, in all files
	weak   bool // the kind of the value is not known: it chooses only where it is called
}

// chosenAt is an expression of a file.
type chosenAt struct {
	module *infer.Module
	n      syntax.Node
}

// maxChosen bounds how many expressions one question follows. What lies further is taken
// to choose.
const maxChosen = 96

// bearing says by what a value may choose, the least first.
type bearing uint8

const (
	bearsNothing bearing = iota // a number, a dtype, a device, a tensor, known code
	bearsCall                   // of unknown kind: it chooses if it is called
	bearsName                   // a name, an answer or None: it chooses where a condition reads it
	bearsCode                   // code that is not known, or for GPUs
)

// chooses reports whether an expression hands on a value that may choose unknown code.
func (w *chosen) chooses(n syntax.Node) bool {
	switch b := w.bearing(n); b {
	case bearsNothing:
		return false
	case bearsCode:
		return true
	default:
		w.weak = b == bearsCall
		return w.read(n)
	}
}

// forKernels finds names of kernels that only GPUs have.
var forKernels = regexp.MustCompile(`(?i)flash|xformers|triton|cutlass|cudnn|apex`)

// bearing is that of an expression.
func (w *chosen) bearing(n syntax.Node) bearing {
	n = w.m.Tree.Unparen(n)
	if w.spent() {
		return bearsCode
	}
	switch w.m.Tree.Kind(n) {
	case syntax.KindConditional:
		body, _, orelse := w.m.Tree.Conditional(n)
		return max(w.bearing(body), w.bearing(orelse))
	case syntax.KindList, syntax.KindTuple, syntax.KindSet, syntax.KindExpressionList:
		return w.items(slices.Collect(w.m.Tree.Children(n)))
	case syntax.KindLambda:
		return w.ends(w.m.codeFacts(w.m.Tree.Span(n)))
	case syntax.KindString, syntax.KindConcatenatedString:
		return w.text(n)
	case syntax.KindTrue, syntax.KindFalse:
		return bearsName
	case syntax.KindCall:
		return w.made(n)
	case syntax.KindIdentifier, syntax.KindAttribute:
		return w.named(n)
	case syntax.KindSubscript:
		return min(w.typed(n), bearsCall)
	}
	return bearsNothing
}

func (w *chosen) items(values []syntax.Node) (out bearing) {
	for _, v := range values {
		out = max(out, w.bearing(v))
	}
	return out
}

// aDType finds names of dtypes.
var aDType = regexp.MustCompile(`^(torch\.)?(b?float|bf|fp|u?int|complex)\d+$`)

// text is the bearing of a string: none if it is a device, a dtype or words for people.
func (w *chosen) text(n syntax.Node) bearing {
	if text, ok := w.m.Tree.StringValue(n); ok && (strings.Contains(text, " ") || aDType.MatchString(text)) {
		return bearsNothing
	}
	if len(w.m.DevicesIn([]source.Span{w.m.Tree.Span(n)})) > 0 {
		return bearsNothing
	}
	return bearsName
}

// typed is the bearing of an expression by the kind of its value.
func (w *chosen) typed(n syntax.Node) bearing {
	t := w.m.Type(n)
	switch t.Kind {
	case infer.KindUnknown, infer.KindSequence, infer.KindDict, infer.KindInstance:
		return bearsCall
	case infer.KindString, infer.KindBool:
		return bearsName
	}
	if t.OfProject() && t.Kind != infer.KindModule || t.Confidence < infer.Likely {
		return bearsCall
	}
	return bearsNothing
}

// named is the bearing of a name or an attribute.
func (w *chosen) named(n syntax.Node) bearing {
	r := w.m.Ref(n)
	switch {
	case r.Confidence < infer.Likely || r == (infer.Ref{}):
		return w.typed(n)
	case w.m.isClassRef(r):
		return w.class(r)
	case r.Member || r.Def == syntax.None && r.Foreign.Module == nil && r.Local:
		return w.typed(n)
	case forGPUBackend(r.Name):
		return bearsCode
	}
	return w.ends(w.m.valueFacts(n))
}

// forGPUBackend reports whether a name is that of a kernel of attention that PyTorch has
// for GPUs.
func forGPUBackend(name string) bool {
	backend, ok := strings.CutPrefix(name, "torch.nn.attention.SDPBackend.")
	return ok && backend != "MATH"
}

// ends is the bearing of code by where it leads.
func (w *chosen) ends(facts codeFacts) bearing {
	if (&endsWalk{m: w.m, seen: make(map[codePlace]bool)}).follow(facts) != EndsKnown {
		return bearsCode
	}
	return bearsNothing
}

// class is the bearing of a class of the project, by the code of all its methods.
func (w *chosen) class(r infer.Ref) bearing {
	if r.Foreign.Module == nil {
		return w.ends(w.m.codeFacts(w.m.Tree.Span(r.Def)))
	}
	out := bearsCode
	w.m.elsewhere(r.Foreign.Module, func(lib *Control) {
		in := &chosen{m: lib, seen: w.seen, budget: w.budget}
		out = in.ends(lib.codeFacts(lib.Tree.Span(r.Foreign.Node)))
	})
	return out
}

// made is the bearing of the result of a call. Where the call itself leads is asked of the
// region around it.
func (w *chosen) made(call syntax.Node) bearing {
	if t := w.typed(call); t == bearsNothing {
		return t
	}
	r := w.m.HeldFunction(w.m.Tree.Unparen(w.m.Tree.Callee(call)))
	switch {
	case w.m.isClassRef(r):
		return w.class(r)
	case w.m.Tree.Kind(r.Def) == syntax.KindFunction:
		return w.items(w.m.Returns(r.Def))
	case r.Foreign.Module != nil && r.Foreign.Kind == syntax.KindFunction:
		out := bearsCode
		w.m.elsewhere(r.Foreign.Module, func(lib *Control) {
			in := &chosen{m: lib, seen: w.seen, budget: w.budget}
			out = in.items(lib.Returns(r.Foreign.Node))
		})
		return out
	}
	if name, _ := w.m.CallName(call); name != "" {
		if ends, known := w.m.nameEnds(name); known && ends == EndsKnown {
			return bearsNothing
		}
	}
	return bearsCall
}

// spent counts an expression, and reports whether too many have been followed.
func (w *chosen) spent() bool {
	*w.budget++
	return *w.budget > maxChosen
}
