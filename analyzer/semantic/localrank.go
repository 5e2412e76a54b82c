package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// LocalRank reports whether an expression is the number that torchrun gives a
// process on its machine, int(os.environ["LOCAL_RANK"]), on whatever way it came
// here.
func (m *Model) LocalRank(n syntax.Node) bool {
	const steps = 6
	return (&without{m: m, t: m.Tree}).localRank(n, steps)
}

func (w *without) localRank(n syntax.Node, steps int) bool {
	n = w.t.Unparen(n)
	if n == syntax.None || steps == 0 {
		return false
	}
	switch w.t.Kind(n) {
	case syntax.KindIdentifier:
		var values []syntax.Node
		for _, d := range w.m.Reaching(n) {
			if d.Kind != DefAssign {
				return false
			}
			values = append(values, d.Value)
		}
		return w.allLocalRank(values, steps)
	case syntax.KindAttribute:
		k, ok := w.m.deviceFlow().attrCell(n)
		return ok && w.allLocalRank(w.stored(k), steps)
	case syntax.KindSubscript:
		name, _ := w.m.Name(w.t.Child(n, syntax.FieldValue))
		return name == "os.environ" && w.isLocalRank(w.t.Child(n, syntax.FieldSubscript))
	case syntax.KindCall:
		switch name, _ := w.m.CallName(n); name {
		case "builtins.int":
			return w.localRank(w.t.Arg(n, 0, ""), steps-1)
		case "os.environ.get", "os.getenv":
			return w.isLocalRank(w.t.Arg(n, 0, "key")) && w.isFirst(w.t.Arg(n, 1, "default"))
		}
	}
	return false
}

func (w *without) allLocalRank(values []syntax.Node, steps int) bool {
	for _, v := range values {
		if !w.localRank(v, steps-1) {
			return false
		}
	}
	return len(values) > 0
}

func (w *without) isLocalRank(key syntax.Node) bool {
	text, ok := w.t.StringValue(key)
	return ok && text == "LOCAL_RANK"
}

// isFirst reports whether a default means the first device: none, 0 or "0".
func (w *without) isFirst(n syntax.Node) bool {
	text, _ := w.t.StringValue(n)
	return n == syntax.None || text == "0" || w.t.Text(n) == "0"
}
