package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

func TestRulesAreDocumentedAndSorted(t *testing.T) {
	rules := Rules()
	if !slices.IsSortedFunc(rules, func(a, b *analyzer.Rule) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("rules are not sorted by code")
	}
	for _, rule := range rules {
		if rule.Run != nil {
			t.Errorf("%s: has a Run function, but the driver reports it", rule.Code)
		}
		for _, section := range []string{"## What breaks", "## Example", "## Use instead", "## Source"} {
			if !strings.Contains(rule.Doc, "\n"+section+"\n") {
				t.Errorf("%s: documentation lacks the section %q", rule.Code, section)
			}
		}
	}
}
