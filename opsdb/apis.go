package opsdb

import (
	"fmt"
	"io/fs"
	"strings"
)

// apiTable holds the CUDA-side names by canonical name, and the way from their
// other spellings to it.
type apiTable struct {
	byName  map[string]API
	byAlias map[string]string
}

// loadAPIs reads cuda_apis.tsv.
func loadAPIs(fsys fs.FS) (apiTable, error) {
	table := apiTable{byName: map[string]API{}, byAlias: map[string]string{}}
	s := &schema{file: "cuda_apis.tsv", keys: 1, columns: []string{
		"name", "aliases", "kind", "category", "consequence", "reason", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		api := API{
			Name:     r.get("name"),
			Kind:     oneOf(r, "kind", "function", "method", "class", "module", "attribute"),
			Category: oneOf(r, "category", apiCategories()...),
			Consequence: oneOf(r, "consequence",
				Raises, ReturnsNone, False, Zero, NoOp, Host, Harmless, UnknownWhat),
			Reason: r.must("reason"),
			Ref:    r.ref(),
		}
		table.byName[api.Name] = api
		for _, alias := range strings.Fields(r.get("aliases")) {
			if other, taken := table.byAlias[alias]; taken {
				r.fail(fmt.Errorf("alias %s belongs to %s already", alias, other))
			}
			table.byAlias[alias] = api.Name
		}
	})
	return table, err
}

// apiCategories are the categories a finding about a CUDA-side name may have.
func apiCategories() []string {
	return []string{
		"backend-flag", "compile", "cuda-api", "data-loading", "device",
		"distributed", "dtype", "kernel", "memory", "precision", "profiling", "rng",
	}
}

// canonical finds the shortest spelling of a name one of whose dotted prefixes
// is an alias: torch.cuda.streams.Event.record is torch.cuda.Event.record.
func (t apiTable) canonical(name string) (string, bool) {
	if _, ok := t.byName[name]; ok {
		return name, true
	}
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		if canonical, ok := t.byAlias[name[:end]]; ok {
			return canonical + name[end:], true
		}
	}
	return name, false
}
