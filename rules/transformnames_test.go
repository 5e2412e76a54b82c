package rules_test

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func sourceSpan(start, end int) source.Span { return source.Span{Start: start, End: end} }

// renamedPrefix stands before the names that renamed makes.
const renamedPrefix = "zz_"

// renamed imports everything under other names.
func (p *program) renamed() []byte {
	uses := p.names()
	for _, stmt := range p.find(syntax.KindImport, syntax.KindImportFrom) {
		for _, in := range p.Imports(stmt) {
			if !p.renames(in, uses[in.As]) {
				continue
			}
			if in.AsNode != syntax.None {
				p.replace(p.Span(in.AsNode), renamedPrefix+in.As)
			} else {
				p.put(p.Stop(in.NameNode), " as "+renamedPrefix+in.As)
			}
		}
	}
	imported := len(p.pieces)
	for name, places := range uses {
		if imported > 0 && p.importedOnly(name, places) {
			for _, n := range places {
				if !p.inImport(n) {
					p.replace(p.Span(n), renamedPrefix+name)
				}
			}
		}
	}
	return p.result()
}

// renames says whether the name that an import binds can be another.
func (p *program) renames(in syntax.Import, uses []syntax.Node) bool {
	return in.As != "" && in.Module != "__future__" && p.importedOnly(in.As, uses)
}

// importedOnly says whether a name is bound by imports and nothing else, and
// each of them can bind another. The name must not stand in a string, where
// annotations, __all__ and globals() would miss it.
func (p *program) importedOnly(name string, uses []syntax.Node) bool {
	bound := false
	for _, stmt := range p.find(syntax.KindImport, syntax.KindImportFrom) {
		for _, in := range p.Imports(stmt) {
			if in.As != name {
				continue
			}
			if in.AsNode == syntax.None && strings.Contains(in.Module, ".") && in.Name == "" {
				return false
			}
			bound = true
		}
	}
	for _, n := range uses {
		if !p.inImport(n) && p.binds(n) {
			return false
		}
	}
	for _, n := range p.find(syntax.KindStringContent) {
		if slices.Contains(identifiers(p.Text(n)), name) && !p.IsDocstring(p.Parent(n)) {
			return false
		}
	}
	return bound
}

func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// names are the identifiers that stand for variables, by name.
func (p *program) names() map[string][]syntax.Node {
	uses := make(map[string][]syntax.Node)
	for _, n := range p.find(syntax.KindIdentifier) {
		switch {
		case p.Field(n) == syntax.FieldAttribute && p.Kind(p.Parent(n)) == syntax.KindAttribute:
		case p.Field(n) == syntax.FieldName && p.Kind(p.Parent(n)) == syntax.KindKeywordArgument:
		case p.Kind(p.Parent(n)) == syntax.KindDottedName && p.First(p.Parent(n)) != n:
		default:
			uses[p.Text(n)] = append(uses[p.Text(n)], n)
		}
	}
	return uses
}

func (p *program) inImport(n syntax.Node) bool {
	for ; n != syntax.None; n = p.Parent(n) {
		if kind := p.Kind(n); kind == syntax.KindImport || kind == syntax.KindImportFrom || kind == syntax.KindFutureImport {
			return true
		}
	}
	return false
}

// binds says whether an identifier may bind or delete its name where it
// stands; in doubt it does.
func (p *program) binds(n syntax.Node) bool {
	for child, up := n, p.Parent(n); up != syntax.None; child, up = up, p.Parent(up) {
		field := p.Field(child)
		switch p.Kind(up) {
		case syntax.KindAttribute, syntax.KindSubscript, syntax.KindCall, syntax.KindType, syntax.KindDecorator:
			return false
		case syntax.KindAssignment, syntax.KindAugmentedAssignment, syntax.KindFor, syntax.KindForInClause:
			return field == syntax.FieldLeft
		case syntax.KindNamedExpression, syntax.KindFunction, syntax.KindClass:
			return field == syntax.FieldName
		case syntax.KindDefaultParameter, syntax.KindTypedDefaultParameter:
			return field == syntax.FieldName
		case syntax.KindParameters, syntax.KindLambdaParameters, syntax.KindTypedParameter, syntax.KindDelete,
			syntax.KindGlobal, syntax.KindNonlocal, syntax.KindAsPattern, syntax.KindAsPatternTarget,
			syntax.KindExcept, syntax.KindCasePattern, syntax.KindTypeParameter, syntax.KindTypeAlias:
			return true
		case syntax.KindBlock, syntax.KindModule, syntax.KindExpressionStatement:
			return false
		}
	}
	return false
}

// wrapped has the whole script in a function that is called. What stands in a
// string or a bracket keeps its lines.
func (p *program) wrapped() []byte {
	if len(p.find(syntax.KindFutureImport, syntax.KindWildcardImport, syntax.KindGlobal, syntax.KindNonlocal)) > 0 ||
		bytes.Contains(p.text, []byte("\f")) || bytes.Contains(p.text, []byte("__all__")) {
		return nil
	}
	if len(p.statements()) == 0 {
		return nil
	}
	p.put(0, "def zz_main():\n    pass\n")
	for _, s := range p.statements() {
		p.put(s.line, "    ")
	}
	// else, except and the like begin lines too, and so do decorated functions.
	for n := range p.All(syntax.Root) {
		switch p.Kind(n) {
		case syntax.KindElif, syntax.KindElse, syntax.KindExcept, syntax.KindExceptGroup, syntax.KindFinally,
			syntax.KindCaseClause, syntax.KindDecorator, syntax.KindFunction, syntax.KindClass:
			line := bytes.LastIndexByte(p.text[:p.Start(n)], '\n') + 1
			if len(bytes.TrimSpace(p.text[line:p.Start(n)])) == 0 && !p.indented(line) {
				p.put(line, "    ")
			}
		}
	}
	text := bytes.TrimRight(p.result(), "\n")
	return append(text, "\n\n\nzz_main()\n"...)
}

func (p *program) indented(line int) bool {
	return slices.ContainsFunc(p.pieces, func(o piece) bool { return o.Start == line && o.text == "    " })
}
