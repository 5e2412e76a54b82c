package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// A program that runs on one of several array libraries makes the rest of its code speak
// to the chosen one: through a table of functions, a function that yields a module, or an
// object that forwards attribute reads to the module. Such a name is resolved to its
// PyTorch or JAX variant.

// tabledRef resolves backend()["np"] and TABLE["jit"] of another file: to the first
// PyTorch or JAX object under the key in the tables.
func (m *Model) tabledRef(n syntax.Node, key Constant) (out Ref) {
	table := m.Tree.Unparen(m.Tree.Child(n, syntax.FieldValue))
	if !m.yieldsTable(table) {
		return Ref{}
	}
	several := false
	f := forwarding{left: maxForwarded}
	f.entries(m, table, key, func(in *Model, entry syntax.Node) {
		several = several || out != (Ref{})
		if out == (Ref{}) {
			out = m.framework(in.Ref(entry))
		}
	})
	if out != (Ref{}) {
		out.Confidence, out.Chosen = min(out.Confidence, Likely), out.Chosen || several
	}
	return out
}

// yieldsTable reports whether an expression may be a table written out elsewhere: the
// result of a function of the project, directly or as the only value of a variable, or a
// variable of another file. Nothing may be stored in it here.
func (m *Model) yieldsTable(n syntax.Node) bool {
	if m.Tree.Kind(n) == syntax.KindCall {
		return m.RunsProject(n)
	}
	sym := m.Symbol(n)
	if sym == nil || len(sym.Defs) != 1 || m.isStoredInto(sym) {
		return false
	}
	switch d := sym.Defs[0]; d.Kind {
	case DefImport:
		return m.ImportedFrom(*d.Import) != nil
	case DefAssign:
		return m.Tree.Kind(d.Value) == syntax.KindCall && m.RunsProject(d.Value)
	}
	return false
}

// framework is r if it names a part of PyTorch or JAX, and empty otherwise.
func (m *Model) framework(r Ref) Ref {
	if r.Pending || !r.Local && !r.Member && (HasPackage(r.Name, "jax") || HasPackage(r.Name, "torch")) {
		return r
	}
	return Ref{}
}

// isFrameworkModule reports whether r names a module of PyTorch or JAX.
func (m *Model) isFrameworkModule(r Ref) bool {
	if r = m.framework(r); r.Name == "" {
		return false
	}
	api, ok := m.DB.OperatorAPI(r.Name)
	return r.Name == "jax" || ok && api.Kind == "module"
}

// handedOutRef is an attribute of a module to which instances of a class forward reads of
// attributes they do not have: def __getattr__(self, name): return getattr(jnp, name).
func (m *Model) handedOutRef(class syntax.Node, attr string) Ref {
	sym := m.Scope(class).Names["__getattr__"]
	if sym == nil || len(sym.Defs) != 1 || sym.Defs[0].Kind != DefFunction {
		return Ref{}
	}
	fn := sym.Defs[0].Node
	params := m.Tree.Params(fn)
	if len(params) != 2 {
		return Ref{}
	}
	for _, value := range m.Returns(fn) {
		name, _ := m.CallName(value)
		if name != "builtins.getattr" || m.Tree.View(m.Tree.Arg(value, 1, "")) != m.Tree.View(params[1].Name) {
			continue
		}
		r := m.Ref(m.Tree.Arg(value, 0, ""))
		if r.Pending {
			return r
		}
		if m.isFrameworkModule(r) {
			return Ref{Name: r.Name + "." + attr, Confidence: min(r.Confidence, Likely), Chosen: true}
		}
	}
	return Ref{}
}
