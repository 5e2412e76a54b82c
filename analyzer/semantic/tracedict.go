package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// key says that the device is held under a key of a dictionary variable.
func (tr *trace) key(sym *Symbol, key string, at syntax.Node, conf Confidence) {
	held := cell{sym: sym, key: key}
	tr.enter(held, conf)
	if sym.Defs[0].Kind == DefParam {
		tr.openParameter(sym, held)
	}
	tr.name(key, at, conf)
}

// values goes on from what is held under a key of a dictionary: to
// table["device"], to table[kind], which may yield any value, and to functions
// that all values are passed to.
func (tr *trace) values(sym *Symbol, key string) {
	r := tr.f.keyReads(sym)
	for _, n := range r.byKey[key] {
		tr.value(n, Certain)
	}
	for _, n := range r.any {
		tr.value(n, Likely)
	}
	for _, splat := range r.splats {
		tr.passed(tr.t.Parent(tr.t.Parent(splat)), splat, -1, key, Likely)
	}
}

// keyReads are the places that read a dictionary variable.
type keyReads struct {
	byKey       map[string][]syntax.Node
	any, splats []syntax.Node
	maps        []syntax.Node // where it is a checkpoint's map_location
}

func (f *flow) keyReads(sym *Symbol) *keyReads {
	if r := f.keys[sym]; r != nil {
		return r
	}
	r := &keyReads{byKey: make(map[string][]syntax.Node)}
	f.keys[sym] = r
	t := f.m.Tree
	for _, use := range sym.Uses {
		p := t.Parent(use)
		switch outer := t.Parent(p); t.Kind(p) {
		case syntax.KindSubscript:
			if t.Child(p, syntax.FieldValue) != use {
				continue
			}
			if key, ok := t.StringValue(t.Child(p, syntax.FieldSubscript)); ok {
				r.byKey[key] = append(r.byKey[key], p)
			} else {
				r.any = append(r.any, p)
			}
		case syntax.KindDictionarySplat:
			if t.Kind(outer) == syntax.KindArgumentList {
				r.splats = append(r.splats, p)
			}
		case syntax.KindAttribute:
			if t.Kind(outer) != syntax.KindCall {
				continue
			}
			if s, key := f.keyedGet(outer); s == sym {
				r.byKey[key] = append(r.byKey[key], outer)
			}
		case syntax.KindArgumentList, syntax.KindKeywordArgument:
			if _, _, ok := f.m.mapLocation(use); ok {
				r.maps = append(r.maps, use)
			}
		}
	}
	return r
}

// dictValue handles {"device": n}.
func (tr *trace) dictValue(n, pair syntax.Node, conf Confidence) {
	if tr.t.Child(pair, syntax.FieldValue) != n {
		return
	}
	key, ok := tr.t.StringValue(tr.t.Child(pair, syntax.FieldKey))
	if !ok {
		key = ""
	}
	tr.entry(tr.t.Parent(pair), key, pair, conf)
}

// entry says that the dictionary expression holds the device under key.
func (tr *trace) entry(dict syntax.Node, key string, at syntax.Node, conf Confidence) {
	p := tr.t.Parent(dict)
	switch tr.t.Kind(p) {
	case syntax.KindAssignment:
		if sym := tr.m.Symbol(tr.t.Child(p, syntax.FieldLeft)); sym != nil {
			for _, use := range tr.f.keyReads(sym).maps {
				tr.mapLocation(use, min(conf, Likely))
			}
			if key != "" {
				tr.key(sym, key, at, conf)
				return
			}
		}
	case syntax.KindDictionarySplat:
		if list := tr.t.Parent(p); tr.t.Kind(list) == syntax.KindArgumentList && key != "" {
			tr.passed(tr.t.Parent(list), p, -1, key, conf)
			return
		}
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		if tr.mapLocation(dict, conf) {
			return
		}
	case syntax.KindSubscript:
		tr.value(p, min(conf, Likely))
	}
	tr.name(key, at, conf)
}

// mapLocation handles {"cuda:0": n} passed as a checkpoint's map_location, directly
// or by the name of a variable.
func (tr *trace) mapLocation(dict syntax.Node, conf Confidence) bool {
	call, c, ok := tr.m.mapLocation(dict)
	if ok {
		api, _ := tr.m.CallName(call)
		tr.sink(SinkAt{Node: dict, Call: call, API: api, Role: RoleMap}, min(conf, c))
	}
	return ok
}

// mapLocation is the call that an expression tells where to load a checkpoint to.
func (m *Model) mapLocation(n syntax.Node) (call syntax.Node, conf Confidence, ok bool) {
	call, name, pos := argumentPlace(m.Tree, n)
	api, c := m.CallName(call)
	for _, p := range m.DB.DeviceParams(api) {
		if Role(p.Role) == RoleMap && (p.Name == name || name == "" && p.Position == pos) {
			return call, c, true
		}
	}
	return call, c, false
}
