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

// Cache is the place where results are kept for the next run.
type Cache struct {
	Dir   string // absolute; empty if there is a Keep and nothing is to be written
	Build string // of this program: other programs may give other results
	// Whole runs a function during which the process must not end, lest a file be left
	// half written; nil if nothing ends the process.
	Whole func(func() error) error
	Keep  *Keep // what this process holds in memory besides; may be nil
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

// memory is the cache of results: those of earlier runs, and those that this run adds.
type memory struct {
	*grounds

	cache   *Cache
	name    string // of the pack
	pack    *cache.Pack
	held    *held                  // by a Keep; nil without one
	known   map[string]*storedFile // by path
	judged  *walk                  // the hashes these rest on as things are now
	list    hash                   // of the files that are judged; see found
	hits    []string               // modules whose results are still valid, by absolute name
	damaged atomic.Bool            // a result of one of those could not be read

	kept    map[string]*storedFile // of this run, by path; moved to known by settle
	results map[string][]byte      // sections that this run made
	runs    map[string][]byte
	asked   map[string]bool // modules that the run rests on
	needs   []string        // of them, those that the run does not judge; see gather
	rests   hash            // on them
	slow    *atomic.Bool    // a file could not be parsed in time
	today   int64           // in days
	changed bool
}

// newMemory opens the cache of a run; it is nil for one that keeps nothing.
func (s *session) newMemory(scan bool) *memory {
	c := s.opts.Cache
	if c == nil || c.Dir == "" && c.Keep == nil || s.opts.Stdin != nil {
		return nil
	}
	m := &memory{
		grounds: newGrounds(s), cache: c, name: nameOf(s.kind(scan)), known: make(map[string]*storedFile),
		kept: make(map[string]*storedFile), results: make(map[string][]byte), runs: make(map[string][]byte), asked: make(map[string]bool),
		slow: s.slow, today: time.Now().Unix() / (24 * 3600),
	}
	if c.Keep != nil {
		m.adopt(c.Keep.of(m.name))
	} else {
		m.readPack()
	}
	m.judged = m.walk()
	s.place.saw = m.sawFile // also called for each later disk; see renew
	return m
}

// nameOf is a name made of a value.
func nameOf(v any) string {
	sum := sha256.Sum256(cache.Encode(v))
	return hex.EncodeToString(sum[:16])
}

// readPack loads the pack. If any part of its directory is damaged, the pack is ignored.
func (m *memory) readPack() {
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

// recall is a file that an earlier run has seen with the same bytes; nil if there is
// none. Its result is filled in once the others are read; see restore.
func (m *memory) recall(path string, raw []byte) *fileResult {
	if m == nil {
		return nil
	}
	r, f := m.recalled(path, m.sawFile(absolute(m.s.wd, path), raw))
	if r != nil && f.Text {
		if r.raw = m.s.texts[path]; r.raw == nil {
			r.raw = bytes.Clone(raw)
		}
	}
	return r
}

// recalled is recall by the hash of the bytes, without a text.
func (m *memory) recalled(path string, h hash) (*fileResult, *storedFile) {
	f := m.known[path]
	if f == nil || f.Hash != h {
		return nil, nil
	}
	r := &fileResult{path: path, seen: sight{says: f.Says, own: f.Own, imports: f.Import}, recalled: true}
	r.idle = r.seen.idle()
	return r, f
}

// note keeps the result of a file's analysis.
func (m *memory) note(r *fileResult) {
	if m == nil || r == nil {
		return
	}
	r.encoded, r.texted = r.encode(), r.file != nil
}

// saw notes the bytes of a file that is read again.
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

// restore fills in a recalled file from the result of an earlier run.
func (m *memory) restore(r *fileResult) bool {
	section := resultSection + r.path
	data, ok := m.section(section)
	var stored *storedResult
	if ok {
		stored = m.storedResult(section, data)
	}
	if stored == nil {
		m.damaged.Store(true)
		return false
	}
	if r.raw != nil {
		r.file = m.cache.Keep.text(r.path, m.known[r.path].Hash)
	}
	r.fill(stored)
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

// entire reports whether the result of a run rests on files alone. Results restricted to
// a change, or compared with a baseline, are not kept.
func (m *memory) entire() bool { return m.s.opts.Scope == nil && m.s.opts.Baseline == nil }

// stored is the result of an earlier run over the same files; nil if there is none, or if
// anything it rests on has changed.
func (m *memory) stored(fix bool) *storedRun {
	if m == nil || m.held != nil || !m.entire() || slices.ContainsFunc(m.s.files, func(f *fileResult) bool { return !f.recalled }) {
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

// run is the result of an earlier run that changed nothing.
func (m *memory) run() *Result {
	stored := m.stored(false)
	if stored == nil {
		return nil
	}
	r := stored.Before.result()
	m.s.addFiles(r, nil)
	return r
}

// fixed is the result of an earlier run that applied fixes in memory.
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
