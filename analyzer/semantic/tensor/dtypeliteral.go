package tensor

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// literal returns the dtype that a factory gives to the numbers passed to it.
func (w *dtypeWalk) literal(n syntax.Node, api string) string {
	if api == "from_numpy" || api == "as_tensor" {
		return ""
	}
	if api == "full" {
		switch w.m.Tree.Kind(w.m.Tree.Arg(n, 1, "fill_value")) {
		case syntax.KindInteger:
			return "int64"
		case syntax.KindTrue, syntax.KindFalse:
			return "bool"
		}
		return ""
	}
	Whole, truth := true, api == "tensor"
	for a := range w.m.Tree.Args(n) {
		if a.Name != syntax.None || a.Splat != 0 {
			continue
		}
		k := w.m.Tree.Kind(w.firstItem(a.Value))
		Whole = Whole && k == syntax.KindInteger
		truth = truth && (k == syntax.KindTrue || k == syntax.KindFalse)
	}
	switch positional, _, splat := w.m.Tree.ArgCount(n); {
	case splat || positional == 0:
		return ""
	case Whole:
		return "int64"
	case truth:
		return "bool"
	}
	return ""
}

// firstItem descends into lists to their first number.
func (w *dtypeWalk) firstItem(n syntax.Node) syntax.Node {
	for k := w.m.Tree.Kind(n); k == syntax.KindList || k == syntax.KindTuple; k = w.m.Tree.Kind(n) {
		n = w.m.Tree.First(n)
	}
	return n
}
