package infer

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/query"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Model holds the analysis of one file.
type Model struct {
	File *source.File
	DB   *opsdb.DB

	scope.View // with the tree

	module    *Module // of the project; nil for a file that is judged alone
	shared    bool    // a library model; see Project
	asking    bool    // a question to library models is under way; see Project.enter
	asked     *Module // the module asked last; see relies
	evaluator *evaluator

	canon       map[string]string // canonical names of the database, by name
	refs        query.Memo[syntax.Node, Ref]
	names       []string              // canonical, by the number of the answer in refs; see Name
	public      map[ForeignDef]string // by definition; see published
	naming      naming
	literals    []literalValue // see StringsWith
	types       query.Memo[syntax.Node, Type]
	globalRefs  map[string]Ref
	globalTypes map[string]Type
	memberTypes map[ClassAttr]Type
	results     map[question]answer // of functions; see ofFunction

	returns    map[syntax.Node][]syntax.Node      // returned values by function; see Returns
	yielded    map[syntax.Node][]syntax.Node      // see yields
	byName     map[string][]syntax.Node           // calls by the last name of the callee
	attrs      map[string][]syntax.Node           // attribute loads by name
	tables     map[*Symbol]map[string]syntax.Node // the items of written-out dictionaries
	byAttr     map[ClassAttr][]AttrStore          // attribute stores by class and name
	fills      map[holder][]fill
	cudaNames  map[syntax.Node]bool   // see cudaByDefault
	narrowings map[string][]narrowing // by the text of the narrowed expression
	patches    map[string]bool        // texts of assigned attributes; see patched
	evidence   *evidence              // see usage

	callers map[syntax.Node][]syntax.Node
	held    map[syntax.Node]Ref // see HeldFunction
	uses    []FunctionUse       // of functions, in source order; see FunctionUses
	runs    Truth               // see RunsCode
	mains   []syntax.Node       // see mainBlocks

	walks map[any]any // see Walked

	farReaching map[syntax.Node]bool // uses that all of very many bindings of their name may reach

	chains map[syntax.Node]link // see chainOf

	says map[string]bool // see TextHas

	covers  map[coverKey]origin // see cover
	rebinds Truth               // see bindsUnseen
}

// New builds the model of a parsed file that is judged alone.
func New(file *source.File, tree *syntax.Tree, db *opsdb.DB) *Model {
	return newModel(newUnit(file, tree), db)
}

func newModel(u *unit, db *opsdb.DB) *Model {
	return &Model{
		File: u.file, DB: db, View: scope.View{Table: u.Table, Tree: u.tree}, evaluator: newEvaluator(),
		refs:        query.NewMemo[syntax.Node, Ref](u.tree.Len()),
		types:       query.NewMemo[syntax.Node, Type](u.tree.Len()),
		globalRefs:  make(map[string]Ref),
		globalTypes: make(map[string]Type),
		memberTypes: make(map[ClassAttr]Type),
		results:     make(map[question]answer),
		canon:       make(map[string]string),
		says:        make(map[string]bool),
	}
}

// IsShared reports whether the file is asked by others, in any order.
func (m *Model) IsShared() bool { return m.shared }

// TextHas reports whether a word occurs anywhere in the text of the file. Many callers ask
// it to skip files that cannot be relevant; the text is searched for each word once.
func (m *Model) TextHas(word string) bool {
	said, ok := m.says[word]
	if !ok {
		said = m.Trigrams().MayHold(word) && bytes.Contains(m.Tree.Source(), []byte(word))
		m.says[word] = said
	}
	return said
}

// ImportsAny reports whether the file imports one of the top-level packages.
func (m *Model) ImportsAny(packages ...string) bool {
	for _, imp := range m.Imports() {
		for _, p := range packages {
			if imp.Level == 0 && HasPackage(imp.Module, p) {
				return true
			}
		}
	}
	return false
}

// HasPackage reports whether a module is a package or lies in it.
func HasPackage(module, pkg string) bool {
	return module == pkg || len(module) > len(pkg) && module[:len(pkg)] == pkg && module[len(pkg)] == '.'
}

// readsDunder reports whether globals() is asked for one name that the interpreter binds,
// as in globals()["__doc__"].
func (m *Model) readsDunder(globals syntax.Node) bool {
	name, ok := m.Tree.StringValue(m.Tree.Child(m.Tree.Parent(globals), syntax.FieldSubscript))
	return ok && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// RunsCode reports whether the file executes text as code or calls globals(), so any
// module variable may change without a visible assignment.
func (m *Model) RunsCode() bool {
	if m.runs == Unknown {
		m.runs = No
		for _, call := range m.Calls() {
			if name, _ := m.CallName(call); name == "builtins.exec" || name == "builtins.globals" && !m.readsDunder(call) {
				m.runs = Yes
				break
			}
		}
	}
	return m.runs == Yes
}
