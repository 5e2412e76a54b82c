package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// Distributions is the module whose classes share the methods of one base class.
const Distributions = "torch.distributions."

// IsDistribution reports whether a name is, in canonical form, that of a class of
// torch.distributions. Its transforms and constraints have no methods of a
// distribution, so that to take them for one does no harm.
func IsDistribution(name string) bool {
	class, ok := strings.CutPrefix(name, Distributions)
	return ok && class != "" && 'A' <= class[0] && class[0] <= 'Z' && !strings.Contains(class, ".")
}

// result is what the table says that a function or method yields; what a
// distribution does not say for itself, the base class of all says.
func (m *Model) result(name string) opsdb.Returns {
	ret, ok := m.DB.Returns(name)
	if !ok && strings.HasPrefix(name, Distributions) {
		ret, _ = m.DB.Returns(Distributions + "Distribution" + name[strings.LastIndexByte(name, '.'):])
	}
	return ret
}
