package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/rules"
)

// idiomColumns is the header of testdata/idioms.tsv: one idiom a row, sorted by
// its id, which begins with the rule that reports it. The cases are files in
// the archives of that rule.
const idiomColumns = "id\tcategory\tidiom\trule\tfix\tsource\tfires\tsilent"

// TestIdiomsHaveCases wants each idiom of the ledger to belong to a rule, to
// name a source, and to have a case in which the rule fires and one in which it
// does not.
func TestIdiomsHaveCases(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../testdata/idioms.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != idiomColumns {
		t.Fatalf("header is %q, want %q", lines[0], idiomColumns)
	}
	byCode := map[string]*analyzer.Rule{}
	for _, r := range rules.All() {
		byCode[r.Code] = r
	}
	var ids []string
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != strings.Count(idiomColumns, "\t")+1 || slices.Contains(cells, "") {
			t.Errorf("%q: a cell is missing or empty", line)
			continue
		}
		ids = append(ids, cells[0])
		checkIdiom(t, byCode[cells[3]], cells)
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(lines)-1 {
		t.Error("the ids are not sorted, or one occurs twice")
	}
}

func checkIdiom(t *testing.T, rule *analyzer.Rule, cells []string) {
	t.Helper()
	id, code, fix, fires, silent := cells[0], cells[3], cells[4], cells[6], cells[7]
	if rule == nil || !strings.HasPrefix(id, code+"-") {
		t.Errorf("%s: no rule %s, or the id does not begin with it", id, code)
		return
	}
	safety := slices.Index([]string{"none", "display", "unsafe", "safe"}, fix)
	if safety < 0 || edit.Safety(safety) > rule.Fix { //nolint:gosec // an index into four words
		t.Errorf("%s: fix is %q, which %s does not offer", id, fix, code)
	}
	if text := caseOf(t, code, fires); !wants(text, code) {
		t.Errorf("%s: %s of %s does not exist or wants no %s", id, fires, code, code)
	}
	if text := caseOf(t, code, silent); text == nil || wants(text, code) {
		t.Errorf("%s: %s of %s does not exist or wants a %s", id, silent, code, code)
	}
}

// wants reports whether a case has a line on which a rule is to fire.
func wants(text []byte, code string) bool {
	return slices.ContainsFunc(wanted(text), func(s string) bool { return strings.HasSuffix(s, " "+code) })
}

// caseOf is the text of a file in one of a rule's archives, nil if none has it.
func caseOf(t *testing.T, code, name string) []byte {
	t.Helper()
	paths, err := filepath.Glob("../testdata/rules/" + code + "*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == name {
				return f.Data
			}
		}
	}
	return nil
}
