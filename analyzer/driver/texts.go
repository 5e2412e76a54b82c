package driver

import (
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"slices"
	"sync/atomic"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// maxHeldText is how many bytes of texts stay in memory for the report. The
// others are read again, one at a time.
const maxHeldText = 2 << 20

// texting bounds the texts held in memory by a run that changes none.
type texting struct {
	bounded bool
	held    atomic.Int64
}

// mark identifies a text that was let go when it is read again.
type mark struct {
	size int64
	sum  [sha256.Size]byte
}

func markOf(raw []byte) mark { return mark{int64(len(raw)), sha256.Sum256(raw)} }

// letGo drops the text of a file that is judged, if many are held already.
func (t *texting) letGo(r *fileResult) {
	if !t.bounded || r.file == nil || r.name == "" {
		return
	}
	size := int64(len(r.file.Raw))
	if t.held.Add(size) <= maxHeldText {
		return
	}
	t.held.Add(-size)
	m := markOf(r.file.Raw)
	r.file, r.mark = nil, &m
}

// errChanged says that a file has changed since it was judged.
var errChanged = errors.New("it was changed while it was checked")

// load is the text of a file; it is read again if it was not kept.
func (r *fileResult) load() (*source.File, error) {
	if r.file != nil {
		return r.file, nil
	}
	var atLeast int64
	if r.mark != nil {
		atLeast = r.mark.size
	}
	raw, err := readFile(r.name, atLeast, os.Stat)
	if err != nil {
		return nil, err
	}
	switch {
	case r.mark != nil && markOf(raw) != *r.mark:
		return nil, errChanged
	case r.failed:
		return bytesOf(r.path, raw), nil
	case r.mark == nil:
		return source.New(r.path, raw)
	}
	return textOf(r.path, raw), nil
}

// File is the file a diagnostic of path points into; nil for a path that could
// not be read, or holds something else by now, which Lost tells. It must not be
// called from several goroutines.
func (r *Result) File(path string) *source.File {
	if f := r.files[path]; f != nil {
		return f
	}
	if r.last != nil && r.last.Path == path {
		return r.last
	}
	judged := r.later[path]
	if judged == nil {
		return nil
	}
	file, err := judged.load()
	if err != nil {
		if r.lost == nil {
			r.lost = make(map[string]bool)
		}
		r.lost[path] = true
		return nil
	}
	r.last = file
	return file
}

// Lost are the files, sorted, that were requested from File and were changed or removed
// since they were judged: the places of their findings are unknown.
func (r *Result) Lost() []string { return slices.Sorted(maps.Keys(r.lost)) }
