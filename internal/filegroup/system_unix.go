//go:build unix

package filegroup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// lockEvery is how often a lock that somebody else has is asked for.
const lockEvery = 20 * time.Millisecond

// lock keeps others from writing below a directory. The system lets go of it
// when the process ends, however it ends. Where locks are not known, it goes
// without.
func lock(ctx context.Context, dir string) (free func(), err error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the root of the tree: %w", err)
	}
	free = func() { _ = file.Close() }
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return free, nil
		}
		select {
		case <-ctx.Done():
			free()
			return nil, fmt.Errorf("waiting for another fix in %s: %w", dir, context.Cause(ctx))
		case <-time.After(lockEvery):
		}
	}
}

// keepOwner gives a file the owner of the one that it will replace. Only root
// may, and others have no need to.
func keepOwner(file handle, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && (int(stat.Uid) != os.Geteuid() || int(stat.Gid) != os.Getegid()) {
		_ = file.Chown(int(stat.Uid), int(stat.Gid))
	}
}
