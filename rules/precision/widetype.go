package precision

import (
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// narrowed is the family of types, "float" or "int", of which one expression names a
// type of 64 bits and the other a shorter one; "" where they do not.
func narrowed(p *analyzer.Pass, short, wide syntax.Node) string {
	long, _ := p.Model.Name(wide)
	brief, _ := p.Model.Name(short)
	switch torchName(long) {
	case "torch.float64":
		switch torchName(brief) {
		case "torch.float32", "torch.float16", "torch.bfloat16":
			return "float"
		}
	case "torch.int64":
		if torchName(brief) == "torch.int32" {
			return "int"
		}
	}
	return ""
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

// assignments are the assignments that stand in a block by themselves.
func assignments(p *analyzer.Pass, block syntax.Node) (out []syntax.Node) {
	for stmt := range p.Tree.Children(block) {
		if n := p.Tree.First(stmt); p.Tree.Kind(stmt) == syntax.KindExpressionStatement && p.Tree.Kind(n) == syntax.KindAssignment {
			out = append(out, n)
		}
	}
	return out
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
