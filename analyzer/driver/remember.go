package driver

import (
	"bytes"
	"maps"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// gather notes the results of files, before any text is changed.
func (m *memory) gather() {
	if m == nil {
		return
	}
	for _, r := range m.s.files {
		m.keep(r)
	}
	m.learn()
}

// learn notes the questions that the project was asked until now, and where imports led.
// It is called before a project is made anew, and when no more questions follow.
func (m *memory) learn() {
	if m != nil {
		m.mergeLookups()
		m.mergeModules()
	}
}

// settle hashes everything that the gathered results rest on, as things are known now. It
// does so for recalled files too, since the run may have learned more of them.
func (m *memory) settle() {
	rests := m.walk()
	for _, f := range m.kept {
		if m.resulted(f) {
			f.Rests = rests.on(absolute(m.s.wd, f.Path))
		}
		m.enter(f)
	}
	files := m.files()
	judged := make(map[string]bool, len(files))
	for _, name := range files {
		judged[name] = true
	}
	for name := range m.s.imports.nodes {
		m.asked[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(m.asked)) {
		if !judged[name] {
			m.needs = append(m.needs, name)
		}
	}
	m.rests = m.all(slices.Concat(files, m.needs))
}

// save writes the gathered results, and the result of the whole run if run is not nil,
// unless nothing is new. A failure to write does not fail the run.
func (m *memory) save(run *storedRun) {
	if m == nil || m.moved || m.slow.Load() {
		return
	}
	m.settle()
	if m.held != nil {
		if !m.hand() {
			return
		}
	} else {
		m.keepRun(run)
	}
	if !m.changed && !m.damaged.Load() {
		return
	}
	if m.cache.write(m.name, m.sections()) == nil {
		cache.Prune(m.cache.Dir, maxPackAge, maxPackBytes)
	}
}

// mergeLookups adds the imports that this run resolved.
func (m *memory) mergeLookups() {
	clear(m.dirs)
	clear(m.leaves)
	for dir, list := range m.s.project.Lookups() {
		m.lead(dir, list)
		seen := make(map[semantic.Lookup]bool)
		for _, l := range m.lookups[dir] {
			seen[l] = true
		}
		for _, l := range list {
			if !seen[l] {
				m.lookups[dir] = append(m.lookups[dir], l)
			}
		}
	}
}

// lead notes where imports lead. One that leads elsewhere by the time that texts
// are fixed is as if a file had changed.
func (m *memory) lead(dir string, list []semantic.Lookup) {
	for _, l := range list {
		from, to := importPlace{dir, l}, m.s.project.Resolve(dir, l)
		if before, ok := m.led[from]; ok && before != to {
			m.moved = true
		}
		m.led[from] = to
	}
}

// mergeModules adds the modules that this run asked. Facts about a module that has
// changed since are forgotten, unless a recalled result rests on it.
func (m *memory) mergeModules() {
	relied := make(map[string]bool)
	for list := slices.Clone(m.hits); len(list) > 0; {
		name := list[len(list)-1]
		list = list[:len(list)-1]
		if mod := m.modules[name]; mod != nil && !relied[name] {
			list = append(list, mod.Uses...)
		}
		relied[name] = true
	}
	maps.Copy(m.asked, relied)
	for _, d := range m.s.project.Dependencies() {
		m.asked[d.Name] = true
		h := m.file(d.Name)
		uses := d.Uses
		if old := m.modules[d.Name]; old != nil && (old.Hash == h || relied[d.Name]) {
			uses = slices.Concat(uses, old.Uses)
		}
		slices.Sort(uses)
		m.modules[d.Name] = &storedModule{d.Name, h, slices.Compact(uses)}
	}
}

// keep notes a file with its result; settle hashes everything that result rests on.
func (m *memory) keep(r *fileResult) {
	name := absolute(m.s.wd, r.path)
	h, ok := m.hashes[name]
	if !ok || r.stale || h == (hash{}) || r.encoded == nil && !r.idle {
		return
	}
	f := &storedFile{
		Path: r.path, Hash: h, Says: r.seen.says, Own: r.seen.own, Import: r.seen.imports,
		Text: r.texted || r.raw != nil, Day: m.today,
	}
	if r.encoded != nil {
		m.results[resultSection+r.path] = r.encoded
	}
	m.kept[r.path] = f
}

// resulted reports whether there is a result of a file of this run.
func (m *memory) resulted(f *storedFile) bool { return m.results[resultSection+f.Path] != nil }

// resultOf is the section of a result, of this run or an earlier one.
func (m *memory) resultOf(section string) ([]byte, bool) {
	if data, ok := m.results[section]; ok {
		return data, true
	}
	return m.section(section)
}

// enter adds a file to those known.
func (m *memory) enter(f *storedFile) {
	if old := m.known[f.Path]; old == nil || old.Hash != f.Hash || old.Rests != f.Rests || old.Day != f.Day {
		m.changed = true
	}
	m.known[f.Path] = f
}

// keepRun notes the result of the whole run, if every file it judged is kept.
func (m *memory) keepRun(run *storedRun) {
	if run == nil || !m.entire() || run.Before.Stats.InternalErrors > 0 || run.After != nil && run.After.Stats.InternalErrors > 0 ||
		slices.ContainsFunc(m.s.files, func(r *fileResult) bool { return m.kept[r.path] == nil || r.fleeting }) {
		return
	}
	run.Modules, run.Rests = m.needs, m.rests
	key, data := m.runKey(run.After != nil), cache.Encode(*run)
	if old, ok := m.pack.Section(key); !ok || !bytes.Equal(old, data) {
		m.changed = true
	}
	m.runs[key] = data
}

// maxRuns bounds how many whole runs are kept, the last ones: they differ in the rules
// they select and the paths they name.
const maxRuns = 8

// sections are all sections to be written. Files that were not used for a long time are
// left out.
func (m *memory) sections() map[string][]byte {
	out := make(map[string][]byte)
	var files []storedFile
	for _, path := range slices.Sorted(maps.Keys(m.known)) {
		f := m.known[path]
		if (m.today-f.Day)*24 > int64(maxPackAge.Hours()) {
			continue
		}
		name := resultSection + path
		if f.Rests == (hash{}) {
			files = append(files, *f)
		} else if data, ok := m.resultOf(name); ok {
			files = append(files, *f)
			out[name] = data
		}
	}
	modules := make([]storedModule, 0, len(m.modules))
	for _, name := range slices.Sorted(maps.Keys(m.modules)) {
		modules = append(modules, *m.modules[name])
	}
	var directories []storedDirectory
	for _, dir := range slices.Sorted(maps.Keys(m.lookups)) {
		directories = append(directories, storedDirectory{dir, m.lookups[dir]})
	}
	out[filesSection], out[modulesSection], out[directorySection] = cache.Encode(files), cache.Encode(modules), cache.Encode(directories)
	m.addRuns(out)
	return out
}

// addRuns adds the results of whole runs, and their order from the last one on.
func (m *memory) addRuns(out map[string][]byte) {
	order := slices.Sorted(maps.Keys(m.runs))
	maps.Copy(out, m.runs)
	var earlier []string
	if data, ok := m.pack.Section(runsSection); ok && cache.Decode(data, &earlier) != nil {
		earlier = nil
	}
	for _, name := range earlier {
		if data, ok := m.pack.Section(name); ok && m.runs[name] == nil && len(order) < maxRuns {
			order = append(order, name)
			out[name] = data
		}
	}
	out[runsSection] = cache.Encode(order)
}
