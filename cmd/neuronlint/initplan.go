package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/config"
	"github.com/neuronlint/neuronlint/internal/regular"
)

// The files that init sets up.
const (
	settingsFile = "neuronlint.toml"
	hookFile     = ".pre-commit-config.yaml"
	githubFile   = ".github/workflows/neuronlint.yml"
	gitlabFile   = ".gitlab-ci.yml"
)

// maxSetupBytes bounds the files that init reads.
const maxSetupBytes = 1 << 20

// project is what is set up.
type project struct {
	flags      *initFlags
	root       string // absolute: the repository, or else the directory itself
	at         string // the directory below it, with '/'
	git        bool
	configured string // its configuration file; empty if there is none
	config     string // the file that a run from the root has to be told of, relative to it; empty if none
	asked      string // the place that asks for the target; empty if none does
	version    string // of this program
}

// plan is what there is to do, in order. Nothing is written while it is made.
func (p *project) plan() ([]step, error) {
	steps := []step{p.settings()}
	if !p.flags.noHook {
		hook, err := p.hook()
		if err != nil {
			return nil, err
		}
		steps = append(steps, hook)
	}
	if p.flags.ci == ciNone {
		return steps, nil
	}
	job, err := p.job()
	return append(steps, job), err
}

// fromRoot is the configuration file that a run from the root does not find by itself:
// the one that is there, or else the one that is written.
func (p *project) fromRoot(written string) (string, error) {
	name := written
	if p.configured != "" {
		abs, err := filepath.Abs(p.configured)
		if err != nil {
			return "", err
		}
		if name, err = filepath.Rel(p.root, abs); err != nil {
			return "", err
		}
		name = filepath.ToSlash(name)
	}
	if dir := path.Dir(name); dir == "." || !filepath.IsLocal(dir) {
		return "", nil
	}
	return name, nil
}

func (p *project) settings() step {
	s := step{path: path.Join(p.at, settingsFile)}
	if p.configured != "" {
		s.path, s.note = filepath.ToSlash(p.configured), "configures neuronlint already"
		if p.flags.chosen {
			s.note += "; --sdk, --rewrite and --target change nothing in it"
		}
		return s
	}
	chosen := &p.flags.settings
	asked := ""
	if p.asked != "" {
		asked = "; " + printable(p.asked) + " asks for it"
	}
	var text bytes.Buffer
	text.WriteString("# All settings: https://github.com/neuronlint/neuronlint/blob/main/docs/configuration.md\n")
	fmt.Fprintf(&text, "sdk = %q # release of the Neuron SDK: %s\n", chosen.SDK, strings.Join(config.SDKs(), ", "))
	fmt.Fprintf(&text, "rewrite = %q # what fixes write: %s\n", chosen.Rewrite, strings.Join(config.Rewrites(), ", "))
	fmt.Fprintf(&text, "target = %q # hardware: %s%s\n", chosen.Target, strings.Join(config.Targets(), ", "), asked)
	s.text = text.Bytes()
	return s
}

// printable leaves out what must not stand in a comment.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

// release is this program's version as a tag; empty for one that was not released.
func (p *project) release() string {
	if regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?$`).MatchString(p.version) {
		return p.version
	}
	return ""
}

// read is the content of a file below the root, nil if there is none. A link is refused:
// what it leads to may be somebody else's.
func (p *project) read(name string) ([]byte, error) {
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var text bytes.Buffer
	if err := regular.ReadOpen(&text, file, maxSetupBytes); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return append([]byte{}, text.Bytes()...), nil
}

// writeSteps writes all files below a root. None is overwritten that was not there when
// the plan was made, or that has changed since.
func writeSteps(dir string, steps []step) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, s := range steps {
		switch {
		case s.text == nil:
			continue
		case s.old == nil:
			err = create(root, s.path, s.text)
		default:
			err = replace(root, &s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that must not be there.
func create(root *os.Root, name string, text []byte) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// replace puts a new text in the place of a file at once.
func replace(root *os.Root, s *step) error {
	now, err := root.ReadFile(s.path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, s.old) {
		return fmt.Errorf("%s was changed in the meantime; run again", s.path)
	}
	info, err := root.Stat(s.path)
	if err != nil {
		return err
	}
	temporary := s.path + ".neuronlint"
	if err := create(root, temporary, s.text); err != nil {
		return err
	}
	err = errors.Join(root.Chmod(temporary, info.Mode().Perm()), root.Rename(temporary, s.path))
	if err != nil {
		_ = root.Remove(temporary) // the error that counts is the one before
	}
	return err
}
