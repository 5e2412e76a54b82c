package value

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxStateless bounds the steps from a module to the calls that may have made it.
const maxStateless = 6

// Stateless returns the class of the module that an expression yields, if such modules
// hold no tensor: nn.Softmax(dim=1), nn.CrossEntropyLoss() without weights. It is "" for
// all others, and for variables or attributes that may hold something else.
func (m *Values) Stateless(n syntax.Node) string { return m.stateless(n, maxStateless) }

func (m *Values) stateless(n syntax.Node, steps int) string {
	n = m.Tree.Unparen(n)
	if n == syntax.None || steps == 0 {
		return ""
	}
	switch m.Tree.Kind(n) {
	case syntax.KindIdentifier:
		return m.allStateless(BoundValues(m.ReachingDefs(n)), steps-1)
	case syntax.KindAttribute:
		return m.allStateless(m.setValues(n), steps-1)
	case syntax.KindConditional:
		body, _, orelse := m.Tree.Conditional(n)
		return m.allStateless([]syntax.Node{body, orelse}, steps-1)
	case syntax.KindCall:
		return m.makesStateless(n)
	}
	return ""
}

// allStateless returns the class of the first value, if none of the values holds a
// tensor.
func (m *Values) allStateless(values []syntax.Node, steps int) (class string) {
	for i, v := range values {
		c := m.stateless(v, steps)
		if c == "" {
			return ""
		}
		if i == 0 {
			class = c
		}
	}
	return class
}

// BoundValues returns the values of assignments; none if a name is bound in another way, or
// so often that nothing is concluded from its bindings.
func BoundValues(defs []infer.Def) (values []syntax.Node) {
	if len(defs) > scope.MaxReaching {
		return nil
	}
	for _, d := range defs {
		if d.Kind != infer.DefAssign {
			return nil
		}
		values = append(values, d.Value)
	}
	return values
}

// setValues returns the values that a class of the file stores in an attribute, except
// for the attribute itself after a move: self.loss = self.loss.cuda(). Of an attribute
// with very many stores there are none.
func (m *Values) setValues(attr syntax.Node) (values []syntax.Node) {
	class := m.SelfClass(m.Tree.Object(attr))
	if class == syntax.None {
		return nil
	}
	stores := m.AttributeStores(infer.ClassAttr{Class: class, Name: m.Tree.View(m.Tree.AttrName(attr))})
	if len(stores) > scope.MaxReaching {
		return nil
	}
	for _, s := range stores {
		switch obj, method := m.MethodCall(s.Value); {
		case s.Kind != infer.DefAssign:
			return nil
		case (method == "cuda" || method == "to") && m.Tree.View(obj) == m.Tree.View(attr):
		default:
			values = append(values, s.Value)
		}
	}
	return values
}

// makesStateless is Stateless for a call of a class.
func (m *Values) makesStateless(call syntax.Node) string {
	name, conf := m.CallName(call)
	class, ok := m.DB.Stateless(m.DB.Canonical(name))
	if _, _, splat := m.Tree.ArgCount(call); !ok || splat || conf < infer.Likely {
		return ""
	}
	for _, p := range class.Tensors {
		if given := m.Tree.Arg(call, p.Position, p.Name); given != syntax.None && m.Tree.Kind(given) != syntax.KindNoneLiteral {
			return ""
		}
	}
	return name
}
