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

// values goes on from what is held under a key of a dictionary.
func (tr *trace) values(sym *Symbol, key string) {
	for _, use := range sym.Uses {
		p := tr.t.Parent(use)
		switch tr.t.Kind(p) {
		case syntax.KindSubscript:
			tr.keyed(p, use, key)
		case syntax.KindDictionarySplat:
			if list := tr.t.Parent(p); tr.t.Kind(list) == syntax.KindArgumentList {
				tr.passed(tr.t.Parent(list), p, -1, key, Likely)
			}
		case syntax.KindAttribute:
			call := tr.t.Parent(p)
			if tr.t.Kind(call) == syntax.KindCall {
				if s, k := tr.f.keyedGet(call); s == sym && k == key {
					tr.value(call, Certain)
				}
			}
		}
	}
}

// keyed handles table["device"], and table[kind], which may yield any value.
func (tr *trace) keyed(sub, table syntax.Node, key string) {
	if tr.t.Child(sub, syntax.FieldValue) != table {
		return
	}
	switch v, ok := tr.t.StringValue(tr.t.Child(sub, syntax.FieldSubscript)); {
	case !ok:
		tr.value(sub, Likely)
	case v == key:
		tr.value(sub, Certain)
	}
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
		if sym := tr.m.Symbol(tr.t.Child(p, syntax.FieldLeft)); sym != nil && key != "" {
			tr.key(sym, key, at, conf)
			return
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

// mapLocation handles {"cuda:0": n} passed as a checkpoint's map_location.
func (tr *trace) mapLocation(dict syntax.Node, conf Confidence) bool {
	call, name, pos := tr.place(dict)
	api, c := tr.m.CallName(call)
	for _, p := range tr.m.DB.DeviceParams(api) {
		if Role(p.Role) == RoleMap && (p.Name == name || name == "" && p.Position == pos) {
			tr.sink(SinkAt{Node: dict, Call: call, API: api, Role: RoleMap}, min(conf, c))
			return true
		}
	}
	return false
}
