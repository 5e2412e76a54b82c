package jax

import (
	"maps"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// reportCompiledElsewhere reports the functions of other files that this one compiles
// and that loop to an argument: their own file does not tell that it is traced. The
// first compiling call of a function is reported for all.
func reportCompiledElsewhere(p *analyzer.Pass, t *traced) {
	first := map[analyzer.Related]*looping{}
	var found []*looping
	there := map[*semantic.Model]*traced{}
	for _, call := range p.Model.Calls() {
		name, _ := p.Model.CallName(call)
		handed := p.Model.TracedBy(call, name)
		if p.DB.Transform(name).Traces {
			handed = append(handed, p.Tree.Arg(call, 0, "fun"))
		}
		if len(handed) == 0 || notThere(p, call) || p.Model.JAXCompilesForHost(call) {
			continue
		}
		for _, fn := range handed {
			for _, l := range t.loopingElsewhere(call, fn, there) {
				if known := first[l.at]; known != nil {
					known.others = append(known.others, l.target)
					continue
				}
				first[l.at] = l
				found = append(found, l)
			}
		}
	}
	for _, l := range found {
		reportLooping(p, l)
	}
}

// looping is a loop of a function of another file, whose end is an argument.
type looping struct {
	target     syntax.Node // the function where it is compiled
	others     []syntax.Node
	api, bound string
	at         analyzer.Related
}

// loopingElsewhere are the loops to an argument in the function of another file that a
// call compiles, or runs in a loop, with no argument bound before.
func (t *traced) loopingElsewhere(call, target syntax.Node, there map[*semantic.Model]*traced) (found []*looping) {
	target, b := t.ofOtherFile(target)
	if k := t.p.Tree.Kind(target); k != syntax.KindIdentifier && k != syntax.KindAttribute {
		return nil
	}
	statics, ok := t.statics(call)
	if !ok || b.unknown || b.shifts && len(statics) > 0 {
		return nil
	}
	name, _ := t.p.Model.CallName(call)
	t.p.Model.WithCalleeOf(target, func(in *semantic.Model, fn syntax.Node) {
		if in == t.p.Model || !in.TextHas("fori_loop") {
			return
		}
		own := there[in]
		if own == nil {
			own = newTraced(analyzer.NewPass(in, t.p.DB, t.p.Target).For(t.p.Rule, nil))
			there[in] = own
		}
		found = own.loopsTo(fn, name, statics, b)
	})
	for _, l := range found {
		l.target = target
	}
	return found
}

// ofOtherFile goes into partial and transformations to the function that a call
// compiles, which may be one of another file, and to the arguments bound before.
func (t *traced) ofOtherFile(target syntax.Node) (syntax.Node, binding) {
	tree, b := t.p.Tree, binding{by: names{}}
	for range deepest {
		target = tree.Unparen(target)
		name, _ := t.p.Model.CallName(target)
		if tree.Kind(target) != syntax.KindCall || t.p.DB.Transform(name).Makes != opsdb.MadeFunction {
			break
		}
		if name == "functools.partial" {
			b.bind(tree, target)
		}
		target = tree.Arg(target, 0, "")
	}
	return target, b
}

// loopsTo are the loops of a function whose bound is traced by an API, and that are not
// reported where they stand.
func (t *traced) loopsTo(fn syntax.Node, api string, statics []semantic.Constant, b binding) (found []*looping) {
	params := t.p.Tree.Params(fn)
	kept, ok := paramsNamed(params, statics, t.p.Tree)
	if _, compiled := t.bodies[fn]; compiled || !ok {
		return nil
	}
	for _, p := range params {
		if p.Default != syntax.None {
			kept[t.p.Tree.Text(p.Name)] = true
		}
	}
	maps.Copy(kept, t.keptBy(b, fn))
	var open []syntax.Node
	for n := range t.p.Tree.All(fn) {
		if name, _ := t.p.Model.CallName(n); last(name) == "fori_loop" && loops(t.p.DB)(name) && !notThere(t.p, n) && t.tracedBound(n) == syntax.None {
			open = append(open, n)
		}
	}
	t.note(api, fn, kept)
	for _, n := range open {
		if bound := t.tracedBound(n); bound != syntax.None {
			name, _ := t.p.Model.CallName(n)
			at := analyzer.Related{Path: t.p.Model.Path(), Span: t.p.Tree.Span(t.p.Tree.Callee(n)), Message: "loops here"}
			found = append(found, &looping{api: name, bound: t.p.Tree.Text(bound), at: at})
		}
	}
	delete(t.bodies, fn) // for the next call, which may keep others
	delete(t.models, fn)
	clear(t.walked)
	return found
}

func reportLooping(p *analyzer.Pass, l *looping) {
	ref := known(p, issueWhile)
	p.Report(analyzer.Diagnostic{
		Span: p.Tree.Span(l.target),
		Message: "the bound " + code(l.bound) + " of " + code(l.api) + " in " + code(p.Tree.Text(l.target)) +
			" depends on data where it is compiled, and a loop without a known number of iterations " + verb(ref),
		Help:       "name it in `static_argnames`, or run a fixed number of steps, as jax.lax.scan does, and mask the extra ones",
		Severity:   grade(ref),
		Confidence: analyzer.Likely,
		API:        l.api,
		Fact:       ref,
		Related:    append([]analyzer.Related{l.at}, p.Places("also compiled here", l.others...)...),
	})
}

// loops returns the test for the loops of JAX, and for those of libraries that take the
// same arguments.
func loops(db *opsdb.DB) func(api string) bool {
	return func(api string) bool {
		flow, ok := db.JAXControlFlow(api)
		return ok && flow.Loop
	}
}
