package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// partModule is the module that split moves functions to.
const partModule = "zz_part"

// TestFindingsSurviveProjects splits programs in two modules, one of which
// imports functions from the other, and hands the files over in any order:
// together they have the findings of the whole. What differs for a reason
// stands in testdata/metamorphic.txt.
func TestFindingsSurviveProjects(t *testing.T) {
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	known := settingsFile(t, "../testdata/metamorphic.txt")
	tried := 0
	for _, m := range metamorphicPrograms(t) {
		rest, part := parsed(t, m.name, m.text).split()
		if part == nil || pragma.Match(m.text) || strings.HasPrefix(m.name, "test_") {
			continue // the other module is none of tests
		}
		tried++
		dir := t.TempDir()
		whole, name, moved := filepath.Join(dir, "whole", m.name), filepath.Join(dir, m.name), filepath.Join(dir, partModule+".py")
		for path, text := range map[string][]byte{whole: m.text, name: rest, moved: part} {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, there, back := m.inFiles(t, whole), m.inFiles(t, name, moved), m.inFiles(t, moved, name)
		if diff := onlyIn(there, back); diff != "" {
			t.Errorf("%s: the order of files changes the findings:\n%s", m.id, diff)
		}
		diff := onlyIn(want, there)
		if _, expected := known["split "+m.id]; expected != (diff != "") {
			t.Errorf("split %s (%t in testdata/metamorphic.txt):\n%s", m.id, expected, diff)
			if testing.Verbose() {
				t.Logf("%s\n-- %s.py --\n%s", rest, partModule, part)
			}
		}
	}
	t.Logf("%d programs", tried)
	if tried < 30 {
		t.Errorf("%d programs were split", tried)
	}
}

// inFiles lists the findings in files, each once: both modules import what
// both need.
func (m *metamorphicProgram) inFiles(t *testing.T, paths ...string) []string {
	t.Helper()
	opts := m.opts
	opts.Paths, opts.Stdin = paths, nil
	result, err := driver.Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Compact(findingsOf(result))
}

// split moves the functions that need nothing of the module but its imports to
// another one; part is nil if there are none.
func (p *program) split() (rest, part []byte) {
	if len(p.find(syntax.KindFutureImport, syntax.KindWildcardImport, syntax.KindGlobal, syntax.KindRelativeImport)) > 0 {
		return nil, nil
	}
	imports, own := p.moduleNames()
	var head, body []string
	var names []string
	for n := range p.Children(syntax.Root) {
		if p.Kind(n) != syntax.KindFunction || !p.movable(n, own) {
			continue
		}
		names = append(names, p.Text(p.FuncName(n)))
		body = append(body, "\n\n"+p.Text(n)+"\n")
		for name := range p.namesIn(n) {
			if stmt, ok := imports[name]; ok && !slices.Contains(head, stmt) {
				head = append(head, stmt)
			}
		}
		p.replace(p.Span(n), "from "+partModule+" import "+names[len(names)-1])
	}
	if len(names) == 0 {
		return nil, nil
	}
	return p.result(), []byte(strings.Join(head, "\n") + strings.Join(body, ""))
}

// moduleNames are the names that the module imports, with the statement that
// does, and those that it binds in other ways.
func (p *program) moduleNames() (imports map[string]string, own map[string]bool) {
	imports, own = make(map[string]string), make(map[string]bool)
	for n := range p.Children(syntax.Root) {
		for _, in := range p.Imports(n) {
			imports[in.As] = p.Text(n)
		}
	}
	for name, places := range p.names() {
		for _, n := range places {
			top := p.EnclosingFunction(n) == syntax.None || p.FuncName(p.EnclosingFunction(n)) == n
			if top && (p.binds(n) || p.inImport(n) && imports[name] == "") {
				own[name] = true
			}
		}
	}
	return imports, own
}

// movable says whether a function can stand in another module: it has nothing
// before it on its line, and uses no name of this one but imported ones and
// its own.
func (p *program) movable(fn syntax.Node, own map[string]bool) bool {
	self := p.Text(p.FuncName(fn))
	if start := p.Start(fn); start > 0 && p.text[start-1] != '\n' || p.Stop(fn) < len(p.text) && p.text[p.Stop(fn)] != '\n' {
		return false
	}
	for name := range p.namesIn(fn) {
		if own[name] && name != self {
			return false
		}
	}
	return true
}

// namesIn are the names that a function uses.
func (p *program) namesIn(fn syntax.Node) map[string]bool {
	used := make(map[string]bool)
	for name, places := range p.names() {
		if slices.ContainsFunc(places, func(n syntax.Node) bool { return p.Within(n, fn) }) {
			used[name] = true
		}
	}
	return used
}
