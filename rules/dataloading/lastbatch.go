package dataloading

import (
	"slices"
	"strings"
	"unicode"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// reportLastBatches reports the loaders for training that keep their last batch, with
// the loaders for evaluation as related places of the first. Without one for training
// it reports the first loader for evaluation, with the others as related places.
func reportLastBatches(p *analyzer.Pass, training, evaluating []syntax.Node, onXLA bool) {
	for i, call := range training {
		d := analyzer.Diagnostic{
			Span: p.Tree.Span(p.Tree.Callee(call)), Severity: analyzer.Info, Confidence: analyzer.Likely, API: loader,
			Message: "the last batch of an epoch may be smaller and is then compiled separately",
			Help:    "pass drop_last=True",
			Fact:    recompileFact(onXLA),
			Fixes:   dropLast(p, call),
		}
		if i == 0 {
			d.Related = p.Places("this loader's last batch may be smaller too; dropping samples there changes the result", evaluating...)
		}
		p.Report(d)
	}
	if len(training) > 0 || len(evaluating) == 0 {
		return
	}
	p.Report(analyzer.Diagnostic{
		Span: p.Tree.Span(p.Tree.Callee(evaluating[0])), Severity: analyzer.Info, Confidence: analyzer.Likely, API: loader,
		Message: "the last batch may be smaller than the others, and then every graph is compiled again",
		Help:    "pad the last batch to the full size and ignore the padding in the result: drop_last=True would drop samples",
		Fact:    recompileFact(onXLA),
		Related: p.Places("another one here", evaluating[1:]...),
		Fixes:   analyzer.NotMade("pad the last batch", "code that leaves the padding out of the result has to be written"),
	})
}

// keepsLastBatch reports whether a call makes a loader for training whose last
// batch may be smaller.
func keepsLastBatch(p *analyzer.Pass, call syntax.Node) bool {
	if name, _ := p.Model.CallName(call); name != loader || reach.InTestFile(p) {
		return false
	}
	if _, _, splat := p.Tree.ArgCount(call); splat && !spreadsOthers(p, call) || p.Tree.Keyword(call, "batch_sampler") != syntax.None {
		return false
	}
	if drop := p.Tree.Arg(call, 8, "drop_last"); drop != syntax.None && p.Tree.Kind(drop) != syntax.KindFalse {
		return false
	}
	return batches(p, call) && !evaluates(p, call) && !p.Model.WithoutGradient(call) && !drawnOnce(p, call) && feedsTraining(p, call)
}

// batches reports whether a loader's arguments ask it to put several examples together.
func batches(p *analyzer.Pass, call syntax.Node) bool {
	sizes := arguments(p, call, 1, "batch_size")
	return len(sizes) > 0 && !slices.ContainsFunc(sizes, func(n syntax.Node) bool {
		size, known := p.Model.Constant(n)
		return known && size.Number <= 1
	})
}

// evaluates reports whether a loader is for an evaluation, by the names of its variable
// and of its dataset, or by the dataset's arguments: such a loader counts all examples.
// These name parts of the data: a function called test is a unit test, one called valid
// tells whether something is, and one that predicts or infers has no loader of its own.
func evaluates(p *analyzer.Pass, call syntax.Node) bool {
	dataset := p.Tree.Arg(call, 0, "dataset")
	if p.Tree.Kind(p.Tree.Keyword(dataset, "train")) == syntax.KindFalse {
		return true
	}
	names := p.Tree.Text(dataset)
	if assign := p.Tree.Parent(call); p.Tree.Kind(assign) == syntax.KindAssignment {
		names += " " + p.Tree.Text(p.Tree.Child(assign, syntax.FieldLeft))
	}
	words := strings.FieldsFunc(strings.ToLower(names), func(r rune) bool { return !unicode.IsLetter(r) })
	return !slices.Contains(words, "train") && slices.ContainsFunc(words, func(w string) bool {
		return w == "test" || w == "val" || w == "valid" || w == "validation" || w == "eval" || w == "testloader" || w == "valloader"
	})
}

// spreadsOthers reports whether all that is spread into the arguments of a loader
// is written down in dictionaries, and the file never speaks of drop_last.
func spreadsOthers(p *analyzer.Pass, call syntax.Node) bool {
	if p.Model.TextHas("drop_last") || p.Model.TextHas("batch_sampler") {
		return false
	}
	for a := range p.Tree.Args(call) {
		if a.Splat == 0 {
			continue
		}
		defs := p.Model.ReachingDefs(a.Value)
		if p.Tree.Kind(a.Value) != syntax.KindIdentifier || len(defs) == 0 {
			return false
		}
		for _, d := range defs {
			if d.Kind != semantic.DefAssign || !writtenDown(p, d.Value) {
				return false
			}
		}
	}
	return true
}

// writtenDown reports whether an expression is a dictionary without anything
// spread into it, or a choice between such.
func writtenDown(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	switch p.Tree.Kind(n) {
	case syntax.KindConditional:
		then, _, otherwise := p.Tree.Conditional(n)
		return writtenDown(p, then) && writtenDown(p, otherwise)
	case syntax.KindCall:
		name, _ := p.Model.CallName(n)
		_, _, splat := p.Tree.ArgCount(n)
		return name == "builtins.dict" && !splat && p.Tree.Arg(n, 0, "") == syntax.None
	case syntax.KindDictionary:
		for pair := range p.Tree.Children(n) {
			if p.Tree.Kind(pair) == syntax.KindDictionarySplat {
				return false
			}
		}
		return true
	}
	return false
}

// shuffles reports whether an argument tells a loader to shuffle, or may do so by an
// expression: shuffle=sampler is None. A variable says nothing.
func shuffles(p *analyzer.Pass, arg syntax.Node) bool {
	arg = p.Tree.Unparen(arg)
	if value, ok := p.Model.Constant(arg); ok {
		return value.Number != 0
	}
	switch p.Tree.Kind(arg) {
	case syntax.KindComparison, syntax.KindNotOperator, syntax.KindConditional:
		return true
	}
	return false
}

// dropLast adds drop_last=True, or writes it in place of False.
func dropLast(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
	fix := analyzer.Fix{Title: "drop the last batch"}
	fix.Take(analyzer.Doubtful("the samples of the last batch are then dropped"))
	if drop := p.Tree.Arg(call, 8, "drop_last"); drop != syntax.None {
		fix.Edits = []analyzer.Edit{rewrite.Replace(p, drop, "True")}
	} else {
		fix.Edits = []analyzer.Edit{rewrite.AppendArgument(p, call, "drop_last=True")}
	}
	return []analyzer.Fix{fix}
}
