package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// occasional reports whether a condition around n lets it run in some steps
// only: every so many steps, in one process, or when somebody wants to see.
// A lambda mostly runs where it is made.
func occasional(p *analyzer.Pass, n syntax.Node) bool {
	outer := p.Tree.EnclosingFunction(n)
	for p.Tree.Kind(outer) == syntax.KindLambda {
		outer = p.Tree.EnclosingFunction(outer)
	}
	return occasionalIn(p, n, outer)
}

// occasionalIn looks for such a condition between n and outer.
func occasionalIn(p *analyzer.Pass, n, outer syntax.Node) bool {
	for at, parent := range reach.Outward(p, n) {
		if parent == outer {
			break
		}
		switch p.Tree.Kind(parent) {
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			cond := p.Tree.Condition(parent)
			if at == cond {
				continue
			}
			if holds, fails := nowAndThen(p, cond); holds && !otherwise(p, at) || fails && otherwise(p, at) {
				return true
			}
		case syntax.KindBlock:
			if leaves := mostlyLeft(p, parent); leaves != syntax.None && p.Tree.Start(leaves) < p.Tree.Start(at) {
				return true
			}
		}
	}
	return false
}

// mostlyLeft is the first statement of a block that ends most rounds or calls there:
// if step % 100 != 0: continue.
func mostlyLeft(p *analyzer.Pass, block syntax.Node) syntax.Node {
	type key struct{ block syntax.Node }
	return analyzer.Once(p, key{block}, func() syntax.Node {
		for stmt := range p.Tree.Children(block) {
			if p.Tree.Kind(stmt) != syntax.KindIf || p.Tree.Child(stmt, syntax.FieldAlternative) != syntax.None {
				continue
			}
			if _, fails := nowAndThen(p, p.Tree.Condition(stmt)); fails && endsRound(p, p.Tree.Child(stmt, syntax.FieldConsequence)) {
				return stmt
			}
		}
		return syntax.None
	})
}

// endsRound reports whether a block ends by leaving the function or the round.
func endsRound(p *analyzer.Pass, block syntax.Node) bool {
	last := p.Tree.Last(block)
	k := p.Tree.Kind(last)
	return k == syntax.KindReturn || k == syntax.KindContinue
}

// uncapturable reports whether n, or each call of the function around it, runs only
// while the flag of optimizers for CUDA graphs is off: they then count their steps on
// the host.
func uncapturable(p *analyzer.Pass, n syntax.Node) bool {
	if !p.Model.TextHas("capturable") {
		return false
	}
	fn := p.Tree.EnclosingFunction(n)
	if notCapturable(p, n, fn) {
		return true
	}
	calls := p.Model.Callers(fn)
	return len(calls) > 0 && len(calls) <= maxCallers && !slices.ContainsFunc(calls, func(call syntax.Node) bool {
		return !notCapturable(p, call, p.Tree.EnclosingFunction(call))
	})
}

// notCapturable looks for such a condition between n and the function that it stands in.
func notCapturable(p *analyzer.Pass, n, fn syntax.Node) bool {
	for at, parent := range reach.Outward(p, n) {
		if parent == fn {
			break
		}
		if cond := p.Tree.Condition(parent); cond != syntax.None && at != cond &&
			strings.Contains(p.Tree.Text(cond), "capturable") && otherwise(p, at) != deniesFirst(p, cond) {
			return true
		}
	}
	return false
}

// otherwise reports whether an arm of an if runs where its condition does not hold.
func otherwise(p *analyzer.Pass, arm syntax.Node) bool {
	parent := p.Tree.Parent(arm)
	if p.Tree.Kind(parent) == syntax.KindConditional {
		_, _, orelse := p.Tree.Conditional(parent)
		return arm == orelse
	}
	k := p.Tree.Kind(arm)
	return k == syntax.KindElse || k == syntax.KindElif
}

// nowAndThen reports whether a condition holds in some rounds only, and whether it
// fails in some only. Where one operand suffices, no other may do so in most rounds:
// not step % 100 or step % 7.
func nowAndThen(p *analyzer.Pass, cond syntax.Node) (holds, fails bool) {
	cond = p.Tree.Unparen(cond)
	switch p.Tree.Kind(cond) {
	case syntax.KindNotOperator:
		fails, holds = nowAndThen(p, p.Tree.Child(cond, syntax.FieldArgument))
		return holds, fails
	case syntax.KindBooleanOperator:
		leftHolds, leftFails := nowAndThen(p, p.Tree.Child(cond, syntax.FieldLeft))
		rightHolds, rightFails := nowAndThen(p, p.Tree.Child(cond, syntax.FieldRight))
		holds, fails = leftHolds || rightHolds, leftFails || rightFails
		if p.Tree.Operator(cond) == "and" {
			return holds, fails && !leftHolds && !rightHolds
		}
		return holds && !leftFails && !rightFails, fails
	}
	if !spares(p, cond) {
		return false, false
	}
	denies := deniesFirst(p, cond)
	return !denies, denies
}

