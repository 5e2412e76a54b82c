package rules_test

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestArchives runs every archive of testdata/rules. In a file NAME.py the
// comment `# want CODE…` lists all codes that are reported on its line, and no
// other line may be reported; NAME.py.fixed is the file after its fixes, and a
// file without one must get no edit. Settings stand in the archive's comment,
// one `key: value` a line.
func TestArchives(t *testing.T) {
	t.Parallel()
	eachArchive(t, "../testdata/rules/*.txtar", runArchive)
}

// eachArchive runs a test for every archive that a pattern names.
func eachArchive(t *testing.T, pattern string, run func(*testing.T, *txtar.Archive)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives found (%v)", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			run(t, archive)
		})
	}
}

func runArchive(t *testing.T, archive *txtar.Archive) {
	t.Helper()
	opts := archiveOptions(t, archive.Comment)
	fixed := make(map[string][]byte)
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".fixed"); ok {
			fixed[name] = f.Data
		}
	}
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".fixed") {
			t.Run(f.Name, func(t *testing.T) { runCase(t, opts, f, fixed[f.Name]) })
		}
	}
}

func archiveOptions(t *testing.T, comment []byte) driver.Options {
	t.Helper()
	opts := driver.Options{
		Rules: rules.All(), DB: opsdb.New(), MinConfidence: analyzer.Likely, Jobs: 1, Apart: true,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
	}
	for line := range strings.Lines(string(comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.Contains(key, " ") {
			continue
		}
		switch key {
		case "whole":
			opts.Apart = value != "yes"
		case "rewrite":
			opts.Target.Rewrite = opsdb.Rewrite(value)
		case "sdk":
			opts.Target.SDK = value
		case "target":
			opts.Target.Instance = value
		case "unsafe":
			opts.Unsafe = value == "true"
		case "possible":
			if value == "true" {
				opts.MinConfidence = analyzer.Possible
			}
		default:
			t.Fatalf("unknown setting %q", key)
		}
	}
	return opts
}

// caseText is the text of a case. The word crlf in a file's name asks for CRLF line ends, which txtar cannot hold; the
// last line end is dropped too.
func caseText(f txtar.File) []byte {
	if !strings.Contains(f.Name, "crlf") {
		return f.Data
	}
	return withCRLF(f.Data)
}

func withCRLF(data []byte) []byte {
	return bytes.ReplaceAll(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"), []byte("\r\n"))
}

func runCase(t *testing.T, opts driver.Options, f txtar.File, wantFixed []byte) {
	t.Helper()
	raw := caseText(f)
	opts.Stdin = &driver.Input{Path: f.Name, Raw: raw}
	result, err := driver.Fix(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted(raw), reported(result.Before)); diff != "" {
		t.Errorf("findings (-want +got):\n%s\n%s", diff, messages(result.Before))
	}
	checkTexts(t, raw, result.Before)
	checkReasons(t, result.Before)
	got := raw
	for _, c := range result.Changes {
		got = c.New
	}
	want := raw
	if wantFixed != nil {
		want = wantFixed
		if strings.Contains(f.Name, "crlf") {
			want = withCRLF(want)
		}
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("fixed text (-want +got):\n%s", diff)
	}
}

var wantComment = regexp.MustCompile(`# want ((?:NRN\d+ ?)+)`)

func wanted(src []byte) []string {
	var out []string
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		if m := wantComment.FindStringSubmatch(line); m != nil {
			for code := range strings.FieldsSeq(m[1]) {
				out = append(out, fmt.Sprintf("%d %s", n, code))
			}
		}
	}
	slices.Sort(out)
	return out
}

// wantText is a text that the message of a finding has to contain: # want NRN503 "may be limited".
var wantText = regexp.MustCompile(`# want (?:NRN\d+ )*(NRN\d+) "([^"]+)"`)

// checkTexts holds the messages of findings against the texts that comments want on their lines.
func checkTexts(t *testing.T, src []byte, r *driver.Result) {
	t.Helper()
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		m := wantText.FindStringSubmatch(line)
		if m != nil && !slices.ContainsFunc(r.Diagnostics, func(d analyzer.Diagnostic) bool {
			return d.Code == m[1] && r.File(d.Path).Position(d.Span.Start).Line == n && strings.Contains(d.Message, m[2])
		}) {
			t.Errorf("line %d: no %s says %q:\n%s", n, m[1], m[2], messages(r))
		}
	}
}

// checkReasons fails for each fix that does not say what keeps it from being safe, or from
// being made at all. Code that is right as it stands needs no reason.
func checkReasons(t *testing.T, r *driver.Result) {
	t.Helper()
	for _, d := range r.Diagnostics {
		for _, fix := range d.Fixes {
			if fix.Title != "leave as it is" && (fix.Safety < analyzer.Safe) == fix.Doubt.None() {
				t.Errorf("line %d: %s: the fix %q is %s because %q", r.File(d.Path).Position(d.Span.Start).Line, d.Code, fix.Title, fix.Safety, fix.Doubt.Text)
			}
		}
	}
}

func reported(r *driver.Result) []string {
	var out []string
	for _, d := range r.Diagnostics {
		if !d.Suppressed {
			out = append(out, fmt.Sprintf("%d %s", r.File(d.Path).Position(d.Span.Start).Line, d.Code))
		}
	}
	slices.Sort(out)
	return out
}

func messages(r *driver.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		fmt.Fprintf(&b, "%d: %s %s %s\n", r.File(d.Path).Position(d.Span.Start).Line, d.Code, d.Severity, d.Message)
	}
	return b.String()
}
