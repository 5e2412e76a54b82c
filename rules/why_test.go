package rules_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/report"
	"github.com/neuronlint/neuronlint/rules"
)

// TestWhyKnowsEveryFinding asks why about the lines of findings, those of little
// confidence included: the answer has the finding and never says that nothing is
// known.
func TestWhyKnowsEveryFinding(t *testing.T) {
	t.Parallel()
	eachArchive(t, "../testdata/rules/*.txtar", func(t *testing.T, archive *txtar.Archive) {
		t.Helper()
		opts := archiveOptions(t, archive.Comment)
		opts.MinConfidence = analyzer.Possible
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".fixed") {
				continue
			}
			opts.Stdin = &driver.Input{Path: f.Name, Raw: f.Data}
			result, err := driver.Run(context.Background(), opts)
			if err != nil {
				t.Fatal(err)
			}
			whyAll(t, opts, firstOfEach(result.Diagnostics), result.File, func(string) []byte { return f.Data })
		}
	})
}

// TestWhyKnowsRealFindings does the same for each finding of a program of several
// files; NEURONLINT_WHY names another one.
func TestWhyKnowsRealFindings(t *testing.T) {
	root := "../testdata/demo"
	if dir := os.Getenv("NEURONLINT_WHY"); dir != "" {
		root = dir
	}
	t.Chdir(root)
	opts := driver.Options{
		Paths: []string{"."}, Rules: rules.All(), DB: opsdb.New(), MinConfidence: analyzer.Possible, Jobs: 1,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
	}
	result, err := driver.Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Diagnostics) == 0 {
		t.Fatal("no findings")
	}
	opts.Paths = nil
	whyAll(t, opts, result.Diagnostics, result.File, func(path string) []byte {
		raw, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	})
}

// firstOfEach is the first finding of each rule, since asking analyses the file anew.
func firstOfEach(list []analyzer.Diagnostic) []analyzer.Diagnostic {
	seen := make(map[string]bool)
	var first []analyzer.Diagnostic
	for i := range list {
		if d := &list[i]; !seen[d.Code] {
			seen[d.Code] = true
			first = append(first, *d)
		}
	}
	return first
}

// whyAll asks once about each line that has a finding, as `why` does.
func whyAll(t *testing.T, opts driver.Options, findings []analyzer.Diagnostic, file func(string) *source.File, read func(string) []byte) {
	t.Helper()
	said := make(map[string]*driver.Explanation)
	for i := range findings {
		d := &findings[i]
		pos := file(d.Path).Position(d.Span.Start)
		where := fmt.Sprintf("%s:cell %d:%d", d.Path, pos.Cell, pos.Line)
		if said[where] == nil {
			said[where] = explained(t, opts, driver.Input{Path: d.Path, Raw: read(d.Path)}, driver.Place{Cell: pos.Cell, Line: pos.Line})
		}
		e := said[where]
		if !slices.ContainsFunc(e.Findings, func(f driver.Judged) bool { return f.Code == d.Code && f.Span == d.Span }) {
			t.Errorf("%s: %s is not among the %d findings that why has", where, d.Code, len(e.Findings))
		}
	}
}

// explained is what why says of a place; it must never deny what it goes on to say.
func explained(t *testing.T, opts driver.Options, in driver.Input, at driver.Place) *driver.Explanation {
	t.Helper()
	e, err := driver.Explain(context.Background(), opts, in, at)
	if err != nil {
		t.Fatal(err)
	}
	why := &report.Explanation{Path: in.Path, File: e.File, Others: e.Others, Reaches: e.Reaches}
	for _, step := range e.Steps {
		why.Steps = append(why.Steps, report.Step{Span: step.Span, Text: step.Text})
	}
	for _, f := range e.Findings {
		why.Findings = append(why.Findings, report.Judged{Diagnostic: f.Diagnostic, Hidden: f.Hidden})
	}
	var text bytes.Buffer
	if err := report.Why(&text, why, report.Style{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "Nothing is known") {
		t.Errorf("why %s:%d:\n%s", in.Path, at.Line, text.String())
	}
	return e
}
