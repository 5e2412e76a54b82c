package library

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// run applies the family to one file.
func run(t *testing.T, path, src string, rw opsdb.Rewrite) (*source.File, []analyzer.Diagnostic) {
	t.Helper()
	file, err := source.New(path, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	tree, err := syntax.Parse(context.Background(), file.Text, syntax.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	db := opsdb.New()
	m := semantic.New(file, tree, db)
	var out []analyzer.Diagnostic
	pass := analyzer.NewPass(m, db, opsdb.Target{SDK: "2.26", Rewrite: rw, Instance: "trn2"})
	for _, r := range Rules() {
		p := pass.For(r, func(d analyzer.Diagnostic) {
			if d.Confidence >= analyzer.Likely {
				out = append(out, d)
			}
		})
		if err := r.Run(p); err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(out, func(a, b analyzer.Diagnostic) int { return a.Span.Start - b.Span.Start })
	return file, out
}

// wanted reads the "# want" comments of this family as "line code".
func wanted(src string) []string {
	var out []string
	for i, line := range strings.Split(src, "\n") {
		_, codes, ok := strings.Cut(line, "# want ")
		if !ok {
			continue
		}
		for _, c := range strings.Fields(codes) {
			if strings.HasPrefix(c, "NRN7") {
				out = append(out, fmt.Sprintf("%d %s", i+1, c))
			}
		}
	}
	return out
}

func TestArchives(t *testing.T) {
	for _, r := range Rules() {
		ar, err := txtar.ParseFile("../../testdata/rules/" + r.Code + ".txtar")
		if err != nil {
			t.Error(err)
			continue
		}
		for _, f := range ar.Files {
			t.Run(r.Code+"/"+f.Name, func(t *testing.T) {
				file, found := run(t, f.Name, string(f.Data), opsdb.RewriteNeuron)
				var got []string
				for _, d := range found {
					got = append(got, fmt.Sprintf("%d %s", file.Position(d.Span.Start).Line, d.Code))
				}
				want := wanted(string(f.Data))
				if slices.Sort(got); !slices.Equal(got, sorted(want)) {
					t.Errorf("found  %v\nwanted %v", got, want)
				}
			})
		}
	}
}

func sorted(s []string) []string { slices.Sort(s); return s }

// TestConsequences holds what an archive cannot: how bad a finding is, and
// what it says.
func TestConsequences(t *testing.T) {
	for _, c := range consequences {
		t.Run(c.name, func(t *testing.T) {
			_, found := run(t, "train.py", c.src, opsdb.RewriteNeuron)
			if len(found) != 1 {
				t.Fatalf("%d findings, want 1: %v", len(found), found)
			}
			if d := found[0]; weight(d) != c.severity || !strings.Contains(d.Message+"\n"+d.Help, c.text) {
				t.Errorf("%s: %s\n%s\nwanted %s, %q", d.Severity, d.Message, d.Help, c.severity, c.text)
			}
		})
	}
}

func TestFindingsAreWorded(t *testing.T) {
	for _, c := range consequences {
		_, found := run(t, "train.py", c.src, opsdb.RewriteXLA)
		for _, d := range found {
			for _, s := range []string{d.Message, d.Help} {
				if s == "" || strings.HasSuffix(s, ".") || strings.Contains(s, "%!") {
					t.Errorf("%s: %q is not a sentence without a full stop", c.name, s)
				}
			}
			if d.Fact.Source == "" || d.Fact.Evidence == "" || d.API == "" {
				t.Errorf("%s: %s has no fact or no API: %+v", c.name, d.Code, d.Fact)
			}
		}
	}
}

// TestOwnSources: the sources of a library are not told that they import it.
func TestOwnSources(t *testing.T) {
	for path, want := range map[string]int{"apex/optimizers/fused.py": 0, "src/apex/a.py": 0, "train/apex_adam.py": 1, "apex.py": 1} {
		if _, found := run(t, path, "from apex.optimizers import FusedAdam\n", opsdb.RewriteNeuron); len(found) != want {
			t.Errorf("%s: %d findings, want %d", path, len(found), want)
		}
	}
}

func TestOneFindingForEachPackageOfAStatement(t *testing.T) {
	_, found := run(t, "a.py", "import cudf, flash_attn, flash_attn.ops\nx = 1\nfrom cudf import a, b\n", opsdb.RewriteNeuron)
	if len(found) != 3 {
		t.Errorf("%d findings, want 3: %v", len(found), found)
	}
}

func TestUsesAreRelated(t *testing.T) {
	src := "import flash_attn as fa\nfrom xformers import ops\n\ndef f(fa2, q):\n    ops.a(q)\n    return fa.flash_attn_func(q)\n\n" +
		strings.Repeat("ops.b()\n", 9) + "def g(ops):\n    return ops.c()\n"
	_, found := run(t, "train.py", src, opsdb.RewriteNeuron)
	if len(found) != 2 {
		t.Fatalf("%d findings, want 2", len(found))
	}
	text := func(r analyzer.Related) string { return src[r.Span.Start:r.Span.End] }
	if r := found[0].Related; len(r) != 1 || text(r[0]) != "fa.flash_attn_func" {
		t.Errorf("uses of flash_attn: %v", r)
	}
	if r := found[1].Related; len(r) != 10 || text(r[0]) != "ops.a" || text(r[1]) != "ops.b" {
		t.Errorf("uses of xformers: %v", r)
	}
}

func TestCallsIntoAnExtensionAreRelated(t *testing.T) {
	src := "from torch.utils.cpp_extension import load\n\n_ops = None\n\ndef ready():\n    global _ops\n    if _ops is None:\n" +
		"        _ops = load(name='ops', sources=['a.cu'])\n    return True\n\n" +
		"def act(x):\n    print(_ops, _ops.name)\n    return _ops.act(x)\n\n" +
		"def other(x, _ops):\n    return _ops.act(x)\n\n" +
		"def again():\n    ops = load(name='b', sources=['b.cu'])\n    ops.b()\n    ops = None\n    ops.c()\n" + strings.Repeat("    _ops.d()\n", 9)
	_, found := run(t, "act.py", src, opsdb.RewriteNeuron)
	if len(found) != 2 {
		t.Fatalf("%d findings, want 2", len(found))
	}
	text := func(r analyzer.Related) string { return src[r.Span.Start:r.Span.End] }
	if r := found[0].Related; len(r) != 10 || text(r[0]) != "_ops.act" || text(r[1]) != "_ops.d" {
		t.Errorf("calls into the global: %v", r)
	}
	if r := found[1].Related; len(r) != 1 || text(r[0]) != "ops.b" {
		t.Errorf("calls into the local: %v", r)
	}
}

func TestRulesAreDocumentedAndSorted(t *testing.T) {
	if !slices.IsSortedFunc(Rules(), func(a, b *analyzer.Rule) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("rules are not sorted by code")
	}
	for _, r := range Rules() {
		for _, section := range []string{"## What breaks", "## Example", "## Source"} {
			if !strings.Contains(r.Doc, "\n"+section+"\n") {
				t.Errorf("%s: documentation lacks %q", r.Code, section)
			}
		}
	}
}

// weight is the severity that is reported.
func weight(d analyzer.Diagnostic) analyzer.Severity {
	if d.Avoided {
		return analyzer.Info
	}
	return d.Severity
}

// TestBuiltHere checks that the finding about a function of the project around load shows
// where load is called.
func TestBuiltHere(t *testing.T) {
	src := "from torch.utils.cpp_extension import load\n\n" +
		"def get_plugin(name, sources):\n    return load(name=name, sources=sources)\n\n" +
		"ops = get_plugin('ops', sources=['ops.cu'])\n"
	file, got := run(t, "plugin.py", src, opsdb.RewriteNeuron)
	if len(got) != 1 || len(got[0].Related) == 0 {
		t.Fatalf("findings %v, want one with a further place", got)
	}
	at := got[0].Related[0]
	if text := string(file.Text[at.Span.Start:at.Span.End]); text != "load" || at.Message != "built here" {
		t.Errorf("%q at %q, want built here at the call of load", at.Message, text)
	}
}
