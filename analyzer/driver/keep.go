package driver

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Keep is what a program that stays, such as a language server, holds in memory from one
// run to the next: results, files as they were last seen, and trees. It makes a run
// cheaper and changes no result. Runs that share one must not overlap. The nil Keep holds
// nothing.
type Keep struct {
	mu       sync.Mutex
	looks    map[string]look  // by the name that a file is opened by
	packs    map[string]*held // by name; see memory
	trees    map[string]*parsedFile
	bytes    int // of the texts in trees
	clock    int
	verified map[string]hash // by path, the text and the edits that were found to fit
	lists    map[string]listing
}

// listing is a directory as it was when it was read.
type listing struct {
	mtime time.Time
	names []string
}

// NewKeep is a Keep that holds nothing yet.
func NewKeep() *Keep {
	return &Keep{
		looks: make(map[string]look), packs: make(map[string]*held),
		trees: make(map[string]*parsedFile), verified: make(map[string]hash), lists: make(map[string]listing),
	}
}

// look is a file as it was when its bytes were hashed.
type look struct {
	size  int64
	mtime time.Time
	hash  hash
}

// settled is how old a change must be for a look at the file to count: a second change
// within one tick of the file system's clock leaves size and time as they are.
const settled = 2 * time.Second

// keep is the Keep of the run; nil if it has none.
func (s *session) keep() *Keep {
	if s.memory == nil {
		return nil // the hashes would be of no use
	}
	return s.memory.cache.Keep
}

// before is a file just before it is read.
func (k *Keep) before(name string) fs.FileInfo {
	if k == nil {
		return nil
	}
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < settled {
		return nil
	}
	return info
}

// saw notes the bytes of a file that had been as before says.
func (k *Keep) saw(name string, before fs.FileInfo, raw []byte) {
	if before == nil || before.Size() != int64(len(raw)) {
		return
	}
	l := look{before.Size(), before.ModTime(), sha256.Sum256(raw)}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.looks[name] = l
}

// unchanged is the last look at a file, if the file is still the same.
func (k *Keep) unchanged(name string) (look, bool) {
	if k == nil {
		return look{}, false
	}
	k.mu.Lock()
	l, ok := k.looks[name]
	k.mu.Unlock()
	if !ok {
		return look{}, false
	}
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != l.size || !info.ModTime().Equal(l.mtime) {
		k.mu.Lock()
		defer k.mu.Unlock()
		delete(k.looks, name)
		return look{}, false
	}
	return l, true
}

// prune forgets all that is known of single files where that is more than there are.
func (k *Keep) prune(most int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.looks) > most {
		clear(k.looks)
	}
	if len(k.lists) > most {
		clear(k.lists)
	}
	if len(k.verified) > most {
		clear(k.verified)
	}
}

// list names the files and directories of a directory, which read reads if need be.
// Where there are links, the directory does not tell what has changed.
func (k *Keep) list(dir string, read func() (names []string, links bool)) []string {
	if k == nil {
		names, _ := read()
		return names
	}
	info, err := os.Stat(filepath.FromSlash(dir))
	if err != nil {
		names, _ := read()
		return names
	}
	k.mu.Lock()
	l, ok := k.lists[dir]
	k.mu.Unlock()
	if ok && l.mtime.Equal(info.ModTime()) {
		return l.names
	}
	names, links := read()
	k.mu.Lock()
	defer k.mu.Unlock()
	if delete(k.lists, dir); !links && time.Since(info.ModTime()) > settled {
		k.lists[dir] = listing{info.ModTime(), names}
	}
	return names
}

// recallUnchanged is a file that an earlier run has seen and that need not be read again;
// nil if there is none.
func (s *session) recallUnchanged(f source.Found) *fileResult {
	l, ok := s.keep().unchanged(f.Name)
	if !ok {
		return nil
	}
	s.memory.sawHash(absolute(s.wd, f.Path), l.hash)
	r, file := s.memory.recalled(f.Path, l.hash)
	if r == nil {
		return nil
	}
	if file.Text {
		r.mark = &mark{l.size, l.hash}
	}
	r.name, r.named = f.Name, f.Explicit
	s.opts.Progress.step()
	return r
}

// parsedFile is a file with its tree. Neither ever changes.
type parsedFile struct {
	limits Limits
	hash   hash
	file   *source.File
	tree   *syntax.Tree
	used   int
}

// maxParsed bounds the texts whose trees are held. A tree takes about ten times the size
// of its text.
const maxParsed = 3 << 20

