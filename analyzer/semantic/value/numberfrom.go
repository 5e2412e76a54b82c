package value

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// MaxHops bounds the variables, attributes and parameters that a number is followed
// through.
const MaxHops = 6

// Origin is a place that decides a value.
type Origin struct {
	Path   string // of the file; empty for the file that asks
	Span   source.Span
	Option bool // the option, flag or field that holds it is declared there
}

// maxNumbers bounds the places that are named.
const maxNumbers = 8

// Origins returns the places that a number comes from, through variables, attributes,
// arguments and settings: the 0 of device = 0, the option --gpu.
func (m *Values) Origins(n syntax.Node) []Origin {
	o := &origins{m: m, of: m.Tree.Unparen(n), seen: make(map[syntax.Node]bool)}
	o.follow(n, MaxHops)
	return o.found
}

// Settings returns the declarations of a setting that an attribute reads (args.gpu), in
// the file or in a module of the project that it imports.
func (m *Values) Settings(n syntax.Node) []Origin {
	if m.Tree.Kind(n) != syntax.KindAttribute || !infer.HoldsSettings(m.Tree, m.Tree.Object(n)) {
		return nil
	}
	name := m.Tree.Text(m.Tree.AttrName(n))
	found, known := m.settings[name]
	if !known {
		if m.settings == nil {
			m.settings = make(map[string][]Origin)
		}
		found = m.declared(name)
		m.settings[name] = found
	}
	return found
}

// declared returns the declarations of a setting by its name.
func (m *Values) declared(name string) []Origin {
	found := m.declarations(name)
	if len(found) > 0 || m.Module() == nil {
		return found
	}
	seen := map[*infer.Module]bool{m.Module(): true}
	for _, mod := range m.ImportedModules(m.Module()) {
		if seen[mod] || len(found) > 0 {
			continue
		}
		seen[mod] = true
		m.elsewhere(mod, func(lib *Values) {
			found = lib.declarations(name)
			for i := range found {
				found[i].Path = lib.Path()
			}
		})
	}
	return found
}

// declarations returns the options of a name that the file declares.
func (m *Values) declarations(name string) []Origin {
	if !m.TextHas(name) && !m.TextHas(strings.ReplaceAll(name, "_", "-")) {
		return nil
	}
	var found []Origin
	for _, call := range m.Calls() {
		_, method := m.MethodCall(call)
		switch {
		case len(found) == maxNumbers:
		case method == "add_argument" && m.OptionDest(call) == name, infer.DefinesFlag(method) && m.FlagName(call) == name:
			found = append(found, Origin{Span: m.Tree.Span(m.Tree.Arg(call, 0, "name")), Option: true})
		}
	}
	return found
}

// origins traces a number back.
type origins struct {
	m     *Values
	of    syntax.Node // the node asked about, which is no origin of its own
	seen  map[syntax.Node]bool
	found []Origin
}

func (o *origins) follow(n syntax.Node, steps int) {
	t := o.m.Tree
	n = t.Unparen(n)
	if n == syntax.None || steps == 0 || o.seen[n] || len(o.found) >= maxNumbers {
		return
	}
	o.seen[n] = true
	switch t.Kind(n) {
	case syntax.KindIdentifier:
		for _, d := range o.m.ReachingDefs(n) {
			switch d.Kind {
			case infer.DefAssign:
				o.follow(d.Value, steps-1)
			case infer.DefParam:
				o.passed(d, steps-1)
			}
		}
		return
	case syntax.KindAttribute:
		if settings := o.m.Settings(n); len(settings) > 0 {
			o.found = append(o.found, settings...)
			return
		}
		if k, ok := o.m.AttrCell(n); ok && k.Class != syntax.None {
			for _, value := range o.m.ValuesStored(k) {
				o.follow(value, steps-1)
			}
			return
		}
	case syntax.KindNoneLiteral:
		return
	}
	if n != o.of {
		o.found = append(o.found, Origin{Span: t.Span(n)})
	}
}

// passed follows a parameter to its default and to the arguments that the file's calls
// pass for it.
func (o *origins) passed(d infer.Def, steps int) {
	fn := o.m.Tree.EnclosingFunction(d.Node)
	o.follow(d.Value, steps)
	for i, call := range o.m.Callers(fn) {
		if i == maxNumbers {
			return
		}
		if _, _, splat := o.m.Tree.ArgCount(call); !splat {
			o.follow(o.m.PassedBy(call, fn, d), steps)
		}
	}
}
