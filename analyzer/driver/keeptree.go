package driver

import (
	"crypto/sha256"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/cache"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

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

// text is a decoded file whose bytes have a hash; nil if it is not at hand.
func (k *Keep) text(path string, h hash) *source.File {
	if k == nil || h == (hash{}) {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.trees[path]; p != nil && p.hash == h {
		return p.file
	}
	return nil
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
