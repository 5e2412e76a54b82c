package scope

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// Kind is the kind of construct that opens a scope.
type Kind uint8

// The kinds of scopes.
const (
	Module Kind = iota
	Class
	Function
	Comprehension
)

// Scope is one Python namespace.
type Scope struct {
	Kind    Kind
	number  int32       // among those of the file
	Node    syntax.Node // module, class, function, lambda or comprehension
	Parent  *Scope
	root    *Scope // the module's scope
	depth   int    // number of scopes around it
	Names   map[string]*Symbol
	outside map[string]Kind // names declared global (moduleScope) or nonlocal
	Stars   []syntax.Import // modules imported with *
}

// Symbol is a name in a scope with its bindings and uses there.
type Symbol struct {
	Name  string
	Defs  []Def         // in source order
	Uses  []syntax.Node // identifiers that read it, in source order
	Scope *Scope

	number   int32 // among those of the file; 0 before any node has it
	Imported bool  // one of Defs is an import
}

// Number identifies the symbol in its file, from 1 on; 0 if no node has it.
func (s *Symbol) Number() int32 { return s.number }

// DefKind is the kind of statement that binds a name.
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

// Imported is the module or name that an import binds.
type Imported struct {
	Module string // qualified name of it
	Name   string // the last part of Module if it was imported from the rest
	Level  int    // for relative imports: number of dots
}

// Lookup finds the symbol that a name refers to inside s, as Python does: class scopes
// are skipped on the way out.
func (s *Scope) Lookup(name []byte) *Symbol {
	return s.find(name, true)
}

// find is Lookup, but the names of s itself count only if s is no class or own is set. A
// class body that reads a name before binding it means one outside.
func (s *Scope) find(name []byte, own bool) *Symbol {
	for c := s; c != nil; c, own = c.Parent, false {
		if sym, found := c.has(name, own); found {
			return sym
		}
	}
	return nil
}

// has returns the symbol of a name that s itself binds or declares, if any.
func (s *Scope) has(name []byte, own bool) (sym *Symbol, found bool) {
	if s.Kind == Class && !own {
		return nil, false
	}
	if where, ok := s.outside[string(name)]; ok && where == Module {
		return s.Module().Names[string(name)], true
	}
	sym = s.Names[string(name)]
	return sym, sym != nil
}

// Module returns the scope of the module.
func (s *Scope) Module() *Scope { return s.root }

// owner returns the scope that a binding in s goes to, after global and nonlocal.
func (s *Scope) owner(name string) *Scope {
	where, ok := s.outside[name]
	if !ok {
		return s
	}
	if where == Module {
		return s.Module()
	}
	for c := s.Parent; c != nil; c = c.Parent {
		if c.Kind == Function && c.Names[name] != nil {
			return c
		}
	}
	return s
}

// Declares reports whether s declares a name global or nonlocal.
func (s *Scope) Declares(name string) bool {
	_, ok := s.outside[name]
	return ok
}

func (s *Scope) bind(name string, d Def) *Symbol {
	s = s.owner(name)
	sym := s.Names[name]
	if sym == nil {
		if s.Names == nil {
			s.Names = make(map[string]*Symbol)
		}
		sym = &Symbol{Name: name, Scope: s}
		s.Names[name] = sym
	}
	sym.Defs = append(sym.Defs, d)
	sym.Imported = sym.Imported || d.Kind == DefImport
	return sym
}

// function returns the innermost scope that is not a comprehension, where a walrus binds.
func (s *Scope) function() *Scope {
	for s.Kind == Comprehension {
		s = s.Parent
	}
	return s
}

// Within reports whether s is a scope or nested in it.
func (s *Scope) Within(outer *Scope) bool {
	for ; s != nil; s = s.Parent {
		if s == outer {
			return true
		}
	}
	return false
}

// BindsValue reports whether d binds an ordinary value.
func (d Def) BindsValue() bool {
	switch d.Kind {
	case DefAssign:
		return d.Value != syntax.None
	case DefUnpack, DefParam, DefFor, DefWith:
		return true
	}
	return false
}

// Imports reports whether a binding imports a module.
func (d Def) Imports(module string) bool {
	return d.Kind == DefImport && d.Import.Module == module && d.Import.Level == 0
}
