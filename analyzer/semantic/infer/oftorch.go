package infer

// TensorsOfProject reports whether a file gets its tensors from modules of the project:
// it imports one that imports PyTorch, and none of them defines a method cuda of its own.
func (m *Model) TensorsOfProject() bool {
	type key struct{}
	return Walked(m, key{}, func() (found bool) {
		if m.module == nil {
			return false
		}
		for _, mod := range m.ImportedModules(m.module) {
			own := false
			m.Elsewhere(mod, func(lib *Model) {
				own = lib.DefinesCUDA()
				found = found || lib.ImportsAny("torch")
			})
			if own {
				return false
			}
		}
		return found
	})
}

// DefinesCUDA reports whether the file defines a function named cuda.
func (m *Model) DefinesCUDA() bool {
	for _, fn := range m.Functions() {
		if m.Tree.Text(m.Tree.FuncName(fn)) == "cuda" {
			return true
		}
	}
	return false
}

// FromProjectOf reports whether the project's modules that a file imports compute with
// one of the given frameworks, and none of them with PyTorch.
func (m *Model) FromProjectOf(frameworks []string) (found bool) {
	if m.module == nil {
		return false
	}
	torch := false
	for _, mod := range m.ImportedModules(m.module) {
		m.Elsewhere(mod, func(lib *Model) {
			torch = torch || lib.ImportsAny("torch")
			found = found || lib.ImportsAny(frameworks...)
		})
	}
	return found && !torch
}
