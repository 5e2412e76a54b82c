package flow

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// key says that the device is held under a key of a dictionary variable.
func (tr *trace) key(sym *infer.Symbol, key string, at syntax.Node, conf infer.Confidence) {
	held := cell{sym: sym, key: key}
	tr.enter(held, conf)
	if sym.Defs[0].Kind == infer.DefParam {
		tr.openParameter(sym, held)
	}
	tr.name(key, at, conf)
}

// values goes on from a value under a key of a dictionary: to
// table["device"], to table[kind], which may yield any value, and to functions
// that take all values.
func (tr *trace) values(sym *infer.Symbol, key string) {
	r := tr.f.keyReads(sym)
	for _, n := range r.byKey[key] {
		tr.value(n, infer.Certain)
	}
	for _, n := range r.any {
		tr.value(n, infer.Likely)
	}
	for _, splat := range r.splats {
		tr.passed(tr.t.Parent(tr.t.Parent(splat)), splat, -1, key, infer.Likely)
	}
	if r.lost {
		tr.lost(lostInTable)
	}
}

// keyReads holds the places that read a dictionary variable.
type keyReads struct {
	byKey       map[string][]syntax.Node
	any, splats []syntax.Node
	maps        []syntax.Node // uses as a checkpoint's map_location
	lost        bool          // it goes where it cannot be followed
}

func (f *flow) keyReads(sym *infer.Symbol) *keyReads {
	if r := f.keys[sym]; r != nil {
		return r
	}
	r := &keyReads{byKey: make(map[string][]syntax.Node)}
	f.keys[sym] = r
	for _, use := range sym.Uses {
		if !f.readsKey(r, sym, use) {
			r.lost = true
		}
	}
	return r
}

// readsKey notes how a use of a dictionary variable reads it; false if it cannot follow
// the use.
func (f *flow) readsKey(r *keyReads, sym *infer.Symbol, use syntax.Node) bool {
	t := f.m.Tree
	p := t.Parent(use)
	switch outer := t.Parent(p); t.Kind(p) {
	case syntax.KindSubscript:
		if t.Child(p, syntax.FieldValue) != use {
			return false
		}
		if key, ok := t.StringValue(t.Child(p, syntax.FieldSubscript)); ok {
			r.byKey[key] = append(r.byKey[key], p)
		} else {
			r.any = append(r.any, p)
		}
	case syntax.KindDictionarySplat:
		if t.Kind(outer) != syntax.KindArgumentList {
			return false
		}
		r.splats = append(r.splats, p)
	case syntax.KindAttribute:
		return f.readsByMethod(r, sym, p)
	case syntax.KindArgumentList, syntax.KindKeywordArgument:
		if _, _, ok := f.m.mapLocation(use); ok {
			r.maps = append(r.maps, use)
			return true
		}
		name, _ := f.m.CallName(outer)
		return t.Kind(p) == syntax.KindArgumentList && harmless(name)
	case syntax.KindExpressionStatement, syntax.KindComparison:
	default:
		return false
	}
	return true
}

// readsByMethod is readsKey for a method of the dictionary.
func (f *flow) readsByMethod(r *keyReads, sym *infer.Symbol, attr syntax.Node) bool {
	call := f.m.Tree.Parent(attr)
	if f.m.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	if s, key := f.keyedGet(call); s == sym {
		r.byKey[key] = append(r.byKey[key], call)
		return true
	}
	switch f.m.Tree.View(f.m.Tree.AttrName(attr)) {
	case "keys", "update", "clear":
		return true
	}
	return false
}

// dictValue handles {"device": n}.
func (tr *trace) dictValue(n, pair syntax.Node, conf infer.Confidence) {
	if tr.t.Child(pair, syntax.FieldValue) != n {
		tr.lost(lostInTable)
		return
	}
	if tr.f.isLarge(tr.t.Parent(pair)) {
		tr.lost(lostInTable)
		return
	}
	key, ok := tr.t.StringValue(tr.t.Child(pair, syntax.FieldKey))
	if !ok {
		key = ""
	}
	tr.entry(tr.t.Parent(pair), key, pair, conf)
}

// maxEntries is the largest size at which the entries of a dictionary display are
// distinguished. A larger one holds data, and each entry would take up a place.
const maxEntries = 4096

// isLarge reports whether a dictionary has more entries than are distinguished.
func (f *flow) isLarge(dict syntax.Node) bool {
	large, known := f.large[dict]
	if !known {
		entries := 0
		for c := f.m.Tree.First(dict); c != syntax.None && entries <= maxEntries; c = f.m.Tree.Next(c) {
			entries++
		}
		large = entries > maxEntries
		f.large[dict] = large
	}
	return large
}

// LargeTables counts the dictionaries with devices not followed because of their size.
func (m *Literals) LargeTables() (n int) {
	for _, large := range m.deviceFlow().large {
		if large {
			n++
		}
	}
	return n
}

// entry says that the dictionary expression holds the device under key.
func (tr *trace) entry(dict syntax.Node, key string, at syntax.Node, conf infer.Confidence) {
	p := tr.t.Parent(dict)
	switch tr.t.Kind(p) {
	case syntax.KindAssignment:
		if sym := tr.m.Symbol(tr.t.Child(p, syntax.FieldLeft)); sym != nil {
			for _, use := range tr.f.keyReads(sym).maps {
				tr.mapLocation(use, min(conf, infer.Likely))
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
		tr.value(p, min(conf, infer.Likely))
		tr.name(key, at, conf)
		return
	case syntax.KindExpressionStatement:
		return
	}
	tr.lost(lostInTable)
	tr.name(key, at, conf)
}

// mapLocation handles {"cuda:0": n} passed as a checkpoint's map_location, directly
// or by the name of a variable.
func (tr *trace) mapLocation(dict syntax.Node, conf infer.Confidence) bool {
	call, c, ok := tr.m.mapLocation(dict)
	if ok {
		api, _ := tr.m.CallName(call)
		tr.sink(SinkAt{Node: dict, Call: call, API: api, Role: RoleMap}, min(conf, c))
	}
	return ok
}

// mapLocation is the checkpoint load to which an expression is passed as map_location.
func (m *Literals) mapLocation(n syntax.Node) (call syntax.Node, conf infer.Confidence, ok bool) {
	call, name, pos := argumentPlace(m.Tree, n)
	api, c := m.CallName(call)
	for _, p := range m.DB.DeviceParams(api) {
		if Role(p.Role) == RoleMap && (p.Name == name || name == "" && p.Position == pos) {
			return call, c, true
		}
	}
	return call, c, false
}
