package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/internal/spelling"
)

// Selection is which rules are reported.
type Selection struct {
	selected, ignored []string
}

// NewSelection checks that every selector matches at least one of the rules: a code, the
// beginning of a code, or a name. A misspelt selector is an error that names the closest
// rule, because ignoring it would hide findings; an empty selection is an error as well.
func NewSelection(rules []*analyzer.Rule, selected, ignored []string) (Selection, error) {
	for _, list := range []struct {
		setting   string
		selectors []string
	}{{"select", selected}, {"ignore", ignored}} {
		if reason := misspelt(rules, list.selectors); reason != "" {
			return Selection{}, &SettingError{Setting: list.setting, Reason: reason}
		}
	}
	s := Selection{selected: selected, ignored: ignored}
	if len(rules) > 0 && !slices.ContainsFunc(rules, func(r *analyzer.Rule) bool { return s.Includes(r.Code, r.Name) }) {
		return Selection{}, &SettingError{Setting: "ignore", Reason: "no rule is left to report: all that are selected are ignored"}
	}
	return s, nil
}

// Includes reports whether findings of a rule are reported.
func (s Selection) Includes(code, name string) bool {
	if len(s.selected) > 0 && !matches(s.selected, code, name) {
		return false
	}
	return !matches(s.ignored, code, name)
}

// matches reports whether any selector matches the rule.
func matches(selectors []string, code, name string) bool {
	for _, selector := range selectors {
		if Matches(selector, code, name) {
			return true
		}
	}
	return false
}

// Matches reports whether a selector is a prefix of the code, or the name, of a rule.
// Case does not matter.
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

// NoRule is the message that selector matches no rule, with the rule that is spelt most
// like it.
func NoRule(rules []*analyzer.Rule, selector string) string {
	var candidates []string
	for _, rule := range rules {
		candidates = append(candidates, rule.Code, rule.Name)
	}
	return fmt.Sprintf("no rule is called %q", selector) + spelling.Question(selector, candidates)
}
