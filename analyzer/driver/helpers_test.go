package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// callRule reports every call of a plain function name.
func callRule(code, name, function string, severity analyzer.Severity, fix func(*analyzer.Pass, syntax.Node) []analyzer.Fix) *analyzer.Rule {
	return &analyzer.Rule{Code: code, Name: name, Category: analyzer.CategoryDevice, Run: func(p *analyzer.Pass) error {
		for n := range p.Tree.All(syntax.Root) {
			if p.Tree.Kind(n) != syntax.KindCall || p.Tree.Text(p.Tree.Callee(n)) != function {
				continue
			}
			d := analyzer.Diagnostic{
				Span: p.Tree.Span(n), Message: function + " is called",
				Severity: severity, Confidence: analyzer.Certain,
			}
			if fix != nil {
				d.Fixes = fix(p, n)
			}
			p.Report(d)
		}
		return nil
	}}
}

// rename is a fix that writes another function name.
func rename(to string, safety analyzer.Safety, group analyzer.GroupID) func(*analyzer.Pass, syntax.Node) []analyzer.Fix {
	return func(p *analyzer.Pass, call syntax.Node) []analyzer.Fix {
		return []analyzer.Fix{{
			Title: "call " + to, Safety: safety, Group: group,
			Edits: []analyzer.Edit{{Path: p.File.Path, Span: p.Tree.Span(p.Tree.Callee(call)), Text: to}},
		}}
	}
}

func ownRules() []*analyzer.Rule {
	return []*analyzer.Rule{
		{Code: CodeUnparsed, Name: "unparsed-source"},
		{Code: CodeFixDiscarded, Name: "fix-discarded"},
		{Code: CodeUnusedSuppression, Name: "unused-suppression"},
		{Code: CodeInternal, Name: "internal-error"},
		{Code: CodeOmitted, Name: "findings-omitted"},
	}
}

func options(rules ...*analyzer.Rule) Options {
	return Options{
		Rules: append(ownRules(), rules...), DB: opsdb.New(), Jobs: 2, MinConfidence: analyzer.Likely, Apart: true,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
	}
}

// fromStdin are options that analyse one text.
func fromStdin(text string, rules ...*analyzer.Rule) Options {
	opts := options(rules...)
	opts.Stdin = &Input{Path: "a.py", Raw: []byte(text)}
	return opts
}

func mustRun(t *testing.T, opts Options) *Result {
	t.Helper()
	r, err := Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lines writes findings one a line: path:line: code severity message, with
// "suppressed" in front of those a comment silences.
func lines(r *Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		if d.Suppressed {
			b.WriteString("suppressed ")
		}
		line := 1
		if f := r.File(d.Path); f != nil {
			line = f.Position(d.Span.Start).Line
		}
		fmt.Fprintf(&b, "%s:%d: %s %s %s\n", d.Path, line, d.Code, d.Severity, d.Message)
	}
	return b.String()
}

// tree writes files into a new directory and makes it the working directory.
func tree(t testing.TB, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func span(start, end int) source.Span { return source.Span{Start: start, End: end} }
