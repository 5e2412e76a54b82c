package driver

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/source"
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