// deniesFirst reports whether a condition begins with a negation: step % 100 != 0, not
// debug. A remainder by itself holds where it is not 0.
func deniesFirst(p *analyzer.Pass, cond syntax.Node) bool {
	cond = p.Tree.Unparen(cond)
	switch p.Tree.Kind(cond) {
	case syntax.KindNotOperator:
		return !deniesFirst(p, p.Tree.Child(cond, syntax.FieldArgument))
	case syntax.KindBinaryOperator:
		return isRest(p, cond)
	case syntax.KindComparison:
		sides, ops := p.Tree.Comparison(cond)
		return len(ops) > 0 && ops[0] == "!=" || len(ops) == 1 && exceedsNothing(p, sides, ops[0])
	}
	return false
}

// exceedsNothing reports whether a comparison holds where a rest is not 0: step % 100 >
// 0.
func exceedsNothing(p *analyzer.Pass, sides []syntax.Node, op string) bool {
	return op == ">" && isRest(p, sides[0]) && p.Tree.Text(sides[1]) == "0" ||
		op == "<" && isRest(p, sides[1]) && p.Tree.Text(sides[0]) == "0"
}

// isRest reports whether an expression is the remainder of a division: step % 100.
func isRest(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	return p.Tree.Kind(n) == syntax.KindBinaryOperator && p.Tree.Operator(n) == "%"
}

// leftToCaller reports whether a condition around n in its function is one that each
// call may decide. A check for every tenth step is not a choice of the caller.
func leftToCaller(p *analyzer.Pass, n, fn syntax.Node) bool {
	for at := n; at != fn; at = p.Tree.Parent(at) {
		stmt := p.Tree.Parent(at)
		if p.Tree.Kind(stmt) == syntax.KindIf && p.Tree.Field(at) == syntax.FieldConsequence && countsSteps(p, p.Tree.Condition(stmt)) {
			return reach.LeftToCaller(p, n, at) || leftToCaller(p, stmt, fn)
		}
	}
	return reach.LeftToCaller(p, n, fn)
}

// countsSteps reports whether a condition holds every so many steps: step % 10 == 0.
func countsSteps(p *analyzer.Pass, cond syntax.Node) bool {
	operands := reach.Operands(p.Tree, cond)
	if len(operands) != 1 {
		return false
	}
	if sides, _ := p.Tree.Comparison(operands[0]); len(sides) == 2 {
		operands = sides
	}
	return isRest(p, operands[0]) && stepCounter(strings.ToLower(p.Tree.Text(p.Tree.Child(p.Tree.Unparen(operands[0]), syntax.FieldLeft))))
}

// stepCounter recognises the names of counters of the rounds of a loop.
func stepCounter(name string) bool {
	switch name {
	case "i", "n", "it", "idx", "epoch":
		return true
	}
	return strings.Contains(name, "step") || strings.Contains(name, "iter") || strings.HasSuffix(name, "_idx")
}

// spares reports whether a condition is about logging. Code that runs every single step
// unless somebody sets another interval is not spared.
func spares(p *analyzer.Pass, cond syntax.Node) bool {
	for c := range p.Tree.All(cond) {
		switch p.Tree.Kind(c) {
		case syntax.KindBinaryOperator:
			if p.Tree.Operator(c) == "%" && !isOne(p, p.Tree.Child(c, syntax.FieldRight)) {
				return true
			}
		case syntax.KindComparison:
			if first(p, c) {
				return true
			}
		case syntax.KindIdentifier:
			if tellsSeldom(strings.ToLower(p.Tree.Text(c))) && !isOne(p, withObject(p, c)) {
				return true
			}
		}
	}
	return false
}

// withObject is the attribute that an identifier is the name of, or else the identifier.
func withObject(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if parent := p.Tree.Parent(n); p.Tree.Kind(parent) == syntax.KindAttribute && p.Tree.AttrName(parent) == n {
		return parent
	}
	return n
}

// isOne reports whether a number is 1, or is unless a setting says otherwise:
// log_interval = 1, args.log_interval.
func isOne(p *analyzer.Pass, n syntax.Node) bool {
	c, ok := p.Model.Constant(n)
	if !ok {
		c, ok = p.Model.Constant(p.Model.SettingDefault(n))
	}
	return ok && c.Kind == semantic.ConstantNumber && c.Number == 1
}

// first reports whether a comparison holds in one round only: step == 0.
func first(p *analyzer.Pass, n syntax.Node) bool {
	operands, ops := p.Tree.Comparison(n)
	if len(operands) != 2 || ops[0] != "==" || p.Tree.Kind(operands[1]) != syntax.KindInteger || isRest(p, operands[0]) {
		return false
	}
	return stepCounter(strings.ToLower(p.Tree.Text(operands[0])))
}

// tellsSeldom recognises the names of flags that are off in most steps.
func tellsSeldom(name string) bool {
	for part := range strings.SplitSeq(name, "_") {
		if seldomWord(part) {
			return true
		}
	}
	return false
}

// seldomWord recognises the words of such names. Scores, pictures and angles begin
// like some of them.
func seldomWord(part string) bool {
	for _, other := range [...]string{"logit", "logp", "logsumexp", "vision", "visual", "visible", "freqs"} {
		if strings.HasPrefix(part, other) && part != "visualize" && part != "visualise" {
			return false
		}
	}
	for _, word := range [...]string{"log", "print", "debug", "verbose", "vis", "interval", "freq", "every", "eval", "save"} {
		if strings.Contains(part, word) {
			return true
		}
	}
	return false
}
