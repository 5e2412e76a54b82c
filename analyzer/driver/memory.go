package driver

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Cache says where results are kept for the next run.
type Cache struct {
	Dir   string // absolute
	Build string // of this program: other programs may come to other results
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
	summarySection   = "summary:"
	runSection       = "run:"
)

// memory is what earlier runs left behind, and what this one adds.
type memory struct {
	*grounds

	cache   *Cache
	name    string // of the pack
	pack    *cache.Pack
	known   map[string]*storedFile // by path; what is kept of summaries has the name of their section
	judged  *walk                  // of what earlier runs left behind
	fresh   map[string][]byte      // sections that this run made
	hits    []string               // modules whose results hold still, by absolute name
	asked   map[string]bool        // modules that the run rests on
	today   int64
	changed bool
}

// kind tells runs of one tree apart that come to different results for files.
type kind struct {
	Build, DB   string
	WD          string
	Far         bool
	Scan        bool
	NoPrefilter bool
	Target      opsdb.Target
	Limits      Limits
	Rules       []string
	Severity    map[string]analyzer.Severity
	Confidence  analyzer.Confidence // of a scan
}

// newMemory opens the cache of a run; it is nil for one that keeps nothing.
func (s *session) newMemory(scan bool) *memory {
	c := s.opts.Cache
	if c == nil || c.Dir == "" || s.opts.Stdin != nil {
		return nil
	}
	k := kind{
		Build: c.Build, DB: s.opts.DB.Version(), WD: s.wd, Far: s.place.far, Scan: scan, NoPrefilter: s.opts.NoPrefilter,
		Target: s.opts.Target, Limits: s.opts.Limits, Severity: s.severity,
	}
	for _, rule := range s.opts.Rules {
		k.Rules = append(k.Rules, rule.Code)
	}
	if scan {
		k.Confidence = s.opts.MinConfidence
	}
	m := &memory{
		grounds: newGrounds(s), cache: c, name: nameOf(k), known: make(map[string]*storedFile),
		fresh: make(map[string][]byte), asked: make(map[string]bool), today: time.Now().Unix() / (24 * 3600),
	}
	m.read()
	m.judged = m.walk()
	s.place.saw = m.sawFile
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
	pack := cache.Read(m.cache.Dir, m.name)
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

// section is the bytes of a section, of this run or an earlier one.
func (m *memory) section(name string) ([]byte, bool) {
	if data, ok := m.fresh[name]; ok {
		return data, true
	}
	return m.pack.Section(name)
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
		r.raw = raw
	}
	return r
}

// note keeps what a file came to.
func (m *memory) note(r *fileResult) {
	if m == nil || r == nil {
		return
	}
	r.encoded = r.encode()
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
		return false
	}
	r.encoded = data
	return true
}

// runKey tells runs apart that report differently what they come to for files.
func (m *memory) runKey() string {
	o := &m.s.opts
	return runSection + nameOf(struct {
		Paths, Select, Ignore []string
		PerFileIgnores        map[string][]string
		Root                  string
		Confidence            analyzer.Confidence
		Unsafe, Whole         bool
	}{o.Paths, o.Select, o.Ignore, o.PerFileIgnores, o.Root, o.MinConfidence, o.Unsafe, m.s.whole()})
}

// files tells which files a run judges.
func (m *memory) files() []string {
	var names []string
	for _, f := range m.s.files {
		names = append(names, absolute(m.s.wd, f.path))
	}
	return names
}

// run is what an earlier run came to over the same files, if nothing that it
// rests on is another; nil if there is none.
func (m *memory) run() *Result {
	if m == nil || m.s.opts.Scope != nil || m.s.opts.Baseline != nil ||
		slices.ContainsFunc(m.s.files, func(f *fileResult) bool { return !f.recalled }) {
		return nil
	}
	data, ok := m.section(m.runKey())
	var stored storedRun
	if !ok || cache.Decode(data, &stored) != nil {
		return nil
	}
	names := m.files()
	if len(stored.Modules) < len(names) || !slices.Equal(stored.Modules[:len(names)], names) || m.all(stored.Modules) != stored.Rests {
		return nil
	}
	r := &Result{Diagnostics: stored.Diagnostics, Stats: stored.Stats, edits: stored.Edits}
	m.s.addFiles(r)
	return r
}
