package framework

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// loose are the arguments that programs write into dictionaries and pass on
// from there: kwargs["device_map"] = "auto". Their names belong to one thing
// alone.
func loose(name string) bool {
	switch name {
	case "accelerator", "attn_implementation", "device_map", "load_in_4bit", "load_in_8bit", "use_flash_attention_2":
		return true
	}
	return false
}

// looseEntries yields the entries of dictionaries that are arguments of that
// kind.
func looseEntries(p *analyzer.Pass) []argument {
	type key struct{}
	return analyzer.Once(p, key{}, func() []argument { return findLoose(p) })
}

func findLoose(p *analyzer.Pass) []argument {
	var out []argument
	for key, name := range p.Model.StringsWith(loose) {
		switch parent := p.Tree.Parent(key); p.Tree.Kind(parent) {
		case syntax.KindPair:
			if p.Tree.Field(key) == syntax.FieldKey {
				out = append(out, argument{name, -1, p.Tree.Child(parent, syntax.FieldValue), parent, analyzer.Likely})
			}
		case syntax.KindSubscript:
			stmt := p.Tree.Parent(parent)
			if p.Tree.Kind(stmt) == syntax.KindAssignment && p.Tree.Child(stmt, syntax.FieldLeft) == parent {
				out = append(out, argument{name, -1, p.Tree.Child(stmt, syntax.FieldRight), stmt, analyzer.Likely})
			}
		}
	}
	return append(out, looseAttributes(p)...)
}

// looseAttributes yields the values that programs write into the configuration of a
// model, under names that mean one thing alone: config._attn_implementation =
// "flash_attention_2".
func looseAttributes(p *analyzer.Pass) []argument {
	if !p.Model.TextHas("attn_implementation") {
		return nil
	}
	var out []argument
	for assign := range p.Tree.OfKind(syntax.KindAssignment) {
		target := p.Tree.Child(assign, syntax.FieldLeft)
		if p.Tree.Kind(target) != syntax.KindAttribute {
			continue
		}
		switch name := p.Tree.Text(p.Tree.AttrName(target)); name {
		case "attn_implementation", "_attn_implementation":
			out = append(out, argument{name, -1, p.Tree.Child(assign, syntax.FieldRight), assign, analyzer.Likely})
		}
	}
	return out
}

// runLoose reports the entries that no call was found to take, and the values written
// into configurations.
func (f *finder) runLoose(topic opsdb.OptionTopic) {
	if len(f.packages) == 0 {
		return
	}
	for _, a := range looseEntries(f.p) {
		if f.said[a.node] || f.p.Model.GuardedForNeuron(a.node) {
			continue
		}
		for _, o := range f.p.DB.OptionsOfArgument(f.packages, a.name, f.p.Target) {
			if o.Topic != topic {
				continue
			}
			if d, about, ok := f.judge(o, syntax.None, []argument{a}); ok {
				f.report(d, about)
				break
			}
		}
	}
}
