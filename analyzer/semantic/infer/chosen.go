package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// A program that runs on one of several array libraries has the rest of its code speak to
// the one that was chosen: through a table of functions, a function that yields a module,
// or an object that hands out what the module has. What such a name stands for is what
// stands there of PyTorch or JAX.

// tabledRef resolves backend()["np"] and TABLE["jit"] of another file: to the first of
// what stands under the key in the tables that is of PyTorch or JAX.
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

// yieldsTable reports whether an expression may be a table that is written out elsewhere:
// what a function of the project yields, here or by a variable that holds nothing else, or
// a variable of another file. Nothing must be stored in it here.
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

// framework is r if it names something of PyTorch or JAX, and none otherwise.
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

// handedOutRef is an attribute that instances of a class have of a module, where they have
// none of their own: def __getattr__(self, name): return getattr(jnp, name).
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
