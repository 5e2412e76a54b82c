package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// deviceModule yields the module of the accelerator in use: torch.cuda, torch.neuron.
const deviceModule = "torch.get_device_module"

// moduleFix takes a function from the module of the accelerator in use.
func moduleFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement, fix *analyzer.Fix) {
	fix.Title = "use the module of the device in use"
	switch {
	case u.Name == "torch.cuda.get_rng_state_all":
		fix.Edits = eachState(p, u)
	case u.Name == "torch.cuda.set_rng_state_all":
		fix.Edits = setEachState(p, u)
	case takenFromModule(p, u):
		_, function, _ := strings.Cut(row.Text, "().")
		if text, imports, ok := rewrite.Qualified(p, deviceModule, u.Node); ok {
			fix.Edits = append(fix.Edits, imports...)
			fix.Edits = append(fix.Edits, rewrite.Replace(p, u.Node, text+"()."+function))
		}
	}
}

// takenFromModule reports whether the function of another module can take the place of
// torch.cuda's: it is called with arguments that are named alike, and its answer about
// the device exists for others than GPUs.
func takenFromModule(p *analyzer.Pass, u usage.Use) bool {
	switch u.Name {
	case "torch.cuda.set_rng_state":
		return p.Tree.Keyword(u.Call, "new_state") == syntax.None
	case "torch.cuda.get_device_name":
		return !compared(p, u.Call)
	case "torch.cuda.get_device_properties":
		return knownProperties(p, u.Call)
	}
	return true
}

// compared reports whether code compares a device name, which then names a GPU product.
func compared(p *analyzer.Pass, n syntax.Node) bool {
	for n = p.Tree.Parent(n); ; n = p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindComparison:
			return true
		case syntax.KindAttribute, syntax.KindCall, syntax.KindParenthesized, syntax.KindSubscript:
		default:
			return false
		}
	}
}

// knownProperties reports whether all properties read from a device exist for Neuron,
// or they are only shown.
func knownProperties(p *analyzer.Pass, call syntax.Node) bool {
	parent := p.Tree.Parent(call)
	switch p.Tree.Kind(parent) {
	case syntax.KindAttribute:
		return knownProperty(p, parent)
	case syntax.KindAssignment:
		return readKnown(p, p.Tree.Child(parent, syntax.FieldLeft))
	}
	return p.Model.Shown(call)
}

// readKnown reports whether a variable is only read for properties that are there
// for Neuron.
func readKnown(p *analyzer.Pass, name syntax.Node) bool {
	sym := p.Model.Symbol(name)
	if p.Tree.Kind(name) != syntax.KindIdentifier || sym == nil || len(sym.Defs) != 1 || p.Tree.EnclosingFunction(name) == syntax.None {
		return false
	}
	for _, use := range sym.Uses {
		if parent := p.Tree.Parent(use); p.Tree.Kind(parent) != syntax.KindAttribute || !knownProperty(p, parent) {
			return false
		}
	}
	return true
}

// knownProperty reports whether a property of a device is there for Neuron.
func knownProperty(p *analyzer.Pass, attribute syntax.Node) bool {
	switch p.Tree.View(p.Tree.AttrName(attribute)) {
	case "name", "total_memory":
		return true
	}
	return false
}

// eachState writes the states of all generators; without an accelerator there are none.
func eachState(p *analyzer.Pass, u usage.Use) []analyzer.Edit {
	module, imports, ok := rewrite.Qualified(p, deviceModule, u.Node)
	count, more, counts := rewrite.Qualified(p, "torch.accelerator.device_count", u.Node)
	if positional, keyword, splat := p.Tree.ArgCount(u.Call); !ok || !counts || positional+keyword > 0 || splat {
		return nil
	}
	text := "[" + module + "().get_rng_state(i) for i in range(" + count + "())]"
	return append(rewrite.Once(append(imports, more...)), rewrite.Replace(p, u.Call, text))
}

// setEachState writes the loop that torch.cuda.set_rng_state_all runs.
func setEachState(p *analyzer.Pass, u usage.Use) []analyzer.Edit {
	stmt := rewrite.LoneCall(p, u.Call)
	states := p.Tree.Arg(u.Call, 0, "new_states")
	indent, alone := rewrite.OwnLine(p, stmt)
	index, state, free := loopNames(p, stmt)
	module, imports, ok := rewrite.Qualified(p, deviceModule, u.Node)
	if stmt == syntax.None || states == syntax.None || p.Tree.IsSplat(states) || !alone || !free || !ok {
		return nil
	}
	step := "    "
	if strings.Contains(indent, "\t") {
		step = "\t"
	}
	text := "for " + index + ", " + state + " in enumerate(" + p.Tree.Text(states) + "):\n" +
		indent + step + module + "().set_rng_state(" + state + ", " + index + ")"
	return append(imports, rewrite.Replace(p, stmt, text))
}

// loopNames are names for the index and the state that the code around a statement
// does not use.
func loopNames(p *analyzer.Pass, stmt syntax.Node) (index, state string, ok bool) {
	used := make(map[string]bool)
	for n := range p.Tree.All(p.Tree.EnclosingFunction(stmt)) {
		if p.Tree.Kind(n) == syntax.KindIdentifier {
			used[p.Tree.View(n)] = true
		}
	}
	for _, pair := range [][2]string{{"i", "state"}, {"index", "rng_state"}} {
		if !used[pair[0]] && !used[pair[1]] {
			return pair[0], pair[1], true
		}
	}
	return "", "", false
}
