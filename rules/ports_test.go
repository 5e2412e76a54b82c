package rules_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// portedLine is a line that engineers change when they port a program: a number, the
// unsafe fixes that change it, and why others do not.
var portedLine = regexp.MustCompile(`^(.*)# port (\d+): (?:(both)|(native|none) \(.+\))$`)

// TestPortedLines says of each line that engineers change in ports, by their classes,
// with which rewrites the unsafe fixes change it, and holds the shares against what a
// user may expect of them.
func TestPortedLines(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("../testdata/ports.txtar")
	if err != nil {
		t.Fatal(err)
	}
	lines, changed := 0, make(map[opsdb.Rewrite]int)
	for _, f := range archive.Files {
		wanted := portedLines(string(f.Data))
		lines += len(wanted)
		for _, rewrite := range []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable} {
			got := portedLines(portedText(t, f, rewrite))
			for number, line := range wanted {
				isChanged := got[number].code != line.code
				if expected := line.by == "both" || line.by == "native" && rewrite == opsdb.RewriteNeuron; isChanged != expected {
					t.Errorf("%s: line %s under %s: changed is %t, want %t: %s", f.Name, number, rewrite, isChanged, expected, line.code)
				}
				if isChanged {
					changed[rewrite]++
				}
			}
		}
	}
	if comments := strings.Count(string(txtar.Format(archive)), "# port "); comments != lines {
		t.Errorf("%d of %d comments are read: one that is not changed by both has to say why", lines, comments)
	}
	for rewrite, least := range map[opsdb.Rewrite]int{opsdb.RewriteNeuron: 85, opsdb.RewritePortable: 75} {
		t.Logf("%s: %d of %d lines", rewrite, changed[rewrite], lines)
		if lines == 0 || changed[rewrite]*100 < least*lines {
			t.Errorf("under %s the fixes change %d of %d lines, less than %d %%", rewrite, changed[rewrite], lines, least)
		}
	}
}

// ported is the code of such a line, and what its comment says.
type ported struct{ code, by string }

// portedLines are those lines of a file, by number.
func portedLines(text string) map[string]ported {
	out := make(map[string]ported)
	for line := range strings.SplitSeq(text, "\n") {
		if m := portedLine.FindStringSubmatch(line); m != nil {
			out[m[2]] = ported{code: m[1], by: m[3] + m[4]}
		}
	}
	return out
}

// portedText is what all fixes of a rewrite make of a file.
func portedText(t *testing.T, f txtar.File, rewrite opsdb.Rewrite) string {
	t.Helper()
	opts := archiveOptions(t, []byte("unsafe: true\nrewrite: "+string(rewrite)+"\n"))
	opts.Stdin = &driver.Input{Path: f.Name, Raw: f.Data}
	result, err := driver.Fix(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	text := f.Data
	for _, c := range result.Changes {
		text = c.New
	}
	return string(text)
}
