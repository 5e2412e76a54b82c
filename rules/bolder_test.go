package rules_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// TestPortableIsNoBolder: what makes a fix unsafe that names Neuron, such as tensors on
// two devices or a compiled operator, makes that one unsafe which leaves the name out.
// On a Neuron machine the two do the same.
func TestPortableIsNoBolder(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, pattern := range []string{"../testdata/rules/*.txtar", "../testdata/worlds/*.txtar", "../testdata/worlds/refused/*.txtar"} {
		for _, archive := range parseArchives(t, pattern) {
			portable, native := safeties(t, archive, opsdb.RewritePortable), safeties(t, archive, opsdb.RewriteNeuron)
			for place, safety := range portable {
				if compared++; safety == analyzer.Safe && native[place] < safety {
					t.Errorf("%s: safe where code stays portable, and otherwise %s", place, native[place])
				}
			}
		}
	}
	t.Logf("%d findings", compared)
	if compared < 1000 {
		t.Errorf("%d findings were compared", compared)
	}
}

// safeties gives the safety of the best fix of each finding in an archive, by place.
func safeties(t *testing.T, archive namedArchive, rewrite opsdb.Rewrite) map[string]analyzer.Safety {
	t.Helper()
	opts := archiveOptions(t, archive.Comment)
	opts.Target.Rewrite = rewrite
	out := make(map[string]analyzer.Safety)
	for _, f := range archive.Files {
		opts.Stdin = &driver.Input{Path: f.Name, Raw: caseText(f)}
		result, err := driver.Run(t.Context(), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range result.Diagnostics {
			for _, fix := range d.Fixes {
				place := fmt.Sprintf("%s/%s:%d %s", archive.name, f.Name, 1+bytes.Count(caseText(f)[:d.Span.Start], []byte("\n")), d.Code)
				if len(fix.Edits) > 0 {
					out[place] = max(out[place], fix.Safety)
				}
			}
		}
	}
	return out
}
