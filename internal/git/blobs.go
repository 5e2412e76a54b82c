package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/internal/patch"
)

// Blobs reads files as they were at one commit, through one git process. It is
// safe for concurrent use.
type Blobs struct {
	commit string
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	mu     sync.Mutex
}

// Blobs starts reading files of a commit. Close ends it.
func (r *Repo) Blobs(ctx context.Context, commit string) (*Blobs, error) {
	cmd := r.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return &Blobs{commit: commit, cmd: cmd, in: in, out: bufio.NewReader(out)}, nil
}

// Read is the content of a file of at most limit bytes; path is relative to
// the root of the work tree, with '/'. A file that the commit does not have is
// fs.ErrNotExist.
func (b *Blobs) Read(path string, limit int64) ([]byte, error) {
	if !patch.Inside(path) || strings.Contains(path, "\n") {
		// git ends at a path out of the tree, and reads one request a line.
		return nil, fmt.Errorf("%q at %.12s: %w", path, b.commit, fs.ErrNotExist)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := fmt.Fprintf(b.in, "%s:%s\n", b.commit, path); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	fields := strings.Fields(header)
	if strings.HasSuffix(header, " missing\n") || strings.HasSuffix(header, " ambiguous\n") || len(fields) < 3 {
		return nil, fmt.Errorf("%s at %.12s: %w", path, b.commit, fs.ErrNotExist)
	}
	size, err := strconv.ParseInt(fields[len(fields)-1], 10, 64)
	if err != nil {
		return nil, fmt.Errorf("git cat-file: unexpected answer %q", header)
	}
	return b.content(path, fields[len(fields)-2], size, limit)
}

// content reads the text after a header, or passes over it.
func (b *Blobs) content(path, kind string, size, limit int64) ([]byte, error) {
	if kind != "blob" || size > limit {
		if _, err := io.CopyN(io.Discard, b.out, size+1); err != nil {
			return nil, fmt.Errorf("git cat-file: %w", err)
		}
		if kind != "blob" {
			return nil, fmt.Errorf("%s at %.12s: not a file: %w", path, b.commit, fs.ErrNotExist)
		}
		return nil, fmt.Errorf("%s at %.12s: file is too large: %d bytes, the limit is %d", path, b.commit, size, limit)
	}
	content := make([]byte, size+1) // and the line feed that git adds
	if _, err := io.ReadFull(b.out, content); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return content[:size], nil
}

// Close ends the process.
func (b *Blobs) Close() error {
	_ = b.in.Close()
	err := b.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil // killed with its context; every answer was checked as it came
	}
	return err
}
