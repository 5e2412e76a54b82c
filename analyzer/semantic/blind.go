package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Blind counts unresolved calls and tables: the fewer, the more "clean" can be trusted.
type Blind struct {
	UnresolvedReceivers int // calls of a method that moves (cuda, to, cpu) on an unknown object
	TensorMethods       Receivers
	LargeTables         int // dictionaries with devices and too many entries to follow
}

// Receivers counts the calls of methods that, among all common classes, only tensors
// have, by whether their object is known.
type Receivers struct {
	Resolved int // it is a tensor, at likely or better
	Unknown  int // its kind is unknown
}

// Add adds up the counts of two files.
func (r Receivers) Add(other Receivers) Receivers {
	return Receivers{r.Resolved + other.Resolved, r.Unknown + other.Unknown}
}

// Blind counts the unresolved calls and tables of the file.
func (m *Model) Blind() Blind {
	if m.counted {
		return m.blind
	}
	m.counted = true
	m.blind.LargeTables = m.LargeTables()
	torch := m.ImportsAny("torch")
	own := map[string]bool{}
	for _, call := range m.Calls() {
		object, method := m.MethodCall(call)
		if method == "" || m.Type(object).Kind == KindUnknown && m.Ref(object).Name != "" {
			continue // a function of a module
		}
		moves := method == "cuda" || method == "to" || method == "cpu"
		if _, asked := own[method]; !asked {
			own[method] = m.OnlyOfTensors(method)
		}
		switch known := m.receiver(call, object); {
		case moves && known == KindUnknown:
			m.blind.UnresolvedReceivers++
		case own[method] && torch:
			m.blind.TensorMethods.count(known)
		}
	}
	return m.blind
}

// receiver is the kind of the object of a method call; KindInstance where the
// method is known and the object belongs to the project.
func (m *Model) receiver(call, object syntax.Node) Kind {
	if t := m.Type(object); t.Kind != KindUnknown {
		return t.Kind
	}
	if m.Ref(m.Tree.Callee(call)) != (Ref{}) {
		return KindInstance
	}
	return KindUnknown
}

// count adds one call. A method that only tensors have makes a possible tensor a likely
// one; see MethodRef.
func (r *Receivers) count(kind Kind) {
	switch kind {
	case KindTensor:
		r.Resolved++
	case KindUnknown:
		r.Unknown++
	}
}
