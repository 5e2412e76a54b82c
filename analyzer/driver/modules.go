package driver

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Module is a file of a run by its bytes alone: what it starts and which other files it
// brings in.
type Module struct {
	Path  string
	Lines int
	Test  bool // pytest takes it for a test, or it lies among tests
	// Main says that it asks whether it is the program, Acts that it does more than to
	// define names when it is imported.
	Main, Acts bool
	// Imports are the files of the run that it imports, by path and without those that these
	// import, and Named those whose name a literal has: they may be imported or run.
	Imports, Named []string
	// Packages are the modules that it imports from elsewhere, dotted.
	Packages []string
	// Hub are its literals of the form owner/name, as models and data sets are named on the
	// Hugging Face Hub, and other things too.
	Hub []string
	// Scripts are the commands that installing the project makes, each with the module that
	// it runs.
	Scripts []project.Script
	// Project is set for a project file, and is nil for Python.
	Project *project.File

	imports  []prefilter.Import
	literals []string
	dynamic  bool // it imports modules by names in values
}

// Tree is what the bytes of the files of a run tell.
type Tree struct {
	Modules []Module // by path
}

// Modules looks at the files of a run without parsing Python. Files that cannot be read
// are left out: a run reports them.
func Modules(ctx context.Context, opts Options) (*Tree, error) {
	s, err := newSession(ctx, opts)
	if err != nil {
		return nil, err
	}
	t := &Tree{}
	if err := s.modules(ctx, t); err != nil {
		return nil, err
	}
	s.joinModules(t.Modules)
	return t, nil
}

// modules looks at each file by itself.
func (s *session) modules(ctx context.Context, t *Tree) error {
	var mu sync.Mutex
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, s.opts.Jobs))
	err := source.Walk(groupCtx, s.opts.Paths,
		source.Options{
			Excludes: s.opts.Exclude, ForceExclude: s.opts.ForceExclude,
			Dir: s.opts.Dir, Root: s.opts.Root, NoGitignore: s.opts.NoGitignore, Project: true,
		},
		func(f source.Found) error {
			group.Go(func() error {
				if m, ok := s.moduleAt(groupCtx, f); ok {
					mu.Lock()
					defer mu.Unlock()
					t.Modules = append(t.Modules, m)
				}
				return nil
			})
			return nil
		}, func(string, error) {})
	if waited := group.Wait(); waited != nil {
		err = waited
	}
	if err != nil {
		return fmt.Errorf("walking: %w", err)
	}
	slices.SortFunc(t.Modules, func(a, b Module) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

func (s *session) moduleAt(ctx context.Context, f source.Found) (Module, bool) {
	raw, _ := s.buffers.Get().(*bytes.Buffer)
	if raw == nil {
		raw = new(bytes.Buffer)
	}
	defer s.buffers.Put(raw)
	if err := readInto(raw, f.Name, int64(s.opts.Limits.Bytes), statOf(f.Explicit)); err != nil {
		return Module{}, false
	}
	if source.IsProjectFile(f.Path) {
		file, err := s.opts.Limits.read(ctx, f.Path, bytes.Clone(raw.Bytes()))
		if err != nil {
			return Module{}, false
		}
		m := Module{Path: f.Path, Project: project.Read(file), Lines: file.LineCount()}
		m.Scripts = m.Project.Scripts
		return m, true
	}
	text := raw.Bytes()
	if source.IsNotebook(f.Path) {
		file, err := s.opts.Limits.read(ctx, f.Path, text)
		if err != nil {
			return Module{}, false
		}
		text = file.Text
	}
	return moduleOf(f.Path, text), true
}

var (
	// A literal is blank here; see prefilter.Code.
	mainTest = regexp.MustCompile(`(?m)^if[ (]+(__name__ *== *["'] +["']|["'] +["'] *== *__name__)`)
	topCode  = regexp.MustCompile(`^(?:(?:for|while|with|async)\b|[A-Za-z_][\w.]*\()`)
	hubName  = regexp.MustCompile(`^[A-Za-z0-9][\w.-]{1,60}/[A-Za-z0-9][\w.-]{2,90}$`)
	// consoleScript is a command of setup.py.
	consoleScript = regexp.MustCompile(`^\s*([\w.-]+)\s*=\s*([\w.]+)\s*:\s*[\w.]+\s*$`)
)

// moduleOf is a file of Python by its text.
func moduleOf(path string, text []byte) Module {
	code, literals := prefilter.Code(text)
	m := Module{
		Path: path, Lines: bytes.Count(text, []byte("\n")), Test: ofTests(path, text),
		Main: bytes.Contains(code, []byte("__name__")) && mainTest.Match(code), Acts: acts(code), dynamic: byValue(code),
		imports: importsOf(code),
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		m.Lines++
	}
	setup := strings.HasSuffix("/"+path, "/setup.py")
	for _, l := range literals {
		if hubName.MatchString(l) {
			m.Hub = append(m.Hub, l)
		}
		if namesModule(l) {
			m.literals = append(m.literals, l)
		}
		if found := consoleScript.FindStringSubmatch(l); setup && found != nil {
			m.Scripts = append(m.Scripts, project.Script{Name: found[1], Module: found[2]})
		}
	}
	return m
}

// acts reports whether code does more than to define names when it is loaded.
func acts(code []byte) bool {
	for line := range bytes.Lines(code) {
		if c := line[0]; c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			if topCode.Match(line) {
				return true
			}
		}
	}
	return false
}

// byValue reports whether code imports modules by names in values.
func byValue(code []byte) bool {
	return bytes.Contains(code, []byte("import_module")) || bytes.Contains(code, []byte("__import__"))
}

// namesModule reports whether a literal may be the name of a module or of a Python file.
func namesModule(literal string) bool {
	const longest = 200
	if len(literal) > longest || !strings.Contains(strings.Trim(literal, "."), ".") {
		return false
	}
	return strings.Trim(literal, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == "" &&
		(strings.HasSuffix(literal, ".py") || !strings.ContainsAny(literal, "/-"))
}
