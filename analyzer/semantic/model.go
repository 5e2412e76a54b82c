package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/guard"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/place"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Model holds the knowledge about one file: its names and values, from package infer, how
// often its code runs, where its tensors lie and which decisions its devices make.
type Model struct {
	*infer.Model
	*value.Values
	*guard.Control
	*cadence.Rates
	*tensor.Tensors
	*place.Places

	blind   Blind
	counted bool
	local   map[string][]string // the names that imports give a module; see moduleNames
}

// New builds the model of a parsed file that is judged alone.
func New(file *source.File, tree *syntax.Tree, db *opsdb.DB) *Model {
	return of(infer.New(file, tree, db))
}

// of is the model built on one of package infer. There is one for each.
func of(m *infer.Model) *Model {
	type key struct{}
	return infer.Walked(m, key{}, func() *Model {
		return &Model{Model: m, Values: value.Of(m), Control: guard.Of(m), Rates: cadence.Of(m), Tensors: tensor.Of(m), Places: place.Of(m)}
	})
}