// parsed is a file with its tree, which parse makes unless it is at hand.
func (k *Keep) parsed(path string, raw []byte, limits Limits, parse func() (*source.File, *syntax.Tree, error)) (*source.File, *syntax.Tree, error) {
	if k == nil {
		return parse()
	}
	h := hash(sha256.Sum256(raw))
	k.mu.Lock()
	p := k.trees[path]
	if p != nil && p.hash == h && p.limits == limits {
		k.clock++
		p.used = k.clock
		k.mu.Unlock()
		return p.file, p.tree, nil
	}
	k.mu.Unlock()
	file, tree, err := parse()
	if err != nil {
		return nil, nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.hold(path, &parsedFile{limits: limits, hash: h, file: file, tree: tree})
	return file, tree, nil
}

// hold takes in a tree, and lets go of those that were not in use for longest. The caller
// holds the lock.
func (k *Keep) hold(path string, p *parsedFile) {
	k.letGo(path)
	k.clock++
	p.used = k.clock
	k.trees[path] = p
	k.bytes += len(p.file.Text)
	if k.bytes <= maxParsed {
		return
	}
	paths := make([]string, 0, len(k.trees))
	for path := range k.trees {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int { return k.trees[a].used - k.trees[b].used })
	for _, path := range paths {
		if k.bytes <= maxParsed/8*7 {
			break
		}
		k.letGo(path)
	}
}

func (k *Keep) letGo(path string) {
	if p := k.trees[path]; p != nil {
		k.bytes -= len(p.file.Text)
		delete(k.trees, path)
	}
}

// fits reports whether edits to a text were made before and parsed; h is the hash of the
// text.
func (k *Keep) fits(path string, h hash, edits []edit.Edit) bool {
	if k == nil || h == (hash{}) {
		return false
	}
	key := fitKey(h, edits)
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.verified[path] == key
}

// fitted notes that edits to a text were made and parsed.
func (k *Keep) fitted(path string, h hash, edits []edit.Edit) {
	if k == nil || h == (hash{}) {
		return
	}
	key := fitKey(h, edits)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.verified[path] = key
}

func fitKey(h hash, edits []edit.Edit) hash {
	return sha256.Sum256(cache.Encode(struct {
		Text  hash
		Edits []edit.Edit
	}{h, edits}))
}

// held is what a Keep holds of one kind of runs, in place of a pack on disk.
type held struct {
	pack    *cache.Pack // that the first run has read
	known   map[string]*storedFile
	modules map[string]*storedModule
	lookups map[string][]semantic.Lookup
	results map[string][]byte // sections
	widths  map[string]int    // of lists in lookups when they were new
	written time.Time         // to disk

	mu      sync.Mutex
	decoded map[string]*decodedResult // by section
}

// decodedResult is a result with the bytes that it was decoded from.
type decodedResult struct {
	data   []byte
	result *storedResult
}

// maxDecoded bounds how many results are held decoded as well: each takes some 10 kB.
const maxDecoded = 2000

// writeEvery is how often results go to disk, for the next start.
const writeEvery = time.Minute

// of is what is held under a name.
func (k *Keep) of(name string) *held {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.packs[name]
	if h == nil {
		clear(k.packs) // settings have changed: nobody asks for the others any more
		h = &held{results: make(map[string][]byte), widths: make(map[string]int), decoded: make(map[string]*decodedResult)}
		k.packs[name] = h
	}
	return h
}

// adopt has the memory of a run work on what is held.
func (m *memory) adopt(h *held) {
	m.held = h
	if h.known == nil {
		m.readPack()
		h.pack, h.known, h.modules, h.lookups = m.pack, m.known, m.modules, m.lookups
	}
	m.pack, m.known, m.modules, m.lookups = h.pack, h.known, h.modules, h.lookups
	for dir, list := range m.lookups {
		switch width, ok := h.widths[dir]; {
		case !ok:
			h.widths[dir] = len(list)
		case len(list) > 2*width+maxTyped:
			// Somebody has typed many names. What rests on the directory is judged anew.
			delete(m.lookups, dir)
			delete(h.widths, dir)
		}
	}
}

// maxTyped is how many imports that are gone again may be remembered of one directory.
const maxTyped = 200

// section is a section of an earlier run.
func (m *memory) section(name string) ([]byte, bool) {
	if m.held != nil {
		if data, ok := m.held.results[name]; ok {
			return data, true
		}
	}
	return m.pack.Section(name)
}

// stored decodes a result, or takes it from those that are.
func (m *memory) storedResult(name string, data []byte) *storedResult {
	h := m.held
	if h != nil {
		h.mu.Lock()
		d := h.decoded[name]
		h.mu.Unlock()
		if d != nil && &d.data[0] == &data[0] {
			return d.result
		}
	}
	var s storedResult
	if cache.Decode(data, &s) != nil {
		return nil
	}
	if h != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		if len(h.decoded) < maxDecoded || h.decoded[name] != nil {
			h.decoded[name] = &decodedResult{data, &s}
		}
	}
	return &s
}

// hand gives the results of a run to what is held, and forgets files that are gone. It
// reports whether it is time to write them to disk.
func (m *memory) hand() (write bool) {
	h := m.held
	for name, data := range m.results {
		h.results[name] = slices.Clip(data)
	}
	there := make(map[string]bool, len(m.s.files))
	for _, f := range m.s.files {
		there[f.path] = true
	}
	for path := range m.known {
		if !there[path] {
			delete(m.known, path)
			delete(h.results, resultSection+path)
			delete(h.decoded, resultSection+path)
		}
	}
	m.cache.Keep.prune(2*len(m.s.files) + maxOutside)
	if m.cache.Dir == "" || time.Since(h.written) < writeEvery || !m.changed {
		return false
	}
	h.written = time.Now()
	return true
}

// stale has the result of a file taken as it was although it rests on something that has
// changed.
func (m *memory) stale(r *fileResult) bool {
	if m.held == nil || !m.s.opts.Hasty || m.known[r.path].Rests == (hash{}) {
		return false
	}
	r.stale = true
	m.s.stale.Store(true)
	return true
}
