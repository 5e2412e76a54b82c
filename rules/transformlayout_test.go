package rules_test

import (
	"bytes"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// crlf ends all lines as Windows does.
func (p *program) crlf() []byte {
	if bytes.Contains(p.text, []byte("\r")) {
		return nil
	}
	return bytes.ReplaceAll(p.text, []byte("\n"), []byte("\r\n"))
}

// bom begins as Windows' editors like to.
func (p *program) bom() []byte { return append([]byte("\ufeff"), p.text...) }

// notebook has everything in one cell. A notebook is no file of tests.
func (p *program) notebook() []byte {
	if strings.HasPrefix(p.name, "test_") {
		return nil
	}
	return oneCell(string(p.text))
}

// commented has a comment and a blank line before each statement, and a
// comment behind most lines.
func (p *program) commented() []byte {
	for _, s := range p.statements() {
		p.put(s.line, "\n"+s.indent+"# (about \"what\" follows:\n")
	}
	for _, s := range p.statements() {
		end := p.Stop(s.node)
		rest, _, _ := bytes.Cut(p.text[end:], []byte("\n"))
		if len(bytes.TrimSpace(rest)) == 0 && !within(end, p.opaque()) {
			p.put(end, "  # done ]")
		}
	}
	return p.result()
}

// spaced has white space wherever Python allows it on a line.
func (p *program) spaced() []byte {
	for _, tok := range p.tokens() {
		switch {
		case strings.IndexByte("([{,", tok.char) >= 0:
			p.put(tok.at+1, "  ")
		case strings.IndexByte(")]}", tok.char) >= 0:
			p.put(tok.at, " ")
		case tok.char == '=' && tok.depth > 0 && !p.partOfOperator(tok.at):
			p.put(tok.at, "  ")
			p.put(tok.at+1, " ")
		}
	}
	p.aroundDots(" ", " ")
	for _, call := range p.find(syntax.KindCall) {
		if arguments := p.Child(call, syntax.FieldArguments); p.Start(arguments) == p.Stop(p.Callee(call)) {
			p.put(p.Start(arguments), " ")
		}
	}
	return p.result()
}

// partOfOperator says whether the equals sign at an offset is more than that.
func (p *program) partOfOperator(at int) bool {
	around := p.text[max(at-1, 0):min(at+2, len(p.text))]
	return bytes.ContainsAny(around[:1], "=!<>:+-*/%&|^@~") || around[len(around)-1] == '='
}

// aroundDots puts something before and after the points of attributes, except
// in strings.
func (p *program) aroundDots(before, after string) {
	opaque := p.opaque()
	for _, n := range p.find(syntax.KindAttribute) {
		object, name := p.Stop(p.Object(n)), p.Start(p.AttrName(n))
		if name == object+1 && p.Kind(p.Object(n)) != syntax.KindInteger && !within(object, opaque) {
			p.put(object, before)
			p.put(name, after)
		}
	}
}

// broken has a line for each part of what stands in brackets, with comments.
// The lines are further in than any block, as where people break them: the
// parser may take others for the end of a block.
func (p *program) broken() []byte {
	margin := strings.Repeat(" ", 40)
	for _, tok := range p.tokens() {
		switch {
		case strings.IndexByte("([{", tok.char) >= 0, tok.char == ',' && tok.depth > 0:
			p.put(tok.at+1, "  # then (\n"+margin)
		case strings.IndexByte(")]}", tok.char) >= 0:
			p.put(tok.at, "\n"+margin)
		}
	}
	depth := make(map[int]int)
	for _, tok := range p.tokens() {
		depth[tok.at] = tok.depth
	}
	opaque := p.opaque()
	for _, n := range p.find(syntax.KindAttribute) {
		if object := p.Stop(p.Object(n)); depth[object] > 0 && p.text[object] == '.' && !within(object, opaque) {
			p.put(object, "\n"+margin)
		}
	}
	return p.result()
}

// commas has a comma behind the last argument of each call, and the last
// element of each list and dictionary.
func (p *program) commas() []byte {
	for _, list := range p.find(syntax.KindArgumentList, syntax.KindList, syntax.KindDictionary, syntax.KindSet) {
		last := syntax.None
		for n := range p.Children(list) {
			if p.Kind(n) != syntax.KindComment {
				last = n
			}
		}
		if last == syntax.None || p.Kind(last) == syntax.KindGenerator || within(p.Start(list), p.opaque()) {
			continue
		}
		if next := bytes.TrimLeft(p.text[p.Stop(last):], " \t\r\n"); bytes.IndexByte([]byte(")]}"), next[0]) >= 0 {
			p.put(p.Stop(last), ",")
		}
	}
	return p.result()
}

// quoted has the other kind of quotes around its strings.
func (p *program) quoted() []byte {
	other := strings.NewReplacer(`"`, `'`, `'`, `"`)
	for _, n := range p.find(syntax.KindString) {
		info, ok := p.String(n)
		inFormat := slices.ContainsFunc(p.find(syntax.KindInterpolation), func(i syntax.Node) bool { return p.Within(n, i) })
		if !ok || inFormat || p.IsDocstring(n) || bytes.ContainsAny(p.text[info.Content.Start:info.Content.End], `'"\`) {
			continue
		}
		p.replace(sourceSpan(p.Start(n), info.Content.Start), info.Prefix+other.Replace(info.Quote))
		p.replace(sourceSpan(info.Content.End, p.Stop(n)), other.Replace(info.Quote))
	}
	return p.result()
}

// bracketed has brackets around what may have them: values, conditions and
// arguments.
func (p *program) bracketed() []byte {
	wrap := func(n syntax.Node) {
		switch p.Kind(n) {
		case syntax.KindNone, syntax.KindAssignment, syntax.KindAugmentedAssignment, syntax.KindGenerator,
			syntax.KindYield, syntax.KindListSplat, syntax.KindDictionarySplat, syntax.KindExpressionList,
			syntax.KindKeywordArgument, syntax.KindParenthesized, syntax.KindComment, syntax.KindTuple:
		default:
			p.put(p.Start(n), "(")
			p.put(p.Stop(n), ")")
		}
	}
	opaque := p.opaque()
	for n := range p.All(syntax.Root) {
		if within(p.Start(n), opaque) {
			continue
		}
		switch p.Kind(n) {
		case syntax.KindAssignment, syntax.KindAugmentedAssignment:
			wrap(p.Child(n, syntax.FieldRight))
		case syntax.KindIf, syntax.KindElif, syntax.KindWhile:
			wrap(p.Child(n, syntax.FieldCondition))
		case syntax.KindReturn:
			for value := range p.Children(n) {
				wrap(value)
			}
		case syntax.KindCall:
			for arg := range p.Args(n) {
				if arg.Splat == 0 {
					wrap(arg.Value)
				}
			}
		}
	}
	return p.result()
}

// turned has the keyword arguments of each call in the opposite order, where
// that changes nothing because they only name things.
func (p *program) turned() []byte {
	for _, call := range p.find(syntax.KindCall) {
		var named []syntax.Arg
		plain := true
		for arg := range p.Args(call) {
			if arg.Name != syntax.None {
				named = append(named, arg)
				plain = plain && p.plain(arg.Value)
			}
			plain = plain && arg.Splat == 0
		}
		if !plain || within(p.Start(call), p.opaque()) {
			continue
		}
		for i, arg := range named {
			if from := named[len(named)-1-i]; from != arg {
				p.replace(p.Span(arg.Node), p.Text(from.Node))
			}
		}
	}
	return p.result()
}

// plain says whether evaluating an expression does nothing that could be seen.
func (p *program) plain(n syntax.Node) bool {
	for inner := n; inner < p.End(n); inner++ {
		switch p.Kind(inner) {
		case syntax.KindCall, syntax.KindNamedExpression, syntax.KindAwait, syntax.KindYield, syntax.KindComment:
			return false
		}
	}
	return true
}
