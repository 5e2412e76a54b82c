package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// writtenLast reports whether the only use of a copy on the host is that the last
// statement of a round of a loop writes it to a file: the results are wanted there, one
// by one, and nothing of the round waits behind them.
func writtenLast(p *analyzer.Pass, n syntax.Node) bool {
	for variables := maxVariables; ; {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindParenthesized, syntax.KindUnaryOperator, syntax.KindBinaryOperator, syntax.KindKeywordArgument:
			n = parent
		case syntax.KindSubscript:
			if p.Tree.Field(n) != syntax.FieldValue {
				return false
			}
			n = parent
		case syntax.KindAttribute:
			if n = p.Tree.Parent(parent); p.Tree.Kind(n) != syntax.KindCall || p.Tree.Callee(n) != parent {
				return false
			}
			if savesImage(p, n) {
				return endsBody(p, n)
			}
		case syntax.KindArgumentList:
			if n = p.Tree.Parent(parent); writesFile(p, n) {
				return endsBody(p, n)
			}
			if name, _ := p.Model.CallName(n); !strings.HasPrefix(name, "numpy.") && !strings.HasPrefix(name, "PIL.") {
				return false
			}
		case syntax.KindAssignment:
			if n = onlyUse(p, parent, n); n == syntax.None || variables == 0 {
				return false
			}
			variables--
		default:
			return false
		}
	}
}

// onlyUse is the single use of a value that is assigned to a local variable; None if
// there are more, or none.
func onlyUse(p *analyzer.Pass, assign, value syntax.Node) (only syntax.Node) {
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil || p.Tree.Child(assign, syntax.FieldRight) != value {
		return syntax.None
	}
	for _, use := range sym.Uses {
		if !p.Model.MayHold(use, value) {
			continue
		}
		if only != syntax.None {
			return syntax.None
		}
		only = use
	}
	return only
}

// savesImage reports whether a call is of the method that writes an image of Pillow.
func savesImage(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Text(p.Tree.AttrName(callee)) != "save" {
		return false
	}
	made := p.Tree.Unparen(p.Tree.Object(callee))
	if p.Tree.Kind(made) == syntax.KindIdentifier {
		defs := p.Model.ReachingDefs(made)
		if len(defs) != 1 {
			return false
		}
		made = p.Tree.Unparen(defs[0].Value)
	}
	if p.Tree.Kind(made) != syntax.KindCall {
		return false
	}
	name, _ := p.Model.CallName(made)
	return name == "PIL.Image.fromarray"
}

// writesFile reports whether a call writes its argument to a file.
func writesFile(p *analyzer.Pass, call syntax.Node) bool {
	switch name, _ := p.Model.CallName(call); name {
	case "numpy.save", "numpy.savez", "numpy.savetxt", "torch.save", "torchvision.utils.save_image", "torchaudio.save",
		"cv2.imwrite", "imageio.imwrite", "imageio.imsave", "imageio.v2.imwrite", "imageio.v3.imwrite", "skimage.io.imsave",
		"matplotlib.pyplot.imsave", "soundfile.write", "scipy.io.wavfile.write":
		return true
	}
	return false
}

// endsBody reports whether a call is a statement by itself, the last one of the body of
// a loop.
func endsBody(p *analyzer.Pass, call syntax.Node) bool {
	stmt := p.Tree.Parent(call)
	return p.Tree.Kind(stmt) == syntax.KindExpressionStatement && p.Tree.Next(stmt) == syntax.None &&
		p.Tree.Kind(p.Tree.Parent(p.Tree.Parent(stmt))) == syntax.KindFor
}
