package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// tools are the programs that are measured. An empty path is a peer that is
// not to be had here.
type tools struct {
	neuronlint string
	self       string // this program, which also parses
	parse      string // the C program
	python     string
	astGrep    string
	ripgrep    string

	noCache, cacheDir, noPrefilter bool // flags that check has

	versions [][2]string
	missing  []string
}

// findTools builds our own programs and finds the peers. A missing peer is reported,
// and no failure.
func findTools(ctx context.Context, s settings, scratch string) (*tools, error) {
	t := &tools{neuronlint: s.program}
	var err error
	if t.self, err = os.Executable(); err != nil {
		return nil, err
	}
	if t.neuronlint == "" {
		t.neuronlint = filepath.Join(scratch, "neuronlint")
		if _, err := output(ctx, s.root, "go", "build", "-o", t.neuronlint, "./cmd/neuronlint"); err != nil {
			return nil, err
		}
	}
	if t.neuronlint, err = filepath.Abs(t.neuronlint); err != nil {
		return nil, err
	}
	t.findFlags(scratch)
	t.addVersion("neuronlint", version(t.neuronlint, "version"))
	if commit, err := output(ctx, s.root, "git", "describe", "--always", "--dirty"); err == nil && s.program == "" {
		t.addVersion("commit", commit)
	}
	t.addVersion("Go", runtime.Version())
	t.findPeers(ctx, s, scratch)
	return t, nil
}

// findFlags finds out which features check can turn off: older programs can then be
// measured, too.
func (t *tools) findFlags(scratch string) {
	t.noCache, t.cacheDir, t.noPrefilter = t.has("--no-cache"), t.has("--cache-dir="+scratch), t.has("--no-prefilter")
	if !t.noCache {
		t.missing = append(t.missing, "cache: check has no --no-cache")
	}
	if !t.noPrefilter {
		t.missing = append(t.missing, "prefilter: check has no --no-prefilter")
	}
}

// has is whether check knows a flag.
func (t *tools) has(flag string) bool {
	return exec.Command(t.neuronlint, "check", flag, "--help").Run() == nil
}

func (t *tools) addVersion(name, text string) { t.versions = append(t.versions, [2]string{name, text}) }

func (t *tools) findPeers(ctx context.Context, s settings, scratch string) {
	peers := filepath.Join(s.root, "bench", "peers")
	t.peer("C parse", &t.parse, func() (string, error) { return buildParse(ctx, s.root, peers, scratch) }, nil)
	t.peer("Python", &t.python, func() (string, error) {
		// A shim in front of the interpreter would be timed as well.
		return output(ctx, scratch, "python3", "-c", "import sys; print(sys.executable)")
	}, []string{"--version"})
	installed := error(nil)
	if !s.noInstall {
		_, installed = output(ctx, peers, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
	}
	modules := filepath.Join(peers, "node_modules")
	t.peer("ast-grep", &t.astGrep, func() (string, error) {
		return either("ast-grep", installed, filepath.Join(modules, "@ast-grep", "cli-*", "ast-grep"))
	}, []string{"--version"})
	t.peer("ripgrep", &t.ripgrep, func() (string, error) {
		return either("rg", installed, filepath.Join(modules, "@vscode", "ripgrep-*", "bin", "rg"))
	}, []string{"--version"})
}

// peer notes where a program is, and its version, or why it is missing.
func (t *tools) peer(name string, path *string, find func() (string, error), ask []string) {
	found, err := find()
	if err != nil {
		t.missing = append(t.missing, fmt.Sprintf("%s: %v", name, err))
		return
	}
	*path = found
	if ask != nil {
		t.addVersion(name, version(append([]string{found}, ask...)...))
	}
}

// either is the program that npm has installed, or the one in PATH.
func either(name string, installed error, pattern string) (string, error) {
	if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
		return found[0], os.Chmod(found[0], 0o755)
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return "", errors.Join(err, installed)
	}
	return found, nil
}

// buildParse compiles the C program with the library and the grammar that
// neuronlint is linked with, and as cgo compiles them.
func buildParse(ctx context.Context, root, peers, scratch string) (string, error) {
	sources, err := output(ctx, root, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/smacker/go-tree-sitter")
	if err != nil {
		return "", err
	}
	env, err := output(ctx, root, "go", "env", "CC", "CGO_CFLAGS")
	if err != nil {
		return "", err
	}
	cc, flags, _ := strings.Cut(env, "\n")
	files, err := filepath.Glob(filepath.Join(sources, "*.c"))
	if err != nil {
		return "", err
	}
	program := filepath.Join(scratch, "parse")
	args := append(strings.Fields(cc), strings.Fields(flags)...)
	args = append(args, "-fPIC", "-pthread", "-I", sources, "-o", program, filepath.Join(peers, "parse.c"))
	for _, file := range append(files, filepath.Join(sources, "python", "parser.c"), filepath.Join(sources, "python", "scanner.c")) {
		if filepath.Base(file) != "bindings.c" { // calls Go
			args = append(args, file)
		}
	}
	_, err = output(ctx, root, args...)
	return program, err
}

// output runs a command and returns its output, without the last newline.
func output(ctx context.Context, dir string, command ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w %s", strings.Join(command[:min(3, len(command))], " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}
