package checkpoint

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxPassedOn bounds how many functions hand the name of a file on to each other.
const maxPassedOn = 3

// namedCkpt reports whether an expression may be the name of a file that ends in .ckpt,
// as those of Lightning do: written out, a constant, an argument in the file's own
// calls for a parameter, or its default, for which the function is made.
func namedCkpt(p *analyzer.Pass, name syntax.Node, functions int) bool {
	if text, ok := p.Model.Constant(name); ok {
		return strings.HasSuffix(text.Text, ".ckpt")
	}
	name = p.Tree.Unparen(name)
	if functions == 0 || p.Tree.Kind(name) != syntax.KindIdentifier {
		return false
	}
	defs := p.Model.ReachingDefs(name)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
		return false
	}
	named := func(value syntax.Node) bool { return namedCkpt(p, value, functions-1) }
	return named(defs[0].Value) || slices.ContainsFunc(p.Model.Passed(defs[0]), named)
}
