package precision

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// onCallersDevice reports whether the code below an autocast computes on its caller's
// device: nothing around it is placed on CUDA, neither in the function or class around
// it nor, in a program, anywhere in the file. On the CPU, autocast for CUDA casts
// nothing, where one for a device that is not known there raises.
func onCallersDevice(p *analyzer.Pass, at syntax.Node) bool {
	places := placements(p)
	return !places[syntax.Root] && !places[outermost(p, at)]
}

// placements are the functions and classes of the file that place something on CUDA, the
// outermost ones, and the root for a program that does.
func placements(p *analyzer.Pass) map[syntax.Node]bool {
	type key struct{}
	return analyzer.Once(p, key{}, func() map[syntax.Node]bool {
		places := make(map[syntax.Node]bool)
		add := func(n syntax.Node) {
			places[outermost(p, n)] = true
			if p.Model.IsProgram() {
				places[syntax.Root] = true
			}
		}
		for _, s := range p.Model.Devices() {
			if placesMore(s) {
				add(s.Node)
			}
		}
		for _, call := range p.Model.Calls() {
			if attr := p.Tree.Callee(call); p.Tree.Kind(attr) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(attr)) == "cuda" {
				add(call)
			}
		}
		return places
	})
}

// placesMore reports whether a literal places something, and is not only the device type
// of an autocast.
func placesMore(s *semantic.Source) bool {
	for _, k := range s.Sinks {
		if !isAutocast(k.API) {
			return s.Places()
		}
	}
	return false
}

// outermost is the outermost function or class around a node; the root outside of all.
func outermost(p *analyzer.Pass, n syntax.Node) syntax.Node {
	found := syntax.Root
	for n = p.Tree.Parent(n); n != syntax.None; n = p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindFunction, syntax.KindClass, syntax.KindDecorated:
			found = n
		}
	}
	return found
}

// decideTogether makes the fixes of all autocasts unsafe that one flag switches on, where
// one of them is not safe: training in one type would be measured in another.
func decideTogether(p *analyzer.Pass, uses []usage.Use, fixes [][]analyzer.Fix) {
	stuck := make(map[string]syntax.Node)
	for i := range uses {
		if flag := enabledBy(p, uses[i]); flag != "" && (len(fixes[i]) == 0 || fixes[i][0].Safety < edit.Safe) {
			stuck[flag] = cmp.Or(stuck[flag], uses[i].Node)
		}
	}
	for i := range uses {
		if at := stuck[enabledBy(p, uses[i])]; len(fixes[i]) > 0 && at != syntax.None {
			fixes[i][0].Limit(p.DoubtfulAt(at, "the same flag turns on the autocast on this line, which has no safe fix"))
		}
	}
}

// enabledBy is the text of the argument that switches an autocast on or off; "" if
// there is none, or a constant.
func enabledBy(p *analyzer.Pass, u usage.Use) string {
	if u.Call == syntax.None {
		return ""
	}
	position := 2
	if u.Name == cudaAutocast {
		position = 0
	}
	switch flag := p.Tree.Arg(u.Call, position, "enabled"); p.Tree.Kind(flag) {
	case syntax.KindNone, syntax.KindTrue, syntax.KindFalse:
		return ""
	default:
		return p.Tree.Text(flag)
	}
}
