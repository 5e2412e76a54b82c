package opsdb

import (
	"fmt"
	"io/fs"
	"strings"
)

// apiTexts is the table of CUDA-side names, and the way from their other
// spellings to the names it is kept by.
type apiTexts struct {
	sortedText

	byAlias map[string]string
}

// apiSchema is the form of cuda_apis.tsv.
func apiSchema() *schema {
	return &schema{file: "cuda_apis.tsv", keys: 1, columns: []string{
		"name", "aliases", "kind", "category", "consequence", "reason", "evidence", "source",
	}}
}

// findAPIs finds cuda_apis.tsv and reads the other spellings in it.
func findAPIs(fsys fs.FS) (apiTexts, error) {
	table, err := readSorted(fsys, apiSchema())
	return apiTexts{table, table.pairs(1)}, err
}

// api is the row of a name.
func (t apiTexts) api(name string) (API, bool) {
	for _, cells := range t.rows(name) {
		return readAPI(&row{schema: t.schema, cells: cells}), true
	}
	return API{}, false
}

// readAPI turns a row into an API.
func readAPI(r *row) API {
	return API{
		Name:     r.get("name"),
		Kind:     oneOf(r, "kind", "function", "method", "class", "module", "attribute"),
		Category: oneOf(r, "category", apiCategories()...),
		Consequence: oneOf(r, "consequence",
			Raises, ReturnsNone, False, Zero, NoOp, Host, Harmless, UnknownWhat),
		Reason: r.must("reason"),
		Ref:    r.ref(),
	}
}

// apiTable holds the CUDA-side names by canonical name, and by their other
// spellings.
type apiTable struct {
	byName  map[string]API
	byAlias map[string]string
}

// loadAPIs reads all of cuda_apis.tsv, and checks it.
func loadAPIs(fsys fs.FS) (apiTable, error) {
	table := apiTable{byName: map[string]API{}, byAlias: map[string]string{}}
	err := readTable(fsys, apiSchema(), func(r *row) {
		api := readAPI(r)
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
func (t apiTexts) canonical(name string) (string, bool) {
	if t.has(name) {
		return name, true
	}
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		if canonical, ok := t.byAlias[name[:end]]; ok {
			return canonical + name[end:], true
		}
	}
	return name, false
}
