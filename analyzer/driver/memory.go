package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync/atomic"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/cache"
)

// Cache says where results are kept for the next run.
type Cache struct {
	Dir   string // absolute
	Build string // of this program: other programs may come to other results
	// Whole calls what the process must not be ended in, so that no file is left
	// behind half written; nil if nothing ends it.
	Whole func(func() error) error
}

func (c *Cache) write(name string, sections map[string][]byte) error {
	write := func() error { return cache.Write(c.Dir, name, sections) }
	if c.Whole == nil {
		return write()
	}
	return c.Whole(write)
}

// Packs are removed that were not in use for maxPackAge, and the oldest where
// all together take more than maxPackBytes.
const (
	maxPackAge   = 30 * 24 * time.Hour
	maxPackBytes = 256 << 20
)

// Names of sections, and beginnings of names before a path.
const (
	filesSection     = "files"
	modulesSection   = "modules"
	directorySection = "directories"
	resultSection    = "result:"
	runSection       = "run:"
	runsSection      = "runs"
)

// memory is what earlier runs left behind, and what this one adds.
type memory struct {
	*grounds

	cache   *Cache
	name    string // of the pack
	pack    *cache.Pack
	known   map[string]*storedFile // by path
	judged  *walk                  // what these rest on as things are now
	list    hash                   // of the files that are judged; see found
	hits    []string               // modules whose results hold still, by absolute name
	damaged atomic.Bool            // one of those could not be read

	kept    map[string]*storedFile // of this run, by path; known has them once it is settled what they rest on
	results map[string][]byte      // sections that this run made
	runs    map[string][]byte
	asked   map[string]bool // modules that the run rests on
	needs   []string        // those of them that it does not judge; see gather
	rests   hash            // on them
	slow    *atomic.Bool    // a file could not be parsed in time
	today   int64           // in days
	changed bool
}

// newMemory opens the cache of a run; it is nil for one that keeps nothing.
func (s *session) newMemory(scan bool) *memory {
	c := s.opts.Cache
	if c == nil || c.Dir == "" || s.opts.Stdin != nil {
		return nil
	}
	m := &memory{
		grounds: newGrounds(s), cache: c, name: nameOf(s.kind(scan)), known: make(map[string]*storedFile),
		kept: make(map[string]*storedFile), results: make(map[string][]byte), runs: make(map[string][]byte), asked: make(map[string]bool),
		slow: s.slow, today: time.Now().Unix() / (24 * 3600),
	}
	m.read()
	m.judged = m.walk()
	s.place.saw = m.sawFile // and that of each later one; see renew
	return m
}

// nameOf is a name made of a value.
func nameOf(v any) string {
	sum := sha256.Sum256(cache.Encode(v))
	return hex.EncodeToString(sum[:16])
}

// read takes in what lies in the pack. A pack of which any part of the
// directory is damaged is as good as none.
func (m *memory) read() {
	var files []storedFile
	var modules []storedModule
	var directories []storedDirectory
	pack := cache.Read(m.cache.Dir, m.name, maxPackBytes)
	for section, v := range map[string]any{filesSection: &files, modulesSection: &modules, directorySection: &directories} {
		if data, ok := pack.Section(section); !ok || cache.Decode(data, v) != nil {
			return
		}
	}
	m.pack = pack
	for i := range files {
		m.known[files[i].Path] = &files[i]
	}
	for i := range modules {
		m.modules[modules[i].Name] = &modules[i]
	}
	for _, d := range directories {
		m.lookups[d.Name] = d.Lookups
	}
}

// recall is a file that an earlier run has seen just like this; nil if none
// has. What it came to is only known once the others are read.
func (m *memory) recall(path string, raw []byte) *fileResult {
	if m == nil {
		return nil
	}
	h := m.sawFile(absolute(m.s.wd, path), raw)
	f := m.known[path]
	if f == nil || f.Hash != h {
		return nil
	}
	r := &fileResult{path: path, seen: sight{says: f.Says, own: f.Own, imports: f.Import}, recalled: true}
	r.idle = r.seen.idle()
	if f.Text {
		r.raw = bytes.Clone(raw)
	}
	return r
}

// note keeps what a file came to.
func (m *memory) note(r *fileResult) {
	if m == nil || r == nil {
		return
	}
	r.encoded, r.texted = r.encode(), r.file != nil
}

// saw notes the bytes of a file that is read once more.
func (m *memory) saw(name string, raw []byte) {
	if m != nil {
		m.sawFile(name, raw)
	}
}

// holds reports whether all that a recalled result rests on is as it was.
func (m *memory) holds(r *fileResult) bool {
	f, name := m.known[r.path], absolute(m.s.wd, r.path)
	if f.Rests == (hash{}) || m.judged.on(name) != f.Rests {
		return false
	}
	m.hits = append(m.hits, name)
	return true
}

// restore fills in what an earlier run came to for a recalled file.
func (m *memory) restore(r *fileResult) bool {
	data, ok := m.pack.Section(resultSection + r.path)
	if !ok || !r.decode(data) {
		m.damaged.Store(true)
		return false
	}
	r.encoded = data
	return true
}

// files tells which files a run judges.
func (m *memory) files() []string {
	var names []string
	for _, f := range m.s.files {
		names = append(names, absolute(m.s.wd, f.path))
	}
	return names
}

// entire reports whether what a run comes to rests on files alone: what a change
// brings, or a baseline has, is not kept.
func (m *memory) entire() bool { return m.s.opts.Scope == nil && m.s.opts.Baseline == nil }

// stored is what an earlier run came to over the same files, if nothing that it
// rests on is another; nil if there is none.
func (m *memory) stored(fix bool) *storedRun {
	if m == nil || !m.entire() || slices.ContainsFunc(m.s.files, func(f *fileResult) bool { return !f.recalled }) {
		return nil
	}
	data, ok := m.pack.Section(m.runKey(fix))
	var run storedRun
	if !ok || cache.Decode(data, &run) != nil || run.After == nil == fix {
		return nil
	}
	if m.all(slices.Concat(m.files(), run.Modules)) != run.Rests {
		return nil
	}
	return &run
}

// run is what an earlier run came to that changed nothing.
func (m *memory) run() *Result {
	stored := m.stored(false)
	if stored == nil {
		return nil
	}
	r := stored.Before.result()
	m.s.addFiles(r, nil)
	return r
}

// fixed is what an earlier run came to that applied fixes in memory.
func (m *memory) fixed() *Fixed {
	stored := m.stored(true)
	if stored == nil {
		return nil
	}
	f := &Fixed{Before: stored.Before.result(), After: stored.After.result(), Changes: stored.Changes, Become: stored.Become}
	for i := range f.Changes {
		c := &f.Changes[i]
		name := absolute(m.s.wd, c.Path)
		raw, err := m.s.place.read(name)
		if err != nil || m.moved {
			return nil
		}
		c.Old = raw
	}
	m.s.addFiles(f.Before, nil)
	m.s.addFiles(f.After, f.Changes)
	return f
}
