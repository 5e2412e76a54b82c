package library

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// answer is what a condition says of a machine without CUDA.
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
	cond := r.t.Child(parent, syntax.FieldCondition)
	first := r.t.Field(c) == syntax.FieldConsequence
	if r.t.Kind(parent) == syntax.KindConditional {
		var body syntax.Node
		body, cond, _ = r.t.Conditional(parent)
		first = c == body
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
	case a == present && first, a == absent && !first:
		return optional
	}
	return called
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
	if asks(strings.ToLower(r.t.Text(cond))) {
		return present
	}
	return unrelated
}

// askBoth reads "a and b": the first operand that says something decides. What
// "a or b" says is unknown unless both say the same.
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
	name, _ := r.p.Model.Name(left)
	if !asks(strings.ToLower(r.t.Text(left))) && !r.cudaOnly(name) {
		return unrelated
	}
	none := r.t.Kind(right) == syntax.KindNoneLiteral || r.t.Kind(right) == syntax.KindFalse
	if none == (ops[0] == "is" || ops[0] == "==") {
		return absent
	}
	return present
}

func (r *reacher) cudaOnly(name string) bool {
	lib, ok := r.p.DB.Library(name)
	return ok && lib.CUDAOnly
}

// asks reports whether the lower-case text of a condition reads like the
// question whether something is installed: is_flash_attn_available(),
// HAS_TRITON, importlib.util.find_spec("xformers"), shutil.which("nvcc").
func asks(text string) bool {
	for _, word := range [...]string{"available", "installed", "find_spec", "has_", "have_", "which("} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
