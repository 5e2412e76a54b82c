package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// figure reports whether a name yields a wrong figure without CUDA, such as 0 for the
// memory in use, that is only shown to people: printed, logged, or handed to a meter or a
// writer. What a program returns, stores or computes further is its result, and a program
// whose results are wrong is not mended around them.
func figure(p *analyzer.Pass, u usage.Use, api opsdb.API) bool {
	if api.Consequence != opsdb.Zero || analyzer.Category(api.Category) != analyzer.CategoryMemory || u.Call == syntax.None {
		return false
	}
	const maxVariables = 3
	return onlyShown(p, u.Call, maxVariables)
}

// onlyShown reports whether a number is only shown, directly or through up to the given
// number of variables. It may be converted to other units on the way.
func onlyShown(p *analyzer.Pass, n syntax.Node, variables int) bool {
	const maxClimb = 24
	t := p.Tree
	for range maxClimb {
		outer := t.Parent(n)
		switch t.Kind(outer) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindArgumentList, syntax.KindKeywordArgument,
			syntax.KindDictionary, syntax.KindPair, syntax.KindTuple, syntax.KindList:
		case syntax.KindExpressionStatement, syntax.KindInterpolation:
			return true
		case syntax.KindCall:
			switch name, _ := p.Model.CallName(outer); {
			case shows(p, outer), name == "builtins.str", name == "builtins.repr":
				return true
			case !number(name):
				return false
			}
		case syntax.KindBinaryOperator:
			if divides(t, outer, n) {
				return false
			}
			if p.Model.Type(outer).Kind == semantic.KindString {
				return true // "%d MB" % used
			}
		case syntax.KindAssignment:
			target := t.Child(outer, syntax.FieldLeft)
			return t.Kind(target) == syntax.KindIdentifier && variables > 0 && variableShown(p, target, variables-1)
		default:
			return false
		}
		n = outer
	}
	return false
}

// shows reports whether a call only shows its arguments: it prints or logs them, makes a
// text of them, or hands them to a meter, a writer or a progress bar.
func shows(p *analyzer.Pass, call syntax.Node) bool {
	if p.Model.Shows(call) {
		return true
	}
	obj, method := p.Model.MethodCall(call)
	switch method {
	case "format", "add_scalar", "add_scalars", "log_metric", "log_metrics", "log_dict", "log_scalar", "put_scalar", "set_postfix", "set_description":
		return true
	case "update", "log", "write", "add", "record":
		owner := strings.ToLower(p.Tree.Text(obj))
		for _, word := range [...]string{"meter", "log", "writer", "metric", "bar", "wandb", "board", "stdout", "stderr"} {
			if strings.Contains(owner, word) {
				return true
			}
		}
	}
	return false
}

// number reports whether a function makes a number of a number.
func number(name string) bool {
	switch name {
	case "builtins.int", "builtins.float", "builtins.round", "builtins.abs":
		return true
	}
	return false
}

// divides reports whether n is the divisor of an operation.
func divides(t *syntax.Tree, operation, n syntax.Node) bool {
	switch t.Operator(operation) {
	case "/", "//", "%":
		return t.Child(operation, syntax.FieldRight) == n
	}
	return false
}

// variableShown reports whether every use of a local variable only shows it; nothing needs
// a variable without uses.
func variableShown(p *analyzer.Pass, target syntax.Node, variables int) bool {
	const maxUses = 64
	sym := p.Model.Symbol(target)
	if sym == nil || len(sym.Uses) > maxUses {
		return false
	}
	for _, use := range sym.Uses {
		if !onlyShown(p, use, variables) {
			return false
		}
	}
	return true
}
