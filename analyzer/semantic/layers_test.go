package semantic_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLayers checks that code uses its own layer and those below it. The Model itself is
// left out: it holds the state of all layers.
func TestLayers(t *testing.T) {
	layer := layers(t)
	var got []string
	for use := range usesIn(t) {
		if layer[use.from] < layer[use.to] && use.user != "Model" && use.used != "Model" {
			got = append(got, use.user+" "+use.used)
		}
	}
	slices.Sort(got)
	got = slices.Compact(got)
	for _, use := range got {
		t.Errorf("%s goes upward: move one of them to another file", use)
	}
	if len(layer) < 10 {
		t.Errorf("%d files have a layer", len(layer))
	}
}

// layers are the layers of the files, by the sections of the documentation.
func layers(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	layer := make(map[string]int)
	flat := strings.ReplaceAll(string(text), "\n//", "")
	for i, list := range regexp.MustCompile(`Files: ([a-z0-9, ]+)\.`).FindAllStringSubmatch(flat, -1) {
		for name := range strings.SplitSeq(list[1], ",") {
			layer[strings.TrimSpace(name)+".go"] = i
		}
	}
	return layer
}

// use is a use of one declaration of the package by another.
type use struct {
	user, used string
	from, to   string // files
}

// FunctionUses are the uses of the package's functions, types, constants and variables by each
// other. What other packages declare is not loaded.
func usesIn(t *testing.T) map[use]bool {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") {
			file, err := parser.ParseFile(set, e.Name(), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: none{}, Error: func(error) {}}
	pkg, _ := conf.Check("semantic", set, files, info) // it cannot be without errors
	uses := make(map[use]bool)
	for _, file := range files {
		for _, decl := range file.Decls {
			names := declared(decl, info)
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && len(names) > 0 {
					if o := info.Uses[id]; o != nil && o.Pkg() == pkg && named(o, pkg) != "" {
						uses[use{names[0], named(o, pkg), set.Position(decl.Pos()).Filename, set.Position(o.Pos()).Filename}] = true
					}
				}
				return true
			})
		}
	}
	return uses
}

// declared are the names that a declaration declares.
func declared(decl ast.Decl, info *types.Info) (names []string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o := info.Defs[id]; o != nil && o.Pkg() != nil && named(o, o.Pkg()) != "" {
				names = append(names, named(o, o.Pkg()))
			}
		}
		return true
	})
	return names
}

// named is the name of a method, with its type, or of an object of the package; "" for
// all else.
func named(o types.Object, pkg *types.Package) string {
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			return n.Obj().Name() + "." + f.Name()
		}
	}
	if o.Parent() == pkg.Scope() {
		return o.Name()
	}
	return ""
}

// none imports nothing.
type none struct{}

func (none) Import(string) (*types.Package, error) { return nil, errors.New("not loaded") }
