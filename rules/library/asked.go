package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// answer is the value of a condition on a machine without CUDA.
type answer uint8

const (
	unrelated answer = iota
	present          // holds where the package is there
	absent           // holds where the package is missing
	checking         // holds for type checkers only
	script           // holds when the file is run
)

// arm grades the arms of if statements and conditional expressions.
func (r *reacher) arm(c, parent syntax.Node) reach {
	cond := r.t.Condition(parent)
	first := r.t.Field(c) == syntax.FieldConsequence
	if r.t.Kind(parent) == syntax.KindConditional {
		first = c == r.t.First(parent)
	}
	if c == cond {
		return always
	}
	if r.forNeuron(parent) {
		return never
	}
	switch a := r.ask(cond); {
	case a == checking && first:
		return never
	case a == checking, a == script && first:
		return always
	case (a == present && first || a == absent && !first) && !r.otherGives(c, parent):
		return optional
	}
	return called
}

// leftWithout reports whether a block returns before one of its statements where the
// package is missing: if not is_bnb_available(): return False.
func (r *reacher) leftWithout(block, before syntax.Node) bool {
	for stmt := range r.t.Children(block) {
		if stmt == before {
			break
		}
		if r.t.Kind(stmt) != syntax.KindIf || r.t.Child(stmt, syntax.FieldAlternative) != syntax.None || r.ask(r.t.Condition(stmt)) != absent {
			continue
		}
		if r.t.Kind(r.t.Last(r.t.Child(stmt, syntax.FieldConsequence))) == syntax.KindReturn {
			return true
		}
	}
	return false
}

// otherGives reports whether another arm of an if statement gives up, and nothing
// continues where the package is missing. A condition above an elif is decided before it.
func (r *reacher) otherGives(arm, stmt syntax.Node) bool {
	whole, from := stmt, syntax.Root
	if r.t.Kind(stmt) == syntax.KindElif {
		whole, from = r.t.Parent(stmt), stmt+1
	}
	for _, b := range r.t.Branches(whole) {
		if b.Body != arm && b.Node != arm && b.Node >= from && r.gives(b.Body) {
			return true
		}
	}
	return false
}

// forNeuron reports whether an if statement tells Neuron or XLA apart, so that
// its arms have been thought about.
func (r *reacher) forNeuron(stmt syntax.Node) bool {
	if r.t.Kind(stmt) != syntax.KindIf {
		return false
	}
	for _, b := range r.t.Branches(stmt) {
		if text := strings.ToLower(r.t.Text(b.Cond)); b.Cond != syntax.None && (strings.Contains(text, "neuron") || strings.Contains(text, "xla")) {
			return true
		}
	}
	return false
}

// ask reads a condition.
func (r *reacher) ask(cond syntax.Node) answer {
	cond = r.t.Unparen(cond)
	switch r.t.Kind(cond) {
	case syntax.KindNotOperator:
		switch r.ask(r.t.Child(cond, syntax.FieldArgument)) {
		case present:
			return absent
		case absent:
			return present
		}
		return unrelated
	case syntax.KindBooleanOperator:
		return r.askBoth(cond)
	case syntax.KindComparison:
		return r.askComparison(cond)
	}
	if name, _ := r.p.Model.Name(cond); name == "typing.TYPE_CHECKING" || r.t.Text(cond) == "TYPE_CHECKING" {
		return checking
	}
	if r.asksPackage(cond) {
		return present
	}
	return unrelated
}

// askBoth reads "a and b": the first operand that says something decides. The answer to
// "a or b" is unknown unless both say the same.
func (r *reacher) askBoth(n syntax.Node) answer {
	left := r.ask(r.t.Child(n, syntax.FieldLeft))
	right := r.ask(r.t.Child(n, syntax.FieldRight))
	switch {
	case left == right:
		return left
	case r.t.Operator(n) == "or":
		return unrelated
	case left == unrelated:
		return right
	}
	return left
}

func (r *reacher) askComparison(n syntax.Node) answer {
	operands, ops := r.t.Comparison(n)
	if len(operands) != 2 {
		return unrelated
	}
	left, right := operands[0], operands[1]
	if r.t.Text(left) == "__name__" && ops[0] == "==" {
		return script
	}
	if !r.asksPackage(left) {
		return unrelated
	}
	none := r.t.Kind(right) == syntax.KindNoneLiteral || r.t.Kind(right) == syntax.KindFalse
	if none == (ops[0] == "is" || ops[0] == "==") {
		return absent
	}
	return present
}

// asksPackage reports whether an expression tells that a package is installed:
// by its words, as is_flash_attn_available() does, as the imported package
// itself, which is None where the import failed, or as a flag.
func (r *reacher) asksPackage(n syntax.Node) bool {
	if asks(strings.ToLower(r.t.Text(n))) {
		return true
	}
	name, _ := r.p.Model.Name(n)
	if lib, ok := r.p.DB.Library(name); ok && lib.CUDAOnly {
		return true
	}
	if r.t.Kind(n) == syntax.KindCall {
		n = r.t.Callee(n)
	}
	return r.t.Kind(n) == syntax.KindIdentifier && r.isFlag(n)
}

// isFlag reports whether a name is set to True or False in a try statement or,
// if it is called HAS_ or HAVE_ something, comes from elsewhere. A HAS_BIAS
// that is a parameter or computed says nothing of packages.
func (r *reacher) isFlag(n syntax.Node) bool {
	text := strings.ToLower(strings.TrimLeft(r.t.Text(n), "_"))
	named := strings.HasPrefix(text, "has_") || strings.HasPrefix(text, "have_")
	defs := r.p.Model.ReachingDefs(n)
	for _, d := range defs {
		switch k := r.t.Kind(d.Value); {
		case d.Kind == semantic.DefImport && named:
			return true
		case d.Kind != semantic.DefAssign:
		case k == syntax.KindTrue && r.inTry(d.Node), asks(strings.ToLower(r.t.Text(d.Value))):
			return true
		}
	}
	return named && len(defs) == 0
}

func (r *reacher) inTry(n syntax.Node) bool {
	return r.t.Kind(r.t.Parent(r.t.Suite(n))) == syntax.KindTry || r.t.Kind(r.t.Parent(r.t.Parent(r.t.Suite(n)))) == syntax.KindTry
}

// asks reports whether the lower-case text of an expression reads like the
// question whether something is installed: is_flash_attn_available(),
// importlib.util.find_spec("xformers"), shutil.which("nvcc").
func asks(text string) bool {
	for _, word := range [...]string{"available", "installed", "find_spec", ".which("} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
