package driver

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Selection is which rules are reported.
type Selection struct {
	selected, ignored []string
}

// NewSelection checks that every selector means at least one of the rules: a
// code, the beginning of a code, or a name. A misspelt selector is an error
// that names the closest rule, because ignoring it would hide findings.
func NewSelection(rules []*analyzer.Rule, selected, ignored []string) (Selection, error) {
	for _, list := range []struct {
		flag      string
		selectors []string
	}{{"select", selected}, {"ignore", ignored}} {
		for _, selector := range list.selectors {
			if !matchesAny(rules, selector) {
				return Selection{}, fmt.Errorf("%s: no rule is called %q; did you mean %s?",
					list.flag, selector, Closest(rules, selector))
			}
		}
	}
	return Selection{selected: selected, ignored: ignored}, nil
}

// Includes says whether findings of a rule are reported.
func (s Selection) Includes(code, name string) bool {
	if len(s.selected) > 0 && !matches(s.selected, code, name) {
		return false
	}
	return !matches(s.ignored, code, name)
}

// matches says whether any selector means the rule.
func matches(selectors []string, code, name string) bool {
	for _, selector := range selectors {
		if Matches(selector, code, name) {
			return true
		}
	}
	return false
}

// Matches says whether a selector is the beginning of the code or the name of
// a rule. Letters count alike in both cases.
func Matches(selector, code, name string) bool {
	if selector == "" {
		return false
	}
	upper := strings.ToUpper(selector)
	return strings.HasPrefix(code, upper) || strings.EqualFold(selector, name)
}

func matchesAny(rules []*analyzer.Rule, selector string) bool {
	for _, rule := range rules {
		if Matches(selector, rule.Code, rule.Name) {
			return true
		}
	}
	return false
}

// Find is the rule with the given code or name; nil if there is none.
func Find(rules []*analyzer.Rule, selector string) *analyzer.Rule {
	for _, rule := range rules {
		if strings.EqualFold(selector, rule.Code) || strings.EqualFold(selector, rule.Name) {
			return rule
		}
	}
	return nil
}

// Closest is the code or name that is spelt most like selector.
func Closest(rules []*analyzer.Rule, selector string) string {
	best, distance := "", -1
	for _, rule := range rules {
		for _, candidate := range []string{rule.Code, rule.Name} {
			d := editDistance(strings.ToLower(selector), strings.ToLower(candidate))
			if distance < 0 || d < distance {
				best, distance = candidate, d
			}
		}
	}
	return best
}

// editDistance is the number of letters to insert, delete, replace or swap
// with their neighbour to make b of a.
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
