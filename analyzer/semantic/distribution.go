package semantic

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// distributions is the module whose classes share the methods of one base class.
const distributions = "torch.distributions."

// isDistribution reports whether a name is, in canonical form, that of a class of
// torch.distributions. Its transforms and constraints have no methods of a
// distribution, so that to take them for one does no harm.
func isDistribution(name string) bool {
	class, ok := strings.CutPrefix(name, distributions)
	return ok && class != "" && 'A' <= class[0] && class[0] <= 'Z' && !strings.Contains(class, ".")
}

// result is what the table says that a function or method yields; what a
// distribution does not say for itself, the base class of all says.
func (m *Model) result(name string) opsdb.Returns {
	ret, ok := m.DB.Returns(name)
	if !ok && strings.HasPrefix(name, distributions) {
		ret, _ = m.DB.Returns(distributions + "Distribution" + name[strings.LastIndexByte(name, '.'):])
	}
	return ret
}

// distribution reports whether a call makes a distribution, or asks one for
// something, all of whose parameters are on the host: tensors there, and numbers,
// of which it makes tensors there.
func (w *hostWalk) distribution(call syntax.Node) bool {
	t := w.m.Tree
	if obj, _ := w.m.method(call); isDistribution(w.m.Type(obj).Name) {
		return w.of(obj)
	}
	for a := range t.Args(call) {
		if w.m.Type(a.Value).Kind == KindTensor && !w.of(a.Value) {
			return false
		}
	}
	return true
}
