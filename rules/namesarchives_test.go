package rules_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// taken are the names that programs get for something else.
var taken = []string{"torch", "torch_xla", "torch_neuronx"}

// takenNames imports everything under other names, parts of torch by themselves, and
// binds the names that fixes like to use, in the module and in functions.
func takenNames(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	p := parsed(t, name, text)
	if renamed := p.renamed(); renamed != nil {
		p = parsed(t, name, renamed)
	}
	if p == nil {
		return nil
	}
	free := slices.DeleteFunc(slices.Clone(taken), p.uses)
	if len(free) == 0 {
		return nil
	}
	for _, fn := range p.find(syntax.KindFunction) {
		params := p.Child(fn, syntax.FieldParameters)
		if last := p.Params(fn); len(last) == 0 {
			p.put(p.Start(params)+1, strings.Join(free, "=0, ")+"=0")
		}
	}
	first := p.First(syntax.Root)
	for p.Kind(first) == syntax.KindFutureImport || p.Kind(first) == syntax.KindExpressionStatement {
		first = p.Next(first)
	}
	if first == syntax.None || p.Start(first) > 0 && p.Source()[p.Start(first)-1] != '\n' {
		return nil
	}
	p.put(p.Start(first), strings.Join(free, " = ")+" = 0\n"+p.imported(renamedPrefix+"torch"))
	return p.result()
}

// imported reads what a program takes of a module out of it by imports, and makes of
// the import of the module itself one of a part, so that nothing names it any more.
func (p *program) imported(module string) string {
	var top strings.Builder
	seen := make(map[string]bool)
	for _, n := range p.names()[module] {
		whole := p.Parent(n)
		switch {
		case p.inImport(n):
			p.replace(p.Span(p.Statement(n)), "import torch.nn as "+module)
		case p.Kind(whole) == syntax.KindAttribute && p.Object(whole) == n:
			attr := p.Text(p.AttrName(whole))
			p.replace(p.Span(whole), module+"_"+attr)
			if !seen[attr] {
				seen[attr] = true
				top.WriteString("from torch import " + attr + " as " + module + "_" + attr + "\n")
			}
		}
	}
	return top.String()
}

// uses reports whether a program binds a name or reads it.
func (p *program) uses(name string) bool {
	for _, stmt := range p.find(syntax.KindImport, syntax.KindImportFrom) {
		for _, in := range p.Imports(stmt) {
			if in.As == name {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.names()[name], func(n syntax.Node) bool { return !p.inImport(n) })
}

// dotted is a name with attributes, as fixes write them.
var dotted = regexp.MustCompile(`[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)+`)

// namedIn resolves the attributes of a text whose root is one of the frameworks' modules:
// by the expression as it is written, the names it stands for.
func namedIn(t *testing.T, opts driver.Options, name string, text []byte) map[string][]string {
	t.Helper()
	all := make(map[string][]string)
	opts.Rules = []*analyzer.Rule{{
		Code: "NRN999", Name: "names", Category: analyzer.CategoryDevice, Since: "0.1.0",
		Run: func(p *analyzer.Pass) error {
			for n := range p.Tree.All(syntax.Root) {
				if p.Tree.Kind(n) == syntax.KindAttribute && !strings.ContainsAny(p.Tree.Text(n), "()[] \n") {
					r := p.Model.Ref(n)
					all[p.Tree.Text(n)] = append(all[p.Tree.Text(n)], r.Name)
				}
			}
			return nil
		},
	}}
	opts.Stdin = &driver.Input{Path: name, Raw: text}
	if _, err := driver.Run(context.Background(), opts); err != nil {
		t.Fatal(err)
	}
	return all
}

// inserted are the qualified names that fixes write, of one run.
func inserted(r *driver.Result) []string {
	var all []string
	for _, d := range r.Diagnostics {
		for _, fix := range d.Fixes {
			for _, e := range fix.Edits {
				for _, name := range dotted.FindAllString(e.Text, -1) {
					if tail := name[strings.Index(name, "."):]; slices.ContainsFunc(frameworkTails, func(known string) bool { return tail == known || strings.HasPrefix(tail, known+".") }) {
						all = append(all, name)
					}
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// frameworkTails are the parts behind the module of what fixes name.
var frameworkTails = []string{
	".accelerator", ".neuron", ".autocast", ".amp", ".bfloat16", ".manual_seed", ".seed", ".sync", ".runtime", ".profiler",
	".distributed", ".get_autocast_dtype", ".set_autocast_dtype", ".OutOfMemoryError", ".max_memory_allocated", ".max_memory_reserved",
	".memory_allocated", ".memory_reserved", ".memory_stats", ".memory_summary", ".reset_peak_memory_stats", ".empty_cache", ".initial_seed",
}

// Programs in which the modules have other names, and their names other meanings: what
// fixes write resolves to what they mean.
func TestFixesResolve(t *testing.T) {
	t.Parallel()
	tried, names := 0, 0
	for _, pattern := range []string{"../testdata/rules/*.txtar", "../testdata/worlds/*.txtar"} {
		for _, archive := range parseArchives(t, pattern) {
			opts := archiveOptions(t, archive.Comment)
			opts.MinConfidence, opts.Unsafe = analyzer.Possible, true
			for _, f := range archive.Files {
				if !strings.HasSuffix(f.Name, ".py") || parsed(t, f.Name, caseText(f)) == nil {
					continue
				}
				text := takenNames(t, f.Name, caseText(f))
				if text == nil {
					continue
				}
				tried++
				for _, rewrite := range []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable, opsdb.RewriteXLA} {
					opts.Target.Rewrite = rewrite
					names += checkResolved(t, opts, archive.name+"/"+f.Name, text)
				}
			}
		}
	}
	t.Logf("%d names in %d programs", names, tried)
	if tried < 500 || names < 200 {
		t.Errorf("%d names in %d programs are too few", names, tried)
	}
}

// checkResolved applies the fixes of a program and wants each name that they insert to
// mean the module that stands in the original name.
func checkResolved(t *testing.T, opts driver.Options, id string, text []byte) int {
	t.Helper()
	fixed, err := fixText(t.Context(), opts, "case.py", text)
	if err != nil {
		t.Fatal(err)
	}
	before := namedIn(t, opts, "case.py", text)
	count := 0
	for _, c := range fixed.Changes {
		after := namedIn(t, opts, "case.py", c.New)
		for _, name := range inserted(fixed.Before) {
			means := slices.Clone(after[name])
			for _, was := range before[name] { // what the program said by itself
				if i := slices.Index(means, was); i >= 0 {
					means = slices.Delete(means, i, i+1)
				}
			}
			tail := name[strings.Index(name, "."):]
			for _, got := range means {
				count++
				if module, _, _ := strings.Cut(got, "."); !slices.Contains(taken, module) || got != module+tail {
					t.Errorf("%s (%s): %s means %q in\n%s", id, opts.Target.Rewrite, name, got, c.New)
				}
			}
		}
	}
	return count
}
