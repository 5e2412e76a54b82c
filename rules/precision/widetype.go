package precision

import (
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// narrowed reports whether one expression chooses a type of 64 bits where the other
// chooses a shorter one of the same family.
func narrowed(p *analyzer.Pass, short, wide syntax.Node) bool {
	if k := p.Tree.Kind(short); (k == syntax.KindCall || p.Tree.Kind(wide) == syntax.KindCall) && !castsAlike(p, short, wide) {
		return false
	}
	brief := typeOf(p, short)
	switch typeOf(p, wide) {
	case "torch.float64":
		return brief == "torch.float32" || brief == "torch.float16" || brief == "torch.bfloat16"
	case "torch.int64":
		return brief == "torch.int32"
	}
	return false
}

// castsAlike reports whether two calls do the same with one value, each with a type of
// its own: x.float() and x.double(), or torch.tensor(n, dtype=a) and torch.tensor(n,
// dtype=b).
func castsAlike(p *analyzer.Pass, a, b syntax.Node) bool {
	first, second := p.Tree.Callee(a), p.Tree.Callee(b)
	if p.Tree.Kind(a) != syntax.KindCall || p.Tree.Kind(b) != syntax.KindCall {
		return false
	}
	if p.Tree.Same(first, second) {
		return true
	}
	return p.Tree.Kind(first) == syntax.KindAttribute && p.Tree.Kind(second) == syntax.KindAttribute &&
		p.Tree.Same(p.Tree.Object(first), p.Tree.Object(second))
}

// typeOf is the type that an expression names, or that a call gives its result.
func typeOf(p *analyzer.Pass, n syntax.Node) string {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) != syntax.KindCall {
		name, _ := p.Model.Name(n)
		return torchName(name)
	}
	callee := p.Tree.Callee(n)
	if positional, keyword, _ := p.Tree.ArgCount(n); p.Tree.Kind(callee) == syntax.KindAttribute && positional+keyword == 0 {
		switch method := p.Tree.Text(p.Tree.AttrName(callee)); method {
		case "float", "double", "int", "long", "half":
			return torchName("torch." + method)
		}
	}
	made := ""
	for arg := range p.Tree.Args(n) {
		if name, _ := p.Model.Name(arg.Value); p.DB.DTypeName(name) != "" {
			if made != "" {
				return ""
			}
			made = torchName(name)
		}
	}
	return made
}

// torchName is the type of PyTorch that a type of NumPy becomes, under the name that
// tells its width.
func torchName(name string) string {
	name = strings.Replace(name, "numpy.", "torch.", 1)
	switch name {
	case "torch.double":
		return "torch.float64"
	case "torch.float":
		return "torch.float32"
	case "torch.half":
		return "torch.float16"
	case "torch.long":
		return "torch.int64"
	case "torch.int":
		return "torch.int32"
	}
	return name
}

// outcomes are the assignments that stand in a block by themselves, and the return that
// ends it.
func outcomes(p *analyzer.Pass, block syntax.Node) (out []syntax.Node) {
	for stmt := range p.Tree.Children(block) {
		switch n := p.Tree.First(stmt); p.Tree.Kind(stmt) {
		case syntax.KindExpressionStatement:
			if p.Tree.Kind(n) == syntax.KindAssignment {
				out = append(out, n)
			}
		case syntax.KindReturn:
			out = append(out, stmt)
		}
	}
	return out
}

// outcome is the value that an assignment binds or a return hands back.
func outcome(p *analyzer.Pass, n syntax.Node) syntax.Node {
	if p.Tree.Kind(n) == syntax.KindReturn {
		return p.Tree.Unparen(p.Tree.First(n))
	}
	return p.Tree.Unparen(p.Tree.Child(n, syntax.FieldRight))
}

// sameTarget reports whether two outcomes are of the same variable, or both returned.
func sameTarget(p *analyzer.Pass, a, b syntax.Node) bool {
	return p.Tree.Kind(a) == p.Tree.Kind(b) &&
		(p.Tree.Kind(a) == syntax.KindReturn || p.Tree.Same(p.Tree.Child(a, syntax.FieldLeft), p.Tree.Child(b, syntax.FieldLeft)))
}

// otherwise is the outcome where an if statement without a second branch is skipped: what
// the statement before it binds, or the return after it.
func otherwise(p *analyzer.Pass, n, taken syntax.Node) (out syntax.Node) {
	returns := p.Tree.Kind(taken) == syntax.KindReturn
	passed := false
	for stmt := range p.Tree.Children(p.Tree.Parent(n)) {
		switch {
		case stmt == n:
			if passed = true; !returns {
				return out
			}
		case passed:
			if p.Tree.Kind(stmt) == syntax.KindReturn {
				return stmt
			}
			return syntax.None
		case !returns && p.Tree.Kind(stmt) == syntax.KindExpressionStatement:
			if first := p.Tree.First(stmt); p.Tree.Kind(first) == syntax.KindAssignment && sameTarget(p, first, taken) {
				out = first
			}
		}
	}
	return syntax.None
}

// wideComment matches comments about types of 64 bits.
var wideComment = regexp.MustCompile(`(?i)#[^\n]*\b(float64|fp64|double|int64|long)\b`)

// saysWide is the type that a comment in the branch of an if statement speaks of.
func saysWide(p *analyzer.Pass, n syntax.Node) string {
	m := wideComment.FindSubmatch(p.Tree.Bytes(n))
	switch {
	case m == nil:
		return ""
	case strings.EqualFold(string(m[1]), "int64"), strings.EqualFold(string(m[1]), "long"):
		return "torch.int64"
	}
	return "torch.float64"
}

// shortens reports whether a block makes something of 32 bits.
func shortens(p *analyzer.Pass, block syntax.Node) bool {
	for n := range p.Tree.All(block) {
		switch p.Tree.Kind(n) {
		case syntax.KindAttribute:
			switch name, _ := p.Model.Name(n); torchName(name) {
			case "torch.float32", "torch.int32":
				return true
			}
		case syntax.KindCall:
			callee := p.Tree.Callee(n)
			if p.Tree.Kind(callee) == syntax.KindAttribute {
				switch p.Tree.View(p.Tree.AttrName(callee)) {
				case "float", "int":
					return true
				}
			}
		}
	}
	return false
}
