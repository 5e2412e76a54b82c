package scan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/proc"
)

// Program is the neuronlint that judges.
type Program struct {
	Path     string
	Version  string // of the program
	Database string // its version
	Sum      string // of the file: programs under development have no version
}

var versionLine = regexp.MustCompile(`^neuronlint (\S+) \(database (\S+)\)\s*$`)

// Find finds neuronlint: at a path, or else beside this program or in PATH. environ is the
// environment of this process.
func Find(ctx context.Context, path string, environ []string) (*Program, error) {
	if path == "" {
		var err error
		if path, err = search(); err != nil {
			return nil, err
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r, err := proc.Run(ctx, &proc.Spec{Path: path, Args: []string{"version"}, Env: environ, Timeout: time.Minute, Stdout: 1 << 10})
	if err != nil {
		return nil, err
	}
	parts := versionLine.FindSubmatch(r.Output)
	if r.Status != 0 || parts == nil {
		return nil, fmt.Errorf("%s is no neuronlint", path)
	}
	sum, err := sumOf(path)
	if err != nil {
		return nil, err
	}
	return &Program{Path: path, Version: string(parts[1]), Database: string(parts[2]), Sum: sum}, nil
}

// search looks beside this program and in PATH.
func search() (string, error) {
	name := "neuronlint"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath("neuronlint")
	if err != nil {
		return "", errors.New("there is no neuronlint beside this program or in PATH; --neuronlint names it")
	}
	return path, nil
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
