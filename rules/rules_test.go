package rules_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/rules"
)

func TestCatalogueIsSortedAndUnambiguous(t *testing.T) {
	t.Parallel()
	all := rules.All()
	if !slices.IsSortedFunc(all, func(a, b *analyzer.Rule) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the rules are not sorted by code")
	}
	code, name := regexp.MustCompile(`^NRN\d{3}$`), regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := make(map[string]bool)
	for _, r := range all {
		if !code.MatchString(r.Code) || !name.MatchString(r.Name) {
			t.Errorf("%q %q: not a code and a name", r.Code, r.Name)
		}
		if seen[r.Code] || seen[r.Name] {
			t.Errorf("%s %s: code or name is taken", r.Code, r.Name)
		}
		seen[r.Code], seen[r.Name] = true, true
		if r.Category == "" || r.Since == "" {
			t.Errorf("%s: lacks a category or the version that brought it", r.Code)
		}
		if r.Run != nil && r.Words == nil || r.Project != nil && r.ProjectWords == nil {
			t.Errorf("%s: without words all files have to be parsed, whatever they are about", r.Code)
		}
	}
}

// TestRulesAreDocumented: explain and the pages rely on these sections.
func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		summary, _, _ := strings.Cut(r.Doc, "\n")
		if !strings.HasSuffix(summary, ".") || len(summary) > 100 {
			t.Errorf("%s: the summary %q is not one short sentence", r.Code, summary)
		}
		for _, section := range []string{"What breaks", "Example", "Source"} {
			if !hasSection(r, section) {
				t.Errorf("%s: documentation lacks the section %q", r.Code, section)
			}
		}
		if !hasSection(r, "Use instead") && !hasSection(r, "When there is no fix") {
			t.Errorf("%s: documentation does not say what to do", r.Code)
		}
	}
}

// maxParagraph is the largest number of words in a paragraph of a rule's
// documentation: conditions and exceptions are lists.
const maxParagraph = 100

// TestParagraphsAreShort fails for documentation that nobody reads to its end.
func TestParagraphsAreShort(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		for _, paragraph := range strings.Split(r.Doc, "\n\n") {
			if strings.HasPrefix(paragraph, "    ") {
				continue // code
			}
			for _, item := range strings.Split(paragraph, "\n- ") {
				if n := len(strings.Fields(item)); n > maxParagraph {
					t.Errorf("%s: a paragraph of %d words, at most %d are read: %.60q…", r.Code, n, maxParagraph, item)
				}
			}
		}
	}
}

func hasSection(r *analyzer.Rule, title string) bool {
	return strings.Contains(r.Doc, "\n## "+title+"\n")
}

// TestRulesHaveCases: what the driver reports itself has no Run and is tested
// there.
func TestRulesHaveCases(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		if r.Run == nil && r.Project == nil {
			continue
		}
		if _, err := os.Stat("../testdata/rules/" + r.Code + ".txtar"); err != nil {
			t.Errorf("%s has no cases: %v", r.Code, err)
		}
	}
}
