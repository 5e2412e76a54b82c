package operators

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var removedAPI = &analyzer.Rule{
	Code:     "NRN505",
	Name:     "removed-api",
	Category: analyzer.CategoryOpSupport,
	Since:    "0.1.0",
	Doc: `A name that the framework of the Neuron SDK has no longer.

## What breaks

The SDK comes with PyTorch 2.8 and JAX 0.6.2 or later ones. Code that was
written for an older version names functions that those have dropped: torch.eig,
torch.symeig, torch.solve, torch.lstsq and torch.matrix_rank raise an error,
jax.tree_map and its relatives, and much of jax.core, are not there at all.

Names that are asked for first (hasattr, getattr with a default) or tried inside
a try statement that catches AttributeError or ImportError are not reported.
Deprecated names that still work are not reported either.

## Example

    import jax

    doubled = jax.tree_map(lambda x: 2 * x, params)

## Use instead

    import jax

    doubled = jax.tree.map(lambda x: 2 * x, params)

The help names the successor where the framework does.

## When there is no fix

Some successors take other arguments or return other results (torch.linalg.eigh
returns the eigenvectors in any case), so the change is a person's.

## Source

The table of removed names in the source of JAX 0.6.2 and PyTorch 2.8, cited
with the finding.
`,
	Words: words.Operators,
	Run:   runRemovedAPI,
}

func runRemovedAPI(p *analyzer.Pass) error {
	removed := func(name string) bool {
		api, ok := p.DB.OperatorAPI(name)
		return ok && api.Removed
	}
	used := map[string]bool{}
	for n := range p.Model.Named(removed) {
		if part, api, conf := removedPart(p, n); part != syntax.None && !tried(p, part) {
			reportRemoved(p, part, api, conf)
			used[api.Name] = true
		}
	}
	said := map[syntax.Node]bool{}
	for _, imp := range p.Model.Imports() { // a name that is imported and never used fails too
		api, ok := importsRemoved(p, imp)
		if !ok || used[api.Name] || said[imp.Stmt] || tried(p, imp.Stmt) {
			continue
		}
		said[imp.Stmt] = true
		reportRemoved(p, imp.Stmt, api, analyzer.Certain)
	}
	return nil
}

// importsRemoved is the API that an import names, or imports from, if that is gone. The
// database is asked for names of the frameworks alone: it remembers what it is asked, and
// a large project imports thousands of its own.
func importsRemoved(p *analyzer.Pass, imp syntax.Import) (opsdb.OperatorAPI, bool) {
	if imp.Level > 0 || !framework(imp.Module+".") {
		return opsdb.OperatorAPI{}, false
	}
	if api, ok := p.DB.OperatorAPI(imp.Module); ok && api.Removed {
		return api, true
	}
	api, ok := p.DB.OperatorAPI(imp.Module + "." + imp.Name)
	return api, ok && api.Removed
}

// removedPart finds the part of a chain of attributes that names what is gone.
func removedPart(p *analyzer.Pass, n syntax.Node) (syntax.Node, opsdb.OperatorAPI, analyzer.Confidence) {
	for part := n; ; part = p.Tree.Object(part) {
		name, conf := p.Model.Name(part)
		if !framework(name) {
			return syntax.None, opsdb.OperatorAPI{}, 0
		}
		if api, ok := p.DB.OperatorAPI(name); ok && api.Removed {
			return part, api, conf
		}
		if p.Tree.Kind(part) != syntax.KindAttribute {
			return syntax.None, opsdb.OperatorAPI{}, 0
		}
	}
}

func reportRemoved(p *analyzer.Pass, part syntax.Node, api opsdb.OperatorAPI, conf analyzer.Confidence) {
	message := code(api.Name) + " is not in JAX 0.6.2 or later"
	if strings.HasPrefix(api.Name, "torch.") {
		message = code(api.Name) + " raises in PyTorch 2.8 or later"
	}
	help := "it has no successor"
	if api.Replacement != "" {
		help = "use " + code(api.Replacement)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(part),
		Message:    message,
		Help:       help + "; SDK " + p.Target.SDK + " comes with that version or a later one",
		Severity:   analyzer.Error,
		Confidence: conf,
		API:        api.Name,
		Fact:       opsdb.Ref{Evidence: opsdb.FromSource, Source: api.Source, SDK: "2.26-"},
	})
}

// tried reports whether code is ready for a name to be missing: inside the body
// of a try statement, or under a condition that asks hasattr.
func tried(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindTry:
			if p.Tree.Field(at) == syntax.FieldBody {
				return true
			}
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if asksForName(p, p.Tree.Condition(parent)) {
				return true
			}
		}
	}
	return false
}

// asksForName reports whether a condition tests which names, or which version,
// the framework has.
func asksForName(p *analyzer.Pass, cond syntax.Node) bool {
	text := strings.ToLower(p.Tree.Text(cond))
	return strings.Contains(text, "hasattr") || strings.Contains(text, "version")
}
