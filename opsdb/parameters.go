package opsdb

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// Parameter is a parameter of a public API. The receiver of a method is none.
type Parameter struct {
	Name     string
	Position int  // 0-based, -1 for one that is passed by keyword only
	Optional bool // whether the API works with Default unless told
	Default  cond.Value
}

// parametersSchema is the form of parameters.tsv.
func parametersSchema() *schema {
	return &schema{file: "parameters.tsv", keys: 1, columns: []string{"api", "parameters", "evidence", "source"}}
}

// findParameters finds parameters.tsv.
func findParameters(fsys fs.FS) (sortedText, error) { return readSorted(fsys, parametersSchema()) }

// parametersIn is the row about an API; nil if there is none.
func parametersIn(table sortedText, api string) *[]Parameter {
	for _, cells := range table.rows(api) {
		if params, err := parseParameters(cells[1]); err == nil {
			return &params
		}
	}
	return nil
}

// loadParameters reads all of parameters.tsv, and checks it.
func loadParameters(fsys fs.FS) (map[string][]Parameter, error) {
	table := map[string][]Parameter{}
	err := readTable(fsys, parametersSchema(), func(r *row) {
		r.ref()
		params, err := parseParameters(r.must("parameters"))
		if err != nil {
			r.fail(err)
		}
		table[r.get("api")] = params
	})
	return table, err
}

// parseParameters reads "input p=2 * out=None": a star stands before those that
// are passed by keyword only, and a default is spelled as in a condition.
func parseParameters(text string) ([]Parameter, error) {
	var params []Parameter
	keywordOnly := false
	for word := range strings.FieldsSeq(text) {
		if word == "*" {
			if keywordOnly {
				return nil, errors.New("parameters: a second star")
			}
			keywordOnly = true
			continue
		}
		p, err := parseParameter(word)
		if err != nil {
			return nil, fmt.Errorf("parameters: %s: %w", word, err)
		}
		if p.Position = len(params); keywordOnly {
			p.Position = -1
		}
		if slices.ContainsFunc(params, func(q Parameter) bool { return q.Name == p.Name }) {
			return nil, fmt.Errorf("parameters: %s twice", p.Name)
		}
		params = append(params, p)
	}
	return params, nil
}

// parseParameter reads one parameter with its default.
func parseParameter(word string) (Parameter, error) {
	name, text, optional := strings.Cut(word, "=")
	p := Parameter{Name: name, Optional: optional}
	var err error
	if optional {
		p.Default, err = cond.ParseValue(text)
	}
	if name == "" {
		err = errors.New("no name")
	}
	return p, err
}

// Parameters returns the parameters of a public API that conditions ask for, with all
// before them. An API that no condition asks about may be unknown.
func (db *DB) Parameters(api string) (params []Parameter, ok bool) {
	found := db.signatures.get(api, func() *[]Parameter {
		table, _ := db.parameters()
		if params := parametersIn(table, api); params != nil {
			return params
		}
		return parametersIn(table, db.Canonical(api))
	})
	if found == nil {
		return nil, false
	}
	return *found, true
}
