package edit

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// FuzzGitApply lets git apply the patch between any two texts.
func FuzzGitApply(f *testing.F) {
	if _, err := exec.LookPath("git"); err != nil {
		f.Skip("git is not installed")
	}
	f.Add("a\nb\nc\n", "a\nx\nc", uint8(3))
	f.Add("0\n0\n00", "\n\n\n0", uint8(3))
	f.Add("", "\r\n\r", uint8(1))
	f.Add("a\r\nb\n", "a\nb\r\n", uint8(0))
	f.Add("\\ No newline\n-- \n", "+++ b/f\n", uint8(2))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, before, after string, context uint8) {
		if before == after {
			t.Skip("nothing to do")
		}
		file := filepath.Join(dir, "f.py")
		if err := os.WriteFile(file, []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		// Without context git may take another line for one without a line end.
		patch := Unified("f.py", []byte(before), []byte(after), 1+int(context%4))
		cmd := exec.CommandContext(t.Context(), "git", "apply", "--whitespace=nowarn", "-")
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(patch)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git apply: %v\n%s\n%s", err, out, patch)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != after {
			t.Fatalf("got %q (%v), want %q by\n%s", got, err, after, patch)
		}
	})
}

// FuzzDeleteStatement takes out each statement of any program in turn: what is
// left parses, and holds all comments but those of the statement.
func FuzzDeleteStatement(f *testing.F) {
	for _, seed := range []string{
		"a\n", "if a: b; c  # d\nelse:\n\tb\n", "def f():\n    '''d'''\n    # c\n    return\n\n\n@d\nclass C: x = 1; y\n",
		"with a:\n    b\\\n\n    c\n# e", "try: a\nexcept: b\nfinally:\n  c;\n", "for a in b:\n  if c:\n    d\n\n  # e\n  else: f",
		"for a in b: c d: e  # f\n", "a\nb\\\nc", "match a:\n  case 1: b\n  case _:\n    c\n", "a; b; c;\n", "x = '''\n  a''' ; y\r\nz",
		"if 0:\n0\nelse", "0\\\n;", "0;#\\\n00", "a \\\r\n  \\\r\n ; # b\r\nc", "'#\n'#0\n#",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := fuzzBuilder(t, text)
		for n := range b.Tree.All(syntax.Root) {
			if b.Tree.Statement(n) != n || n == syntax.Root {
				continue
			}
			e, ok := b.DeleteStatement(n)
			if !ok {
				continue
			}
			edited := verified(t, b, e)
			if got, want := comments(edited), comments(b.Tree); !commentsKept(got, want, ownComments(b, n)) {
				t.Errorf("%q without %q is %q: comments %q of %q", text, b.Tree.Text(n), edited.Source(), got, want)
			}
		}
	})
}

// FuzzInsertImport puts an import into any program: it parses, the import is
// there, on a line of its own behind no code but other imports, and docstring
// and future imports still come first.
func FuzzInsertImport(f *testing.F) {
	for _, seed := range []string{
		"", "x\n", "#!/bin/sh\n# coding: utf-8\n\n'''doc'''\nx", "from __future__ import a\nimport b\nx = 1\n",
		"import a; import b\n", "import a  # why\nx", "'''doc'''; x\n", "if a:\n    import b\n", "\ufeffimport a\r\n\r\nx\r\n", "try:\n  import a\nexcept: pass\n",
		"import torch.nn as nn\nfrom torch import (\n    cuda,\n)\n\nx", "'doc' 'more'\n\n\n# c\nx", "# c\n x = 1\n x\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := fuzzBuilder(t, text)
		e, ok := b.InsertImport("import torch_xla")
		if !ok {
			return
		}
		edited := verified(t, b, e)
		found := 0
		for n := range edited.All(syntax.Root) {
			for _, in := range edited.Imports(n) {
				if in.Module == "torch_xla" {
					found++
				}
				if in.Module == "torch_xla" && !strings.Contains(text, "torch_xla") && !behindImports(edited, n) {
					t.Errorf("%q: the import comes late in %q", text, edited.Source())
				}
				if in.Module == "__future__" && found > 0 && edited.Suite(n) == syntax.Root {
					t.Errorf("%q: a future import comes second in %q", text, edited.Source())
				}
			}
		}
		if found == 0 {
			t.Errorf("%q has no import in %q", text, edited.Source())
		}
		if !keepsLines(b.File.Text, edited.Source()) {
			t.Errorf("%q: a line is changed in %q", text, edited.Source())
		}
		if docstring(b.Tree) != docstring(edited) {
			t.Errorf("%q: another docstring in %q", text, edited.Source())
		}
	})
}

// behindImports says whether what stands before a statement is an import, holds
// one, or is the docstring.
func behindImports(t *syntax.Tree, stmt syntax.Node) bool {
	before := syntax.None
	for n := range t.Children(t.Suite(stmt)) {
		if n == stmt {
			break
		}
		before = n
	}
	for n := before; n != syntax.None && n < t.End(before); n++ {
		if len(t.Imports(n)) > 0 {
			return true
		}
	}
	return before == syntax.None || t.Kind(before) == syntax.KindExpressionStatement && t.IsDocstring(t.Unparen(t.First(before)))
}

