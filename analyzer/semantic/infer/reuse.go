package infer

// Reuse prepares a project for another run: it forgets the files that have changed, as
// changed tells by their absolute names, and all that rests on them. The files may be
// reached in another way than before. Where a directory has other entries, imports may
// lead elsewhere; then the project is of no use any more, and Reuse returns false.
func (p *Project) Reuse(files Files, changed func(name string) bool) bool {
	p.world.Lock()
	defer p.world.Unlock()
	p.finder.mu.Lock()
	defer p.finder.mu.Unlock()
	if !p.finder.reuse(files) {
		return false
	}
	p.drop(p.kept.dropped())
	p.evaluator.Engine = newEngine() // its spare frames point into models
	users := p.uses.users()
	var list []*Module
	for _, mod := range p.finder.modules {
		if mod.unreadable || (p.kept.has(mod) || p.uses.of[mod] != nil || users[mod] != nil) && !mod.IsNamespace() && changed(mod.name) {
			list = append(list, mod)
		}
	}
	gone := make(map[*Module]bool)
	for ; len(list) > 0; list = list[1:] {
		if mod := list[0]; !gone[mod] {
			gone[mod] = true
			list = append(list, users[mod]...)
			p.forgetModule(mod)
		}
	}
	return true
}

// forgetModule forgets a file, and all answers about it.
func (p *Project) forgetModule(mod *Module) {
	mod.library, mod.unreadable = nil, false
	mod.answers.forget()
	p.kept.forget(mod)
	delete(p.uses.of, mod)
}

// Shrink drops trees until they are of at most so many bytes of text, the least recently
// used first. They are read again when they are asked for.
func (p *Project) Shrink(most int) {
	p.world.Lock()
	defer p.world.Unlock()
	p.kept.shrink(most)
	p.drop(p.kept.dropped())
}

// users are the modules that asked each module.
func (u *uses) users() map[*Module][]*Module {
	u.mu.Lock()
	defer u.mu.Unlock()
	by := make(map[*Module][]*Module)
	for from, used := range u.of {
		for to := range used.keys() {
			by[to] = append(by[to], from)
		}
	}
	return by
}

// maxTyped is how many lookups more than twice those of the first run may be remembered:
// somebody who types asks for many modules that there never are.
const maxTyped = 1000

// reuse reports whether everything that was found would be found again. The caller holds
// the lock.
func (f *finder) reuse(files Files) bool {
	if f.first == 0 {
		f.first = len(f.found)
	}
	if f.files = files; len(f.found) > 2*f.first+maxTyped {
		return false
	}
	for name, there := range f.existing {
		if files.Exists(name) != there {
			return false
		}
	}
	for dir, in := range f.listed {
		names := files.List(dir)
		if len(names) != len(in) {
			return false
		}
		for _, name := range names {
			if !in[name] {
				return false
			}
		}
	}
	return true
}
