package semantic

import (
	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/tensor"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Model holds the knowledge about one file: its names and values, from package infer, how
// often its code runs, where its tensors lie and which decisions its devices make.
type Model struct {
	*infer.Model
	*flow.Literals
	*cadence.Rates
	*tensor.Tensors

	hosts       map[syntax.Node]bool // see OnHost
	hostResults map[syntax.Node]bool // of functions that other files call
	guards      *guards
	dead        []Region                    // see DeadRegions
	missedNot   map[source.Span]func() bool // by the condition; see NotMissed
	wholes      map[syntax.Node]condition   // see wholeOf
	deciding    map[wanted]wanted           // see decides
	settling    map[wanted]wanted           // see Unasked
	doubts      []syntax.Node               // see findDoubts
	blind       Blind
	counted     bool
	placed      Truth               // see TestsPlacement
	extensible  Truth               // see Extensible
	placeless   Truth               // see SaysNoDevice
	jaxHost     []syntax.Node       // see choosesHost
	hands       hands               // see DeviceAtHand
	local       map[string][]string // the names that imports give a module; see moduleNames
	bundles     *flow.Groups
	bundleFirst map[int]syntax.Node // the first node of each group
}

// New builds the model of a parsed file that is judged alone.
func New(file *source.File, tree *syntax.Tree, db *opsdb.DB) *Model {
	return of(infer.New(file, tree, db))
}

// of is the model built on one of package infer. There is one for each.
func of(m *infer.Model) *Model {
	type key struct{}
	return infer.Walked(m, key{}, func() *Model {
		return &Model{Model: m, Literals: flow.Of(m), Rates: cadence.Of(m), Tensors: tensor.Of(m)}
	})
}
