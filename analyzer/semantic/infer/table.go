package infer

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

// Table holds texts under names, in one string and in the order of the names. A map takes
// ten times the memory, which counts where every file of a large project has some.
//
// Each name is followed by its texts, each preceded by a NUL, and the entry ends with
// two. Source text holds no NUL, and no text is empty.
type Table string

// entryEnd ends each entry and occurs nowhere else.
const entryEnd = "\x00\x00"

// NewTable writes a table of texts that are separated by NUL. Texts without a name, as in
// broken code, are left out.
func NewTable(texts map[string]string) Table {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if name == "" {
			continue
		}
		all.WriteString(name)
		if text := texts[name]; text != "" {
			all.WriteString("\x00" + text)
		}
		all.WriteString(entryEnd)
	}
	return Table(strings.Clone(all.String()))
}

// Get returns the entry of a name, without the name.
func (t Table) Get(name string) (texts string, ok bool) {
	for rest := string(t); rest != ""; {
		start := len(rest) / 2
		for start > 0 && (start < len(entryEnd) || rest[start-len(entryEnd):start] != entryEnd) {
			start--
		}
		length := strings.Index(rest[start:], entryEnd)
		if length < 0 {
			return "", false // for bytes that NewTable did not write
		}
		at, texts, _ := strings.Cut(rest[start:start+length], "\x00")
		switch {
		case name == at:
			return texts, true
		case name < at:
			rest = rest[:start]
		default:
			rest = rest[start+length+len(entryEnd):]
		}
	}
	return "", false
}

// All yields the names with their texts.
func (t Table) All() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for entry := range strings.SplitSeq(strings.TrimSuffix(string(t), entryEnd), entryEnd) {
			name, texts, _ := strings.Cut(entry, "\x00")
			if name != "" && !yield(name, texts) {
				return
			}
		}
	}
}

// Fields yields the texts of an entry.
func Fields(texts string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for texts != "" {
			var field string
			if field, texts, _ = strings.Cut(texts, "\x00"); field != "" && !yield(field) {
				return
			}
		}
	}
}

// SortedNames returns the members of a set in order.
func SortedNames(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}
