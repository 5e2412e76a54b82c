package opsdb

import (
	"io/fs"
	"strings"
)

// OperatorAPI is a public function, method, class or attribute of a framework and the
// operators that it reaches.
type OperatorAPI struct {
	Name        string   // canonical spelling
	Kind        string   // function, method, class, module, attribute
	Aliases     []string // other spellings of the same object
	Operators   []string // those on the common path, "aten::add", "aten::where.self"
	Reach       Reach    // why there are no operators
	Sometimes   []Path   // those that only some calls reach
	Deprecated  bool
	Removed     bool   // the framework has the name no longer, or it only raises
	Replacement string // the framework's own replacement
	Source      string
}

// Reach tells the behaviour of an API that has no operators of its own.
type Reach string

// The ways of having no operators.
const (
	ReachUnread     Reach = ""             // nobody has worked out its operators, or it has some
	ReachNone       Reach = "(none)"       // it computes nothing: a shape, a setting, a container of data
	ReachCallee     Reach = "(callee)"     // it runs its argument or its parts: torch.compile, nn.Sequential
	ReachCollective Reach = "(collective)" // the backend of the process group does the work
)

// Path is an operator that an API reaches for some of its calls.
type Path struct {
	Operator  string
	Condition string // when, in the language of package cond; "" if nobody has worked it out
}

// operatorAPISchema is the form of apis.tsv.
func operatorAPISchema() *schema {
	return &schema{file: "apis.tsv", keys: 1, columns: []string{
		"api", "kind", "aliases", "operators", "sometimes", "deprecated", "replacement", "source",
	}}
}

// loadOperatorAPIs reads apis.tsv.
func loadOperatorAPIs(fsys fs.FS) (sortedText, error) {
	return readSorted(fsys, operatorAPISchema())
}

// operatorAPIOf turns the cells of a line of apis.tsv into an OperatorAPI.
func operatorAPIOf(cells []string) OperatorAPI {
	operators, reach := operatorNames(cells[0], cells[3]), ReachUnread
	if strings.HasPrefix(cells[3], "(") {
		operators, reach = nil, Reach(cells[3])
	}
	return OperatorAPI{
		Name:        cells[0],
		Kind:        cells[1],
		Aliases:     strings.Fields(cells[2]),
		Operators:   operators,
		Reach:       reach,
		Sometimes:   pathsOf(cells[0], cells[4]),
		Deprecated:  cells[5] != "no",
		Removed:     cells[5] == "removed",
		Replacement: cells[6],
		Source:      cells[7],
	}
}

// operatorNames spells out the operators of a cell. The table leaves out the
// namespace that the framework's own operators have.
func operatorNames(api, cell string) []string {
	names := strings.Fields(cell)
	for i, name := range names {
		names[i] = QualifiedOperator(api, name)
	}
	return names
}

// QualifiedOperator puts the namespace before an operator of the framework that api
// belongs to.
func QualifiedOperator(api, name string) string {
	switch {
	case strings.Contains(name, "::"):
		return name
	case api == "jax" || strings.HasPrefix(api, "jax."):
		return "lax." + name
	}
	return "aten::" + name
}

// pathsOf reads "upsample_bicubic2d if arg mode = "bicubic"; nonzero".
func pathsOf(api, cell string) []Path {
	if cell == "" {
		return nil
	}
	var paths []Path
	for part := range strings.SplitSeq(cell, "; ") {
		name, condition, _ := strings.Cut(part, " if ")
		paths = append(paths, Path{Operator: QualifiedOperator(api, name), Condition: condition})
	}
	return paths
}

// OperatorAPI returns the row of a public API of PyTorch or JAX, by any of the
// spellings the framework has for it. The name of an operator is answered as
// well, as an API that reaches that operator alone, and so are the names under which
// PyTorch hands operators to Python: torch.ops.aten.mm.default, torch._int_mm.
// Its lists are shared and must not be changed.
func (db *DB) OperatorAPI(api string) (OperatorAPI, bool) {
	found := db.operatorAPIs.get(api, func() *OperatorAPI {
		if found, ok := db.findOperatorAPI(api); ok {
			return &found
		}
		return nil
	})
	if found == nil {
		return OperatorAPI{}, false
	}
	return *found, true
}

