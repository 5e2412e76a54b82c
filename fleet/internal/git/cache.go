package git

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
)

// Clones keeps clones in a folder, up to a size. Several runs may share it.
type Clones struct {
	dir     string
	limit   int64 // bytes; 0 keeps none beyond its use
	mu      sync.Mutex
	unswept int64 // bytes of clones used since the folder was looked through
}

// NewClones makes the folder, if it is missing.
func NewClones(dir string, limit int64) (*Clones, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("clones: %w", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"+leaving))
	if err != nil {
		return nil, fmt.Errorf("clones: %w", err)
	}
	for _, half := range left {
		if err := os.RemoveAll(half); err != nil {
			return nil, fmt.Errorf("clones: %w", err)
		}
	}
	return &Clones{dir: dir, limit: limit, unswept: limit}, nil
}

// leaving ends the name of a clone that is being removed.
const leaving = ".leaving"

// remove removes a clone. A run that is killed meanwhile leaves no half of one under its name.
func remove(dir string) error {
	if err := os.RemoveAll(dir + leaving); err != nil {
		return err
	}
	if err := os.Rename(dir, dir+leaving); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.RemoveAll(dir + leaving)
}

// Fetch brings a commit of a repository, and keeps it as long as use runs.
func (c *Clones) Fetch(ctx context.Context, r *Remote, e *manifest.Entry, commit string, use func(*Repo) error) error {
	// A clone lacks the files that were too large for the run that made it.
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", e.URL, r.git.limits.FileSize))
	dir := filepath.Join(c.dir, hex.EncodeToString(sum[:12])+".git")
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return fmt.Errorf("clones: %w", err)
	}
	err := c.locked(ctx, r, dir, commit, use)
	return errors.Join(err, lock.Unlock(), c.sweep(dir))
}

func (c *Clones) locked(ctx context.Context, r *Remote, dir, commit string, use func(*Repo) error) error {
	repo, err := r.Fetch(ctx, dir, commit)
	if err != nil {
		// Half a clone helps nobody.
		return errors.Join(err, remove(dir))
	}
	if err := use(repo); err != nil {
		return err
	}
	if c.limit == 0 {
		return remove(dir)
	}
	now := time.Now()
	return os.Chtimes(dir, now, now)
}

// sweep removes clones that were not used for longest until the rest fits. The folder is
// looked through when as much as a tenth of the limit may have come.
func (c *Clones) sweep(last string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unswept += size(last)
	if c.limit == 0 || c.unswept < c.limit/10 {
		return nil
	}
	c.unswept = 0
	list, total, err := c.list()
	if err != nil {
		return err
	}
	for _, one := range list {
		if total <= c.limit {
			break
		}
		lock := flock.New(one.dir + ".lock")
		if ok, err := lock.TryLock(); err != nil || !ok {
			continue // in use
		}
		err := errors.Join(remove(one.dir), lock.Unlock())
		if err != nil {
			return fmt.Errorf("clones: %w", err)
		}
		total -= one.size
	}
	return nil
}

// clone is a folder of the cache.
type clone struct {
	dir  string
	size int64
	used time.Time
}

// list is what is kept, that not used for longest first.
func (c *Clones) list() (list []clone, total int64, err error) {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return nil, 0, fmt.Errorf("clones: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !strings.HasSuffix(e.Name(), ".git") {
			continue
		}
		one := clone{dir: filepath.Join(c.dir, e.Name()), used: info.ModTime()}
		one.size = size(one.dir)
		total += one.size
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b clone) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.dir, b.dir)) })
	return list, total, nil
}

// size is that of the files below a folder; what vanishes meanwhile is not counted.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}
