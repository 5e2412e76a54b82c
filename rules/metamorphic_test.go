package rules_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// transformation makes of a program another one that does the same.
type transformation struct {
	name string
	make func(*program) []byte // nil if there is nothing to do
	file string                // the new name, where it is another
	// moves says that comments come to stand by other code, so that those which
	// silence findings may silence others.
	moves bool
	// joins says that functions become one, which is mended whole or not at all: what
	// was safe may be unsafe then.
	joins bool
}

func transformations() []transformation {
	return []transformation{
		{name: "renamed", make: (*program).renamed},
		{name: "spaced", make: (*program).spaced},
		{name: "broken", make: (*program).broken, moves: true},
		{name: "commas", make: (*program).commas},
		{name: "quoted", make: (*program).quoted},
		{name: "bracketed", make: (*program).bracketed},
		{name: "turned", make: (*program).turned},
		{name: "commented", make: (*program).commented},
		{name: "wrapped", make: (*program).wrapped, joins: true},
		{name: "crlf", make: (*program).crlf},
		{name: "bom", make: (*program).bom},
		{name: "notebook", make: (*program).notebook, file: "case.ipynb"},
	}
}

// TestFindingsSurvive holds that findings are about what a program does and
// not about how it is written: other layouts, names and places of the same
// code have the same findings. Programs are the cases of all rules; those of
// NEURONLINT_METAMORPHIC, a folder, are tried as well. What differs for a
// reason stands in testdata/metamorphic.txt.
func TestFindingsSurvive(t *testing.T) {
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	known := settingsFile(t, "../testdata/metamorphic.txt")
	programs := metamorphicPrograms(t)
	for _, tr := range transformations() {
		t.Run(tr.name, func(t *testing.T) {
			t.Parallel()
			tried := 0
			for _, p := range programs {
				id := tr.name + " " + p.id
				diff, ok := p.differs(t, tr)
				if ok {
					tried++
				}
				if _, expected := known[id]; expected != (diff != "") {
					t.Errorf("%s (%t in testdata/metamorphic.txt):\n%s", id, expected, diff)
				}
			}
			t.Logf("%d programs", tried)
			if tried < len(programs)/20 {
				t.Errorf("%d of %d programs were tried", tried, len(programs))
			}
		})
	}
}

// metamorphicProgram is a program and the settings it is analysed with.
type metamorphicProgram struct {
	id, name string
	text     []byte
	opts     driver.Options
	findings []string
}

func metamorphicPrograms(t *testing.T) []*metamorphicProgram {
	t.Helper()
	var all []*metamorphicProgram
	for _, pattern := range []string{"../testdata/rules/*.txtar", "../testdata/worlds/*.txtar", "../testdata/worlds/planted/*.txtar"} {
		for _, archive := range parseArchives(t, pattern) {
			if strings.Contains(pattern, "planted") {
				archive.Comment = nil // says something else
			}
			opts := archiveOptions(t, archive.Comment)
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".py") {
					all = append(all, newMetamorphicProgram(t, archive.name+"/"+f.Name, caseText(f), opts))
				}
			}
		}
	}
	for _, dir := range []string{"../testdata/demo", os.Getenv("NEURONLINT_METAMORPHIC")} {
		all = append(all, programsBelow(t, dir)...)
	}
	return slices.DeleteFunc(all, func(p *metamorphicProgram) bool { return p == nil })
}

func programsBelow(t *testing.T, dir string) []*metamorphicProgram {
	t.Helper()
	if dir == "" {
		return nil
	}
	var all []*metamorphicProgram
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && filepath.Ext(path) == ".py" {
			var raw []byte
			if raw, err = os.ReadFile(path); err == nil {
				all = append(all, newMetamorphicProgram(t, path, raw, archiveOptions(t, nil)))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// newMetamorphicProgram is nil for what does not parse, or has bytes that a
// notebook or another layout could not have.
func newMetamorphicProgram(t *testing.T, id string, raw []byte, opts driver.Options) *metamorphicProgram {
	t.Helper()
	name := filepath.Base(id)
	p := parsed(t, name, raw)
	if p == nil {
		return nil
	}
	opts.Rules = slices.Clone(opts.Rules)
	out := &metamorphicProgram{id: id, name: name, text: p.text, opts: opts}
	out.findings = out.analyse(t, name, p.text)
	return out
}

// differs says how the findings of a transformed program differ.
func (m *metamorphicProgram) differs(t *testing.T, tr transformation) (diff string, tried bool) {
	t.Helper()
	p := parsed(t, m.name, m.text)
	if tr.moves && pragma.Match(m.text) {
		return "", false
	}
	text := tr.make(p)
	if text == nil {
		return "", false
	}
	name := cmp.Or(tr.file, m.name)
	if parsed(t, name, text) == nil {
		return "what it makes does not parse", true
	}
	before, after := m.findings, m.analyse(t, name, text)
	if tr.joins {
		before, after = onRequest(before), onRequest(after)
	}
	diff = onlyIn(before, after)
	if diff != "" && testing.Verbose() {
		diff += string(text)
	}
	return diff, true
}

// onRequest are findings whose fixes all count as unsafe.
func onRequest(findings []string) []string {
	out := make([]string, len(findings))
	for i, line := range findings {
		out[i] = strings.ReplaceAll(line, "[safe ", "[unsafe ")
	}
	slices.Sort(out)
	return out
}

// onlyIn are the lines that one of two sorted lists has and the other has not.
func onlyIn(before, after []string) string {
	var out strings.Builder
	for len(before)+len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0] < after[0]:
			fmt.Fprintf(&out, "\t- %s\n", before[0])
			before = before[1:]
		case len(before) == 0 || after[0] < before[0]:
			fmt.Fprintf(&out, "\t+ %s\n", after[0])
			after = after[1:]
		default:
			before, after = before[1:], after[1:]
		}
	}
	return out.String()
}

var pragma = regexp.MustCompile(`(?i)# *(neuronlint:|noqa)`)

// analyse lists the findings of a program in the order of its lines, without
// what changes with names and layout.
func (m *metamorphicProgram) analyse(t *testing.T, name string, text []byte) []string {
	t.Helper()
	opts := m.opts
	opts.Stdin = &driver.Input{Path: name, Raw: text}
	result, err := driver.Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return findingsOf(result)
}

// findingsOf writes findings one a line, sorted.
func findingsOf(result *driver.Result) []string {
	var all []string
	for _, d := range result.Diagnostics {
		line := fmt.Sprintf("%s %s %s %t %s", d.Code, d.Severity, d.Confidence, d.Suppressed, withoutNames(d.Message))
		for _, fix := range d.Fixes {
			line += fmt.Sprintf(" [%s %s]", fix.Safety, withoutNames(leftovers.ReplaceAllString(fix.Title, "")))
		}
		all = append(all, line)
	}
	slices.Sort(all)
	return all
}

var (
	// leftovers are what a title says of the text around its fix.
	leftovers  = regexp.MustCompile(`(, which leaves a pass)?(; the comment above stays: .*)?$`)
	whiteSpace = regexp.MustCompile(`\s+`)
	brackets   = regexp.MustCompile(`,?\s*[()]|,(\s*[\]}])`)
	lineNumber = regexp.MustCompile(`\bline \d+`)
)

// withoutNames is a message without what layout and names make of it.
func withoutNames(message string) string {
	message = strings.ReplaceAll(message, renamedPrefix, "")
	message = strings.ReplaceAll(message, "'", `"`)
	message = brackets.ReplaceAllString(message, "$1")
	return lineNumber.ReplaceAllString(whiteSpace.ReplaceAllString(message, ""), "line")
}
