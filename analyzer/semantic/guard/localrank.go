package guard

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// LocalRank reports whether an expression is the number that torchrun gives a process
// on its machine, int(os.environ["LOCAL_RANK"]), wherever it has been stored or passed,
// or the option --local_rank, which torch.distributed.launch sets.
func (m *Control) LocalRank(n syntax.Node) bool {
	w := &without{m: m, t: m.Tree}
	is := func(n syntax.Node) bool { return w.isLocalRankRead(n) || w.isLocalRankOption(n) }
	return (&ways{w: w, is: is}).lead(n, value.MaxHops)
}

// isLocalRankOption reports whether an attribute holds the option --local_rank of the
// file, and nothing else is stored there.
func (w *without) isLocalRankOption(n syntax.Node) bool {
	if w.t.Kind(n) != syntax.KindAttribute || w.t.View(w.t.AttrName(n)) != "local_rank" {
		return false
	}
	k, ok := w.m.AttrCell(n)
	declared := w.m.Settings(n)
	return ok && k.Class == syntax.None && len(declared) == 1 && declared[0].Path == "" && len(w.m.ValuesStored(k)) == 0
}

// FirstDevice reports whether a number is 0 as far as the file shows: as a literal, or
// through variables, attributes and the arguments that the file passes for a parameter.
// Other files may pass another number; no call in this file does.
func (m *Control) FirstDevice(n syntax.Node) bool {
	zero := func(n syntax.Node) bool { return m.Tree.Kind(n) == syntax.KindInteger && m.Tree.Text(n) == "0" }
	return (&ways{w: &without{m: m, t: m.Tree}, is: zero, passed: true}).lead(n, value.MaxHops)
}

// ways follows a number back to where it comes from.
type ways struct {
	w      *without
	is     func(syntax.Node) bool // recognises the expression searched for
	passed bool                   // also follow parameters
	led    map[waysFrom]bool
}

// waysFrom is a question of lead.
type waysFrom struct {
	n     syntax.Node
	steps int
}

// lead reports whether every value that a number may have satisfies is.
func (s *ways) lead(n syntax.Node, steps int) bool {
	n = s.w.t.Unparen(n)
	switch {
	case n == syntax.None || steps == 0:
		return false
	case s.is(n):
		return true
	}
	at := waysFrom{n, steps}
	leads, met := s.led[at]
	if !met {
		leads = s.leads(n, steps)
		if s.led == nil {
			s.led = make(map[waysFrom]bool)
		}
		s.led[at] = leads
	}
	return leads
}

func (s *ways) leads(n syntax.Node, steps int) bool {
	switch s.w.t.Kind(n) {
	case syntax.KindIdentifier:
		return s.binding(n, steps)
	case syntax.KindAttribute:
		k, ok := s.w.m.AttrCell(n)
		shown := k.Class != syntax.None || !s.passed // other code sets the attributes of args too
		return ok && shown && s.all(s.w.m.ValuesStored(k), steps)
	case syntax.KindCall:
		name, _ := s.w.m.CallName(n)
		return name == "builtins.int" && s.lead(s.w.t.Arg(n, 0, ""), steps-1)
	}
	return false
}

func (s *ways) all(values []syntax.Node, steps int) bool {
	for _, v := range values {
		if !s.lead(v, steps-1) {
			return false
		}
	}
	return len(values) > 0
}

// binding follows a variable to its bindings.
func (s *ways) binding(n syntax.Node, steps int) bool {
	var values []syntax.Node
	for _, d := range s.w.m.ReachingDefs(n) {
		switch {
		case d.Kind == infer.DefAssign:
			values = append(values, d.Value)
		case d.Kind == infer.DefParam && s.passed && s.isNumber(d):
			args := s.w.m.PassedValues(s.w.t.EnclosingFunction(d.Node), d)
			if !s.all(args, steps) {
				return false
			}
			values = append(values, args...)
		default:
			return false
		}
	}
	return s.all(values, steps)
}

// isNumber reports whether a parameter is for numbers, by its annotation or its name.
// For any other parameter, an unseen caller may pass a device.
func (s *ways) isNumber(d infer.Def) bool {
	switch param := s.w.t.Parent(d.Node); s.w.t.Kind(param) {
	case syntax.KindTypedParameter, syntax.KindTypedDefaultParameter:
		return s.w.t.Text(s.w.t.Child(param, syntax.FieldType)) == "int"
	}
	switch s.w.t.Text(d.Node) {
	case "rank", "local_rank", "gpu", "gpu_id":
		return true
	}
	return false
}

// isLocalRankRead reports whether an expression reads LOCAL_RANK from the
// environment.
func (w *without) isLocalRankRead(n syntax.Node) bool {
	switch w.t.Kind(n) {
	case syntax.KindSubscript:
		name, _ := w.m.Name(w.t.Child(n, syntax.FieldValue))
		return name == "os.environ" && w.isLocalRank(w.t.Child(n, syntax.FieldSubscript))
	case syntax.KindCall:
		switch name, _ := w.m.CallName(n); name {
		case "os.environ.get", "os.getenv":
			return w.isLocalRank(w.t.Arg(n, 0, "key")) && w.isFirst(w.t.Arg(n, 1, "default"))
		}
	}
	return false
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
