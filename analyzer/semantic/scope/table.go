package scope

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Table holds the scopes and names of a file, and its nodes by kind. It does not
// change once it is made, so models of one file share it.
type Table struct {
	trigrams *Trigrams
	// Nodes store the number of their scope and symbol, and the garbage collector thus
	// has no pointer to follow for every node. The first of each list is nil.
	scopeAt   []int32
	symbolAt  []int32
	scopeList []*Scope
	symbols   []*Symbol
	scopes    map[syntax.Node]*Scope // by the node that opens them

	imports     []syntax.Import
	calls       []syntax.Node
	attributes  []syntax.Node
	identifiers []syntax.Node
	strings     []syntax.Node
	conditions  []syntax.Node
	functions   []syntax.Node
	classes     []syntax.Node
	stores      []Store
	cases       []syntax.Node
	nones       []syntax.Node
}

// Store is an assignment to an attribute or a subscript.
type Store struct {
	Target, Value syntax.Node
	Kind          DefKind
	Index         int // as in Def
}

// Trigrams are those of the text.
func (t *Table) Trigrams() *Trigrams { return t.trigrams }

// Symbols are the names that nodes refer to. The first is nil.
func (t *Table) Symbols() []*Symbol { return t.symbols }

// Calls are all call nodes of the file, outer calls before inner ones.
func (t *Table) Calls() []syntax.Node { return t.calls }

// Attributes are all attribute nodes, loads and stores.
func (t *Table) Attributes() []syntax.Node { return t.attributes }

// Identifiers are the identifiers that read a name.
func (t *Table) Identifiers() []syntax.Node { return t.identifiers }

// Strings are all string nodes of the file in order.
func (t *Table) Strings() []syntax.Node { return t.strings }

// Imports are all imported names of the file in order.
func (t *Table) Imports() []syntax.Import { return t.imports }

// Conditions are the statements and expressions that test something: if, elif,
// while, conditional, assert, decorator, try and raise.
func (t *Table) Conditions() []syntax.Node { return t.conditions }

// Functions are all function definitions, inner ones first.
func (t *Table) Functions() []syntax.Node { return t.functions }

// Classes are all class definitions, inner ones first.
func (t *Table) Classes() []syntax.Node { return t.classes }

// Stores are the assignments to attributes and subscripts.
func (t *Table) Stores() []Store { return t.stores }

// Cases are the case clauses of match statements.
func (t *Table) Cases() []syntax.Node { return t.cases }

// Nones are the nodes of None in comparisons.
func (t *Table) Nones() []syntax.Node { return t.nones }

// Symbol returns the symbol that an identifier refers to in this file; nil for builtins,
// keyword names and attribute names.
func (t *Table) Symbol(n syntax.Node) *Symbol { return t.symbols[t.symbolAt[n]] }

// Scope returns the scope that a node opens: the module, a class, a function, a lambda or
// a comprehension. It is nil for other nodes.
func (t *Table) Scope(n syntax.Node) *Scope { return t.scopes[n] }

// ScopeOf returns the scope in which a node is evaluated; nil for a node that is no
// expression, such as the name of a keyword.
func (t *Table) ScopeOf(n syntax.Node) *Scope { return t.scopeList[t.scopeAt[n]] }

func (t *Table) setScope(n syntax.Node, s *Scope) { t.scopeAt[n] = s.number }

// setSymbol records the symbol that an identifier refers to, and numbers the symbol on
// its first use.
func (t *Table) setSymbol(n syntax.Node, sym *Symbol) {
	if sym.number == 0 {
		sym.number = int32(len(t.symbols))
		t.symbols = append(t.symbols, sym)
	}
	t.symbolAt[n] = sym.number
}
