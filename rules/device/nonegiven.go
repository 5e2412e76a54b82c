package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// maxGiven bounds how many names may pass a value on, and how many values each of them may
// get.
const (
	maxGiven       = 3
	maxGivenValues = 4
)

// mayBeNone reports whether a name that is written into a device may hold None, which
// f"neuron:{device}" would spell out. The value is followed through variables, attributes
// of self and the parameters that calls in the file fill: gpu = args.gpu.
func mayBeNone(p *analyzer.Pass, n syntax.Node) bool { return givenNone(p, n, maxGiven) }

func givenNone(p *analyzer.Pass, n syntax.Node, depth int) bool {
	if n = p.Tree.Unparen(n); p.Tree.Kind(n) == syntax.KindNoneLiteral || unset(p, n) {
		return true
	}
	if depth == 0 {
		return false
	}
	for i, value := range givenValues(p, n) {
		if i < maxGivenValues && givenNone(p, value, depth-1) {
			return true
		}
	}
	return false
}

// givenValues are values that a name may hold.
func givenValues(p *analyzer.Pass, n syntax.Node) (values []syntax.Node) {
	switch p.Tree.Kind(n) {
	case syntax.KindAttribute:
		if p.Model.SelfClass(p.Tree.Object(n)) == syntax.None {
			return nil
		}
		if held, ok := p.Model.AttrCell(n); ok {
			if values = p.Model.ValuesStored(held); len(values) == 1 { // None at first is no value
				return values
			}
		}
		return nil
	case syntax.KindIdentifier:
		for _, d := range p.Model.ReachingDefs(n) {
			switch d.Kind {
			case semantic.DefAssign:
				values = append(values, d.Value)
			case semantic.DefParam:
				values = append(append(values, d.Value), p.Model.Passed(d)...)
			}
		}
	}
	return values
}

// declaredElsewhere reports whether a name is a setting of the program that this file
// neither declares nor sets, such as args.gpu of another file's parser: it may have no
// default.
func declaredElsewhere(p *analyzer.Pass, n syntax.Node) bool {
	if n = p.Tree.Unparen(n); p.Tree.Kind(n) != syntax.KindAttribute || !semantic.HoldsSettings(p.Tree, p.Tree.Object(n)) {
		return false
	}
	type key struct{}
	return analyzer.Each(p, key{}, p.Tree.Text(n), func() bool {
		if p.Model.SettingDefault(n) != syntax.None || len(p.Model.OptionValues(n)) > 0 {
			return false
		}
		if held, ok := p.Model.AttrCell(n); ok && len(p.Model.ValuesStored(held)) > 0 {
			return false
		}
		name := p.Tree.Text(p.Tree.AttrName(n))
		return !slices.ContainsFunc(p.Model.Calls(), func(call syntax.Node) bool {
			_, method := p.Model.MethodCall(call)
			return method == "add_argument" && p.Model.OptionDest(call) == name
		})
	})
}
