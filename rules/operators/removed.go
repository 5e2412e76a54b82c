package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var removedAPI = &analyzer.Rule{
	Code:     "NRN505",
	Name:     "removed-api",
	Category: analyzer.CategoryOpSupport,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A name that the SDK's version of PyTorch or JAX no longer has.

## What breaks

The SDK ships PyTorch 2.8 and JAX 0.6.2 or later, which dropped functions of older
versions. torch.eig, torch.symeig, torch.solve, torch.lstsq and torch.matrix_rank raise.
torch.rfft, torchvision.transforms.functional_tensor, jax.tree_map and its relatives,
jax.ops.index_update, jax.config.config and much of jax.core no longer exist.

## Example

    import jax

    doubled = jax.tree_map(lambda x: 2 * x, params)

## Use instead

    import jax

    doubled = jax.tree.map(lambda x: 2 * x, params)

The help names the successor if the framework does. Functions that JAX keeps under
another name (jax.tree_map and its relatives) are renamed; with --rewrite portable to
their name in jax.tree_util, which every JAX has. The fix is unsafe because an older JAX
may lack jax.tree.

## When there is no fix

Some successors take other arguments or return other results (torch.linalg.eigh always
returns the eigenvectors), so a person must make the change.

## When it is reported

- an imported name at the import, where the program stops, with the lines that use it

## When it is silent

- names that are checked first (hasattr, getattr with a default), tried in a try
  statement or named in its handler, or imported only for type checkers
- deprecated names that still work

## Source

The table of removed names in the source of JAX 0.6.2 and PyTorch 2.8, the change log of
JAX up to that version and the removal notes of PyTorch and torchvision, cited with the
finding.
`,
	Words: words.Operators,
	Run:   runRemovedAPI,
}

// removedImport is an import of a removed API, with its uses.
type removedImport struct {
	syntax.Import

	api  opsdb.OperatorAPI
	uses []syntax.Node
}

// runRemovedAPI reports a removed API where the program fails first: at the import that
// names it, and without one at its use.
func runRemovedAPI(p *analyzer.Pass) error {
	removed := func(name string) bool {
		api, ok := p.DB.OperatorAPI(name)
		return ok && api.Removed
	}
	imports := removedImports(p)
	for n := range p.Model.Named(removed) {
		part, api, conf := removedPart(p, n)
		if part == syntax.None || tried(p, part) || boundByTried(p, part) {
			continue
		}
		if imp := importOf(p, imports, part, api); imp != nil {
			imp.uses = append(imp.uses, part)
			continue
		}
		reportRemoved(p, part, api, conf, nil, renamed(p, part, api))
	}
	for _, imp := range imports {
		slices.Sort(imp.uses)
		reportRemoved(p, imp.place(p), imp.api, analyzer.Certain, p.Places("used here", imp.uses...), imp.renamed(p))
	}
	return nil
}

// removedImports lists the imports of removed APIs, one for a statement that imports
// from a module that is gone as a whole.
func removedImports(p *analyzer.Pass) (out []*removedImport) {
	said := map[syntax.Node]bool{}
	for _, imp := range p.Model.Imports() {
		api, ok := importsRemoved(p, imp)
		if !ok || tried(p, imp.Stmt) || said[imp.Stmt] && api.Name == imp.Module {
			continue
		}
		said[imp.Stmt] = true
		out = append(out, &removedImport{Import: imp, api: api})
	}
	return out
}

// place is the name that is gone in the statement, or the statement if its module is.
func (imp *removedImport) place(p *analyzer.Pass) syntax.Node {
	if imp.api.Name == imp.Module || p.Tree.Kind(imp.Stmt) == syntax.KindImport {
		return imp.Stmt
	}
	return imp.NameNode
}

// importOf is the import that brings the name of a reference: the import that binds it,
// or else the first in the file.
func importOf(p *analyzer.Pass, imports []*removedImport, part syntax.Node, api opsdb.OperatorAPI) *removedImport {
	var found *removedImport
	for _, imp := range imports {
		if imp.api.Name != api.Name {
			continue
		}
		for _, d := range boundBy(p, part) {
			if d.Node == imp.Bound() {
				return imp
			}
		}
		if found == nil {
			found = imp
		}
	}
	return found
}

// boundByTried reports whether a name may come from an import that is ready for it to be
// missing.
func boundByTried(p *analyzer.Pass, part syntax.Node) bool {
	return slices.ContainsFunc(boundBy(p, part), func(d semantic.Def) bool {
		return d.Kind == semantic.DefImport && tried(p, d.Value)
	})
}

// boundBy are the bindings of a plain name.
func boundBy(p *analyzer.Pass, part syntax.Node) []semantic.Def {
	if p.Tree.Kind(part) != syntax.KindIdentifier {
		return nil
	}
	return p.Model.ReachingDefs(part)
}

// importsRemoved is the API that an import names, or imports from, if that is gone. The
// database is asked for names of the frameworks alone: it remembers every question, and
// a large project imports thousands of its own names.
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

// removedPart finds the part of a chain of attributes that names a removed API.
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

func reportRemoved(p *analyzer.Pass, place syntax.Node, api opsdb.OperatorAPI, conf analyzer.Confidence, uses []analyzer.Related, fixes []analyzer.Fix) {
	message := code(api.Name) + " is no longer in JAX 0.6.2"
	switch {
	case strings.HasPrefix(api.Name, "torch."):
		message = code(api.Name) + " no longer works in PyTorch 2.8"
	case strings.HasPrefix(api.Name, "torchvision."):
		message = code(api.Name) + " is no longer in torchvision 0.23"
	}
	help := "it has no successor"
	if api.Replacement != "" {
		help = "use " + code(api.Replacement)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(place),
		Message:    message,
		Help:       help + "; SDK " + p.Target.SDK + " comes with that version or a later one",
		Severity:   analyzer.Error,
		Confidence: conf,
		API:        api.Name,
		Related:    uses,
		Fact:       opsdb.Ref{Evidence: opsdb.FromSource, Source: api.Source, SDK: "2.26-"},
		Fixes:      fixes,
	})
}

// renamed writes the name that a framework kept, where it is the same function.
func renamed(p *analyzer.Pass, part syntax.Node, api opsdb.OperatorAPI) []analyzer.Fix {
	row, ok := p.DB.Replacement(api.Name, p.Target.Rewrite)
	if !ok || row.Action != opsdb.ActionRename || p.Tree.Kind(part) != syntax.KindAttribute || p.Tree.InError(part) {
		return nil
	}
	edits := rewrite.Rename(p, part, row.Text)
	if edits == nil {
		return nil
	}
	fix := analyzer.Fix{Title: "use " + row.Text, Requires: usage.Requires(p, row.Ref), Edits: edits}
	fix.Take(rewrite.Trust(row))
	return []analyzer.Fix{fix}
}

// renamed writes where an import of one name finds it now, if the name itself is still
// the same: from jax.tree_util import tree_map.
func (imp *removedImport) renamed(p *analyzer.Pass) []analyzer.Fix {
	row, ok := p.DB.Replacement(imp.api.Name, opsdb.RewritePortable)
	module, name := split(row.Text)
	if !ok || row.Action != opsdb.ActionRename || name != imp.Name || p.Tree.InError(imp.Stmt) || !imp.alone(p) {
		return nil
	}
	fix := analyzer.Fix{
		Title: "import it from " + module, Requires: usage.Requires(p, row.Ref),
		Edits: []analyzer.Edit{rewrite.Replace(p, p.Tree.Child(imp.Stmt, syntax.FieldModuleName), module)},
	}
	fix.Take(rewrite.Trust(row))
	for _, use := range imp.uses {
		if other := renamed(p, use, imp.api); other != nil { // by way of the module
			fix.Edits = append(fix.Edits, other[0].Edits...)
		}
	}
	return []analyzer.Fix{fix}
}

// alone reports whether the statement imports nothing else.
func (imp *removedImport) alone(p *analyzer.Pass) bool {
	n := 0
	for _, other := range p.Model.Imports() {
		if other.Stmt == imp.Stmt {
			n++
		}
	}
	return n == 1 && p.Tree.Kind(imp.Stmt) == syntax.KindImportFrom
}

// split parts a qualified name into its module and the last name.
func split(name string) (module, last string) {
	dot := strings.LastIndexByte(name, '.')
	return name[:max(dot, 0)], name[dot+1:]
}

// tried reports whether code is ready for a name to be missing: inside the body of a
// try statement, in a handler, where older versions are served and the body serves
// newer ones, or under a condition that asks hasattr.
func tried(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindTry:
			if p.Tree.Field(at) == syntax.FieldBody || p.Tree.Kind(at) == syntax.KindExcept {
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
// the framework has, or is one under which code is there for type checkers alone.
func asksForName(p *analyzer.Pass, cond syntax.Node) bool {
	text := strings.ToLower(p.Tree.Text(cond))
	return strings.Contains(text, "hasattr") || strings.Contains(text, "version") || strings.Contains(text, "type_checking")
}
