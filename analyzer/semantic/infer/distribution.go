package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// Distributions is the module whose classes share the methods of one base class.
const Distributions = "torch.distributions."

// IsDistribution reports whether a canonical name is that of a class of
// torch.distributions. Transforms and constraints count too; they lack the methods of a
// distribution, so this does no harm.
func IsDistribution(name string) bool {
	class, ok := strings.CutPrefix(name, Distributions)
	return ok && class != "" && 'A' <= class[0] && class[0] <= 'Z' && !strings.Contains(class, ".")
}

// result is the table's entry for the result of a function or method; a method without an
// entry for its own distribution has that of the common base class.
func (m *Model) result(name string) opsdb.Returns {
	ret, ok := m.DB.Returns(name)
	if !ok && strings.HasPrefix(name, Distributions) {
		ret, _ = m.DB.Returns(Distributions + "Distribution" + name[strings.LastIndexByte(name, '.'):])
	}
	return ret
}
