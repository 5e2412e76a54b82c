package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// chainedAsModule reports whether an otherwise unknown object is a module of PyTorch,
// judged by the chain of method calls around it, each of which yields its object:
// copy.deepcopy(opts.G).eval().requires_grad_(False).to(device). Other objects have eval
// or train methods too, but none of the methods that move or convert.
func (m *Model) chainedAsModule(n syntax.Node) bool {
	if !m.ImportsAny("torch") {
		return false
	}
	n = m.Tree.Unparen(n)
	if m.chained(n) == noLink {
		n = m.LinkAbove(n)
	}
	return m.chainOf(n) == chainedMode|chainedMove && !m.OwnMember("eval") && !m.OwnMember("train")
}

// chainOf is the sum of all links of the chain that a call belongs to. It is asked for
// every link, and all have the same answer, so the first question stores the answer for
// all of them.
func (m *Model) chainOf(call syntax.Node) (sum link) {
	if sum, known := m.chains[call]; known {
		return sum
	}
	var links []syntax.Node
	for at := call; m.chained(at) != noLink; at = m.Tree.Unparen(m.Tree.Object(m.Tree.Callee(at))) {
		links = append(links, at)
		sum |= m.chained(at)
	}
	for at := m.LinkAbove(call); at != syntax.None; at = m.LinkAbove(at) {
		links = append(links, at)
		sum |= m.chained(at)
	}
	if m.chains == nil {
		m.chains = make(map[syntax.Node]link)
	}
	for _, at := range links {
		m.chains[at] = sum
	}
	return sum
}

// LinkAbove is the call of a method of n that is a link of a chain, as in
// chainedAsModule; None if there is none.
func (m *Model) LinkAbove(n syntax.Node) syntax.Node {
	attr := m.Tree.Parent(n)
	for m.Tree.Kind(attr) == syntax.KindParenthesized {
		n, attr = attr, m.Tree.Parent(attr)
	}
	call := m.Tree.Parent(attr)
	if m.Tree.Kind(attr) != syntax.KindAttribute || m.Tree.Object(attr) != n || m.Tree.Callee(call) != attr || m.chained(call) == noLink {
		return syntax.None
	}
	return call
}

// link is the conclusion from one method of a chain about the object of the chain; a
// chain is the sum of its links.
type link uint8

const (
	chainedMode link = 1 << iota // evaluates or trains from now on
	chainedMove                  // is moved or converted
	noLink      link = 0
)

// IsLink reports whether a call is a link of a chain, as in chainedAsModule.
func (m *Model) IsLink(call syntax.Node) bool { return m.chained(call) != noLink }

// chained reads one call of a chain by its method and the way it is called.
func (m *Model) chained(call syntax.Node) link {
	if m.Tree.Kind(call) != syntax.KindCall {
		return noLink
	}
	_, method := m.MethodCall(call)
	positional, keywords, splat := m.Tree.ArgCount(call)
	switch method {
	case "eval":
		if positional+keywords == 0 && !splat {
			return chainedMode
		}
	case "train":
		if arg := m.Tree.Kind(m.Tree.Arg(call, 0, "mode")); positional+keywords == 0 && !splat || arg == syntax.KindFalse || arg == syntax.KindTrue {
			return chainedMode
		}
	case "requires_grad_", "to", "cuda", "cpu", "half", "float", "double", "bfloat16":
		return chainedMove
	}
	return noLink
}