// keepsLines says whether all lines of a text are lines of another, in order.
func keepsLines(before, after []byte) bool {
	rest := bytes.Split(after, []byte("\n"))
	for line := range bytes.SplitSeq(before, []byte("\n")) {
		at := slices.IndexFunc(rest, func(l []byte) bool {
			return bytes.Equal(bytes.TrimSuffix(l, []byte("\r")), bytes.TrimSuffix(line, []byte("\r")))
		})
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// fuzzBuilder skips what does not parse.
func fuzzBuilder(t *testing.T, text string) *Builder {
	t.Helper()
	file, err := source.New("a.py", []byte(text))
	control := func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\f", r) }
	// Where lines end in CR alone, one that is put before an LF joins with it.
	if err != nil || len(text) > 1<<12 || strings.ContainsFunc(strings.ReplaceAll(text, "\r\n", "\n"), control) {
		t.Skip("nothing that Python reads, or lines that end in CR")
	}
	tree, err := syntax.Parse(t.Context(), file.Text, syntax.Limits{})
	if err != nil || len(tree.Errors()) > 0 || strings.HasSuffix(strings.TrimSpace(text), "\\") || !separated(tree) || beyondPython(tree) {
		t.Skip("no program, or none of Python's")
	}
	return &Builder{File: file, Tree: tree}
}

// keywords are words that are no names. Names that mean something in some places
// only, as match does, are not among them.
const keywords = "and as assert async await break class continue def del elif else except finally for from global if " +
	"import in is lambda nonlocal not or pass raise return try while with yield False None True"

// beyondPython says whether a block holds nothing or a keyword is a name, which
// the grammar lets pass behind an indentation that is missing.
func beyondPython(t *syntax.Tree) bool {
	for n := range t.All(syntax.Root) {
		switch t.Kind(n) {
		case syntax.KindBlock:
			if t.First(n) == syntax.None {
				return true
			}
		case syntax.KindIdentifier:
			if slices.Contains(strings.Fields(keywords), t.Text(n)) {
				return true
			}
		}
	}
	return false
}

// separated says whether a line break or a semicolon stands between any two
// statements, which the grammar does not ask for.
func separated(t *syntax.Tree) bool {
	for n := range t.All(syntax.Root) {
		next := t.Next(n)
		if next == syntax.None || t.Statement(n) != n || t.Statement(next) != next {
			continue
		}
		between := bytes.ReplaceAll(t.Source()[t.Stop(n):t.Start(next)], []byte("\r\n"), []byte("\n"))
		between = bytes.ReplaceAll(between, []byte("\\\n"), nil)
		if !bytes.ContainsAny(between, ";\n") && !bytes.HasSuffix(t.Bytes(n), []byte("\n")) {
			return false
		}
	}
	return true
}

// verified is the tree after an edit, which must parse.
func verified(t *testing.T, b *Builder, e Edit) *syntax.Tree {
	t.Helper()
	edited, err := Verify(context.Background(), b.File, []Edit{e}, NewOutline(b.Tree), syntax.Limits{})
	if err != nil {
		t.Fatalf("%q with %+v: %v", b.Tree.Source(), e, err)
	}
	tree, err := syntax.Parse(context.Background(), edited.Text, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// ownComments are those in a statement, and the one behind it.
func ownComments(b *Builder, n syntax.Node) []string {
	own := commentsIn(b.Tree, n)
	for c := range b.Tree.All(syntax.Root) {
		at, end := b.Tree.Start(c), b.Tree.Stop(n)
		if b.Tree.Kind(c) == syntax.KindComment && at >= end && (b.lineStart(at) == b.lineStart(end) || b.sameLine(end, at)) {
			own = append(own, strings.TrimSpace(b.Tree.Text(c)))
		}
	}
	return own
}

func comments(t *syntax.Tree) []string { return commentsIn(t, syntax.Root) }

func commentsIn(t *syntax.Tree, n syntax.Node) []string {
	var all []string
	for c := range t.All(n) {
		if t.Kind(c) == syntax.KindComment {
			all = append(all, strings.TrimSpace(t.Text(c)))
		}
	}
	return all
}

// commentsKept says whether got is want without some or all of the comments
// that stood in what was deleted.
func commentsKept(got, want, gone []string) bool {
	missing := map[string]int{}
	for _, comment := range want {
		if len(got) > 0 && got[0] == comment {
			got = got[1:]
		} else {
			missing[comment]++
		}
	}
	for _, comment := range gone {
		missing[comment]--
	}
	return len(got) == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(missing)), func(n int) bool { return n > 0 })
}

// docstring is the string that a module begins with.
func docstring(t *syntax.Tree) string {
	for n := range t.Children(syntax.Root) {
		if first := t.First(n); t.Kind(n) == syntax.KindExpressionStatement && t.IsDocstring(t.Unparen(first)) {
			return t.Text(first)
		}
		break
	}
	return ""
}
