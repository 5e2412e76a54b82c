package infer

import "path"

// Setups returns the files setup.py in the directory of a module and in those above it,
// up to the repository.
func (mod *Module) Setups() (out []*Module) {
	f, dir := &mod.Project.finder, path.Dir(mod.name)
	f.mu.Lock()
	defer f.mu.Unlock()
	for end := f.repository(dir); ; dir = path.Dir(dir) {
		if f.list(dir)["setup.py"] {
			out = append(out, f.module(dir+"/setup.py"))
		}
		if dir == end || dir == path.Dir(dir) {
			return out
		}
	}
}
