package jax

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// reportGiven notes a while loop whose condition is a parameter of the function around
// it, as in a library that wraps the loop: the arguments of the callers decide which
// conditions run. A function that this file calls is no such library.
func reportGiven(p *analyzer.Pass, call, cond syntax.Node, name string, conf analyzer.Confidence) {
	param, fn := givenCondition(p, cond)
	if fn == syntax.None || len(p.Model.Callers(fn)) > 0 {
		return
	}
	ref := known(p, issueWhile)
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(p.Tree.Callee(call)),
		Message:    code(name) + " loops until " + code(p.Tree.Text(param)) + " stops it, which callers pass, and a condition on more than a counter " + verb(ref),
		Help:       "document this for callers, or take a number of steps and mask the extra ones",
		Severity:   analyzer.Info,
		Confidence: min(conf, analyzer.Likely),
		API:        name,
		Fact:       ref,
	})
}

// givenCondition is the parameter that is the condition of a loop, or whose result a
// function around it returns as the condition, and the function that has the parameter;
// None for others.
func givenCondition(p *analyzer.Pass, cond syntax.Node) (param, fn syntax.Node) {
	cond = p.Tree.Unparen(cond)
	if wrapper := function(p, cond); wrapper != syntax.None {
		if cond = onlyCalled(p, wrapper); cond == syntax.None {
			return syntax.None, syntax.None
		}
	}
	if p.Tree.Kind(cond) != syntax.KindIdentifier {
		return syntax.None, syntax.None
	}
	defs := p.Model.ReachingDefs(cond)
	if len(defs) != 1 || defs[0].Kind != semantic.DefParam || defs[0].Value != syntax.None {
		return syntax.None, syntax.None // a default gives its type
	}
	fn = p.Tree.EnclosingFunction(defs[0].Node)
	if p.Tree.Kind(fn) != syntax.KindFunction || strings.HasPrefix(p.Tree.Text(p.Tree.FuncName(fn)), "_") {
		return syntax.None, syntax.None
	}
	return cond, fn
}

// onlyCalled is the function that another calls for all that it returns, handing on its
// own arguments.
func onlyCalled(p *analyzer.Pass, fn syntax.Node) syntax.Node {
	value := p.Tree.Child(fn, syntax.FieldBody)
	if p.Tree.Kind(fn) != syntax.KindLambda {
		returns := p.Model.Returns(fn)
		if len(returns) != 1 {
			return syntax.None
		}
		value = returns[0]
	}
	if value = p.Tree.Unparen(value); p.Tree.Kind(value) != syntax.KindCall {
		return syntax.None
	}
	return p.Tree.Callee(value)
}