func (db *DB) findOperatorAPI(api string) (OperatorAPI, bool) {
	if isOperatorName(api) {
		return db.operatorAsAPI(api)
	}
	if found, ok := db.operatorAPI(api); ok {
		return found, true
	}
	canonical := db.Canonical(api)
	if found, ok := db.operatorAPI(canonical); ok {
		return found, true
	}
	aliases := db.apiAliases()
	for _, spelling := range []string{api, canonical} {
		if name, ok := aliases[spelling]; ok {
			return db.operatorAPI(name)
		}
	}
	if operator, ok := directName(api); ok {
		return db.operatorAsAPI(operator)
	}
	return OperatorAPI{}, false
}

// directName is the operator that a name of PyTorch stands for without being
// documented: torch.ops.aten.mm.default is one overload of aten::mm, and operators
// that begin with an underscore are functions of the module torch.
func directName(api string) (operator string, ok bool) {
	if operator, ok = strings.CutPrefix(api, "torch.ops.aten."); ok {
		return "aten::" + operator, operator != ""
	}
	operator, ok = strings.CutPrefix(api, "torch._")
	return "aten::_" + operator, ok && !strings.Contains(operator, ".")
}

// operatorAPI finds the row filed under a name.
func (db *DB) operatorAPI(name string) (OperatorAPI, bool) {
	table, _ := db.publicAPIs()
	for _, cells := range table.rows(name) {
		return operatorAPIOf(cells), true
	}
	return OperatorAPI{}, false
}

// operatorKind is the kind of an OperatorAPI that stands for an operator.
const operatorKind = "operator"

// isOperatorName tells the names of operators from those of public APIs.
func isOperatorName(name string) bool {
	return strings.Contains(name, "::") || strings.HasPrefix(name, "lax.")
}

// operatorAsAPI answers for an operator that is asked for by its own name. It
// is cited where PyTorch declares it or JAX defines it, because a verdict speaks
// for one stack or some calls alone.
func (db *DB) operatorAsAPI(name string) (OperatorAPI, bool) {
	operator, _ := splitOverload(name)
	declared, _ := db.declarations()
	for _, cells := range declared.rows(operator) {
		return OperatorAPI{Name: name, Kind: operatorKind, Operators: []string{name}, Source: cells[4]}, true
	}
	table, _ := db.operators()
	for _, cells := range table.rows(operator) {
		return OperatorAPI{Name: name, Kind: operatorKind, Operators: []string{name}, Source: cells[10]}, true
	}
	return OperatorAPI{}, false
}

// NamedAfter tells whether an API has the name of an operator, and so exists for it:
// torch.nn.HuberLoss.forward and aten::huber_loss, torch.special.xlogy and
// aten::special_xlogy.
func NamedAfter(api, operator string) bool {
	operator, _ = splitOverload(operator)
	api, operator = strings.TrimSuffix(api, ".forward"), plainName(operator)
	return plainName(api) == operator || plainName(strings.ReplaceAll(api, ".", "_")) == "torch"+operator
}

// plainName strips a name of namespaces, case, underscores and hyphens.
func plainName(name string) string {
	name = name[strings.LastIndexAny(name, ".:")+1:]
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// TakesArgumentsOf tells whether an API takes the arguments of an operator that it
// reaches: conditions about them can then be checked at its calls. The functions of
// jax.numpy follow NumPy and not the primitives, and a method of a module or a
// distribution passes on the state of its object. jax.lax.fft_p is the primitive
// itself.
func (a OperatorAPI) TakesArgumentsOf(operator string) bool {
	if strings.HasPrefix(a.Name, "jax.") && a.Kind == "attribute" && strings.HasSuffix(a.Name, "_p") {
		return true
	}
	if strings.HasPrefix(a.Name, "jax.") && !strings.HasPrefix(a.Name, "jax.lax.") {
		return false
	}
	ofTensor := strings.HasPrefix(a.Name, "torch.Tensor.")
	alone := len(a.Operators) == 1 && (ofTensor || a.Kind != "method" && a.Kind != "attribute")
	return alone || NamedAfter(a.Name, operator)
}
