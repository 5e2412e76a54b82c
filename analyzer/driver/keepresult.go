package driver

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// held is what a Keep holds of one kind of runs, in place of a pack on disk.
type held struct {
	pack    *cache.Pack // that the first run has read
	known   map[string]*storedFile
	modules map[string]*storedModule
	lookups map[string][]semantic.Lookup
	results map[string][]byte // sections
	widths  map[string]int    // of lists in lookups when they were new
	written time.Time         // to disk
	sieving sieving
	project *keptProject // nil if it may not be used again

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

// taken reports whether a hasty run takes the result of a file as it was, whatever has
// become of the files that it rests on; see settleHasty.
func (m *memory) taken(r *fileResult) bool {
	if m.held == nil || !m.s.opts.Hasty || m.known[r.path].Rests == (hash{}) {
		return false
	}
	r.stale = true
	return true
}

// settleHasty tells, once a hasty run is done, which of the results that it took rest on
// files that have changed. Nobody who types has to wait for that. It is not settled if ctx
// ends, as it does with the next keystroke: then nobody needs what became of the text as it
// was, and whoever types waits for the next run.
func (m *memory) settleHasty(ctx context.Context, result *Result) (settled bool) {
	if m == nil || !m.s.opts.Hasty {
		return true
	}
	for _, r := range m.s.files {
		if ctx.Err() != nil {
			result.Stale = true
			m.holdUnsettled()
			return false
		}
		if r.stale && m.holds(r) {
			r.stale = false
		}
		result.Stale = result.Stale || r.stale
	}
	return true
}

// holdUnsettled keeps the results that this run has made for the next hasty runs, which
// would else make them again, and those of every other file that was typed in since the
// last pause. What they rest on is not hashed, so no other run takes them.
func (m *memory) holdUnsettled() {
	if m.moved || m.slow.Load() {
		return
	}
	unknown := hash{1} // nothing has that hash
	for _, r := range m.s.files {
		if r.recalled || r.encoded == nil {
			continue
		}
		m.keep(r)
		if f := m.kept[r.path]; f != nil {
			f.Rests = unknown
			m.known[r.path], m.held.results[resultSection+r.path] = f, slices.Clip(r.encoded)
		}
	}
}
