package infer

// Beside shows the module of that name in the directory of the file, whether the file
// imports it or not: programs of one directory read data that others in it write.
func (m *Model) Beside(name string, show func(in *Model)) {
	if m.module == nil {
		return
	}
	const ownDirectory = 1 // as in "from . import name"
	mod := m.module.Find(ownDirectory, name)
	if mod == nil || mod == m.module || mod.IsNamespace() {
		return
	}
	m.Elsewhere(mod, show)
}
