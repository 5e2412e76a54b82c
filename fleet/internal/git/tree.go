package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// File is a file of a commit.
type File struct {
	Path   string
	Object string
	Size   int64
}

// Tree is what is in a commit.
type Tree struct {
	Files []File
	Bytes int64             // of all files, those left out too
	Count int               // of all files
	Parts []outcome.Failure // what is left out, by reason
}

// Tree lists the files of a commit that are to be read.
func (r *Repo) Tree(ctx context.Context, commit string) (*Tree, error) {
	t := &Tree{}
	left := &omissions{}
	var all []File
	err := r.pipe(ctx, nil, []string{"ls-tree", "-r", "-z", "--full-tree", commit}, func(out io.Reader) error {
		lines := bufio.NewReader(out)
		for {
			line, err := lines.ReadString(0)
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			head, name, _ := strings.Cut(strings.TrimSuffix(line, "\x00"), "\t")
			parts := strings.Fields(head)
			if len(parts) != 3 {
				return fmt.Errorf("git ls-tree: %q", line)
			}
			switch parts[0] {
			case "160000":
				left.add(outcome.Submodule, name)
				continue
			case "120000": // a link adds nothing to the file that it leads to
				continue
			}
			if t.Count++; t.Count > r.git.limits.Files {
				return failed(outcome.TooManyFiles, "more than %d files", r.git.limits.Files)
			}
			if !writable(name) {
				left.add(outcome.OddName, name)
				continue
			}
			all = append(all, File{Path: name, Object: parts[2]})
		}
	})
	if _, ok := errors.AsType[*ended](err); ok {
		return nil, failed(outcome.ObjectsMissing, "%s", short(err.Error()))
	}
	if err != nil {
		return nil, err
	}
	if t.Count == 0 {
		return nil, failed(outcome.Empty, "the commit has no files")
	}
	if err := r.sizes(ctx, t, all, left); err != nil {
		return nil, err
	}
	t.Parts = left.list
	return t, nil
}

// writable reports whether a name of a tree is one that can be written below a folder.
func writable(name string) bool {
	if !filepath.IsLocal(filepath.FromSlash(name)) || path.Clean(name) != name || len(name) > 2000 {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.EqualFold(part, ".git") || len(part) > 255 {
			return false
		}
	}
	return true
}

// objects are the names of objects as git reads them.
func objects(files []File) io.Reader {
	var b bytes.Buffer
	for i := range files {
		b.WriteString(files[i].Object)
		b.WriteByte('\n')
	}
	return &b
}

// sizes asks for the sizes of files, and leaves out those that are too large.
func (r *Repo) sizes(ctx context.Context, t *Tree, all []File, left *omissions) error {
	err := r.pipe(ctx, objects(all), []string{"cat-file", "--batch-check", "--buffer"}, func(out io.Reader) error {
		lines := bufio.NewReader(out)
		for i := range all {
			head, err := lines.ReadString('\n')
			if err != nil {
				return err
			}
			size, ok := sizeIn(head)
			switch {
			case !ok && r.own:
				// The clone was made without large files.
				left.add(outcome.FileTooLarge, all[i].Path)
				continue
			case !ok:
				left.add(outcome.FileMissing, all[i].Path)
				continue
			}
			t.Bytes += size
			if size > r.git.limits.FileSize {
				left.add(outcome.FileTooLarge, all[i].Path)
				continue
			}
			all[i].Size = size
			t.Files = append(t.Files, all[i])
		}
		return nil
	})
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return failed(outcome.ObjectsMissing, "git cannot read the objects")
	case err != nil:
		if ended, ok := errors.AsType[*ended](err); ok {
			return failed(outcome.ObjectsMissing, "%s", ended.message())
		}
		return err
	}
	var total int64
	for i := range t.Files {
		total += t.Files[i].Size
	}
	if total > r.git.limits.Bytes {
		return failed(outcome.TooLarge, "the files have more than %d MiB", r.git.limits.Bytes>>20)
	}
	return nil
}

// sizeIn reads the size in a line of cat-file; false for what is no file.
func sizeIn(line string) (int64, bool) {
	parts := strings.Fields(line)
	if len(parts) != 3 || parts[1] != "blob" {
		return 0, false
	}
	size, err := strconv.ParseInt(parts[2], 10, 64)
	return size, err == nil
}

// lfsPointer is how a file begins that Git LFS keeps elsewhere, and maxPointer how large
// it is at most.
const (
	lfsPointer = "version https://git-lfs.github.com/spec/"
	maxPointer = 1024
)

// Write writes the files of a tree below a new folder.
func (r *Repo) Write(ctx context.Context, t *Tree, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return onDisk(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // it was only written through
	left := &omissions{list: t.Parts}
	err = r.pipe(ctx, objects(t.Files), []string{"cat-file", "--batch", "--buffer"}, func(out io.Reader) error {
		data := bufio.NewReaderSize(out, 1<<16)
		made := map[string]bool{".": true}
		for i := range t.Files {
			head, err := data.ReadString('\n')
			if err != nil {
				return err
			}
			size, ok := sizeIn(head)
			if !ok || size != t.Files[i].Size {
				return failed(outcome.ObjectsMissing, "%s", short(t.Files[i].Path))
			}
			content := io.LimitReader(data, size)
			if size < maxPointer {
				if start, _ := data.Peek(min(len(lfsPointer), int(size))); string(start) == lfsPointer {
					left.add(outcome.LFSPointer, t.Files[i].Path)
					if _, err := data.Discard(int(size) + 1); err != nil {
						return err
					}
					continue
				}
			}
			if err := put(root, made, t.Files[i].Path, content); err != nil {
				if !isName(err) {
					return onDisk(err)
				}
				left.add(outcome.OddName, t.Files[i].Path)
			}
			// What was not written, and the line feed after each file.
			if _, err := io.Copy(io.Discard, content); err != nil {
				return err
			}
			if _, err := data.Discard(1); err != nil {
				return err
			}
		}
		return nil
	})
	t.Parts = left.list
	if err != nil {
		if ended, ok := errors.AsType[*ended](err); ok {
			return failed(outcome.ObjectsMissing, "%s", ended.message())
		}
	}
	return err
}

// put writes a file that is not there yet.
func put(root *os.Root, made map[string]bool, name string, content io.Reader) error {
	dir := path.Dir(name)
	if !made[dir] {
		if err := root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
			return err
		}
		made[dir] = true
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, content); err != nil {
		_ = f.Close() // the first error tells more
		return err
	}
	return f.Close()
}

// isName reports whether a file cannot be written because of its name: it is that of
// another file in other letters, or one that the system does not have.
func isName(err error) bool {
	return errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENAMETOOLONG) || errors.Is(err, syscall.EINVAL) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EILSEQ)
}

// onDisk tells a full disk from other errors of a file system.
func onDisk(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return failed(outcome.DiskFull, "no space left")
	}
	return err
}

// omissions counts what is left out, by reason.
type omissions struct{ list []outcome.Failure }

func (o *omissions) add(reason outcome.Reason, name string) {
	for i := range o.list {
		if o.list[i].Reason == reason {
			o.list[i].Count++
			return
		}
	}
	o.list = append(o.list, outcome.Failure{Reason: reason, Scope: outcome.Part, Count: 1, Detail: short(name)})
}
