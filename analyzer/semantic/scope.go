package semantic

import "github.com/neuronlint/neuronlint/analyzer/syntax"

type scopeKind uint8

const (
	moduleScope scopeKind = iota
	classScope
	functionScope
	comprehensionScope
)

// scope is one Python namespace.
type scope struct {
	kind    scopeKind
	number  int32       // among those of the file
	node    syntax.Node // module, class, function, lambda or comprehension
	parent  *scope
	root    *scope // that of the module
	depth   int    // how many scopes are around it
	names   map[string]*Symbol
	outside map[string]scopeKind // names declared global (moduleScope) or nonlocal
	stars   []syntax.Import      // modules imported with *
}

// Symbol is a name in a scope with everything that is bound to it there.
type Symbol struct {
	Name  string
	Defs  []Def         // in source order
	Uses  []syntax.Node // identifiers that read it, in source order
	scope *scope

	number   int32 // among those of the file; 0 before any node has it
	imported bool  // one of Defs is an import
}

// DefKind says what kind of statement binds a name.
type DefKind uint8

// The kinds of bindings.
const (
	DefAssign DefKind = iota // name = Value
	DefAug                   // name += Value
	DefUnpack                // a, name = Value, with Index
	DefImport                // Value is the import statement
	DefParam                 // Value is the default, Index the position
	DefFor                   // for name in Value; Index -1 or position in the target
	DefWith                  // with Value as name
	DefExcept
	DefFunction // Node is the definition
	DefClass    // Node is the definition
	DefDelete
	DefMatch
	DefOther
)

// Def is one binding of a name.
type Def struct {
	Kind   DefKind
	Node   syntax.Node // the identifier bound, or the definition for functions and classes
	Value  syntax.Node // see DefKind; None if there is no expression
	Index  int         // position in an unpacking target or parameter list, -1 if none
	Import *Imported   // for imports; nil for all other bindings, which are many
}

// Imported is what an import binds.
type Imported struct {
	Module string // qualified name of it
	Name   string // the last part of Module if it was imported from the rest
	Level  int    // for relative imports: number of dots
}

// lookup finds the symbol a name refers to from inside s, as Python does:
// class scopes are skipped on the way out.
func (s *scope) lookup(name []byte) *Symbol {
	return s.find(name, true)
}

// find is lookup; the names of s itself count only if it is no class or own is
// set. A class body that reads a name before it binds it means one outside.
func (s *scope) find(name []byte, own bool) *Symbol {
	for c := s; c != nil; c, own = c.parent, false {
		if sym, found := c.has(name, own); found {
			return sym
		}
	}
	return nil
}

// has is the symbol that a name refers to by what s itself says, if it says
// anything.
func (s *scope) has(name []byte, own bool) (sym *Symbol, found bool) {
	if s.kind == classScope && !own {
		return nil, false
	}
	if where, ok := s.outside[string(name)]; ok && where == moduleScope {
		return s.module().names[string(name)], true
	}
	sym = s.names[string(name)]
	return sym, sym != nil
}

func (s *scope) module() *scope { return s.root }

// owner is the scope that a binding in s goes to, after global and nonlocal.
func (s *scope) owner(name string) *scope {
	where, ok := s.outside[name]
	if !ok {
		return s
	}
	if where == moduleScope {
		return s.module()
	}
	for c := s.parent; c != nil; c = c.parent {
		if c.kind == functionScope && c.names[name] != nil {
			return c
		}
	}
	return s
}

// declares reports whether s says global or nonlocal of a name.
func (s *scope) declares(name string) bool {
	_, ok := s.outside[name]
	return ok
}

func (s *scope) bind(name string, d Def) *Symbol {
	s = s.owner(name)
	sym := s.names[name]
	if sym == nil {
		if s.names == nil {
			s.names = make(map[string]*Symbol)
		}
		sym = &Symbol{Name: name, scope: s}
		s.names[name] = sym
	}
	sym.Defs = append(sym.Defs, d)
	sym.imported = sym.imported || d.Kind == DefImport
	return sym
}

// function is the innermost scope that is not a comprehension: where a walrus
// binds.
func (s *scope) function() *scope {
	for s.kind == comprehensionScope {
		s = s.parent
	}
	return s
}
