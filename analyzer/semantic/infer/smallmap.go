package infer

import (
	"iter"
	"maps"
)

// few is a map for a few entries. Every module has such maps, and most of them stay
// small: a Go map has room for eight entries at once, this one takes only the space it
// needs.
type smallMap[K comparable, V any] struct {
	list []entry[K, V]
	all  map[K]V // in place of the list, once there are more than maxListed
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// maxListed is how many entries are searched one by one.
const maxListed = 8

func (f *smallMap[K, V]) get(key K) (v V, ok bool) {
	if f.all != nil {
		v, ok = f.all[key]
		return v, ok
	}
	for i := range f.list {
		if f.list[i].key == key {
			return f.list[i].value, true
		}
	}
	return v, false
}

func (f *smallMap[K, V]) put(key K, v V) {
	if f.all != nil {
		f.all[key] = v
		return
	}
	for i := range f.list {
		if f.list[i].key == key {
			f.list[i].value = v
			return
		}
	}
	if len(f.list) < maxListed {
		f.list = append(f.list, entry[K, V]{key, v})
		return
	}
	f.all = make(map[K]V, 2*maxListed)
	for _, e := range f.list {
		f.all[e.key] = e.value
	}
	f.all[key] = v
	f.list = nil
}

// keys returns the keys of all entries, in any order.
func (f *smallMap[K, V]) keys() iter.Seq[K] {
	if f.all != nil {
		return maps.Keys(f.all)
	}
	return func(yield func(K) bool) {
		for i := range f.list {
			if !yield(f.list[i].key) {
				return
			}
		}
	}
}
