package edit

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile replaces the content of a file atomically: readers see either the old bytes
// or the new ones, even after a crash, and a full disk leaves the file unchanged. The
// file keeps its mode; for a symbolic link, the file it points to is replaced.
func WriteFile(path string, data []byte) error {
	s, err := stage(path, data)
	if err != nil {
		return fmt.Errorf("edit: write %s: %w", path, err)
	}
	if err := os.Rename(s.temp, s.target); err != nil {
		return fmt.Errorf("edit: replace %s: %w", s.target, errors.Join(err, os.Remove(s.temp)))
	}
	return nil
}

// staged is the new content of a file under a temporary name beside it.
type staged struct{ temp, target string }

// stage writes data to a temporary file in the directory of path, with the
// mode of path.
func stage(path string, data []byte) (staged, error) {
	target, mode, err := resolve(path)
	if err != nil {
		return staged{}, err
	}
	file, err := os.CreateTemp(filepath.Dir(target), ".neuronlint-*.tmp")
	if err != nil {
		return staged{}, fmt.Errorf("create temporary file: %w", err)
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close())
	if err != nil {
		err = errors.Join(err, os.Remove(file.Name()))
		return staged{}, fmt.Errorf("fill temporary file: %w", err)
	}
	return staged{file.Name(), target}, nil
}

// resolve follows symbolic links and looks up the mode of the file to write; a new file
// gets the usual mode.
func resolve(path string) (target string, mode fs.FileMode, err error) {
	target, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, 0o644, nil
	}
	if err != nil {
		return "", 0, fmt.Errorf("follow links: %w", err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return "", 0, fmt.Errorf("look up mode: %w", err)
	}
	if !info.Mode().IsRegular() {
		return "", 0, errors.New("not a regular file")
	}
	return target, info.Mode().Perm(), nil
}
