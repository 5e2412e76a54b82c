package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

type jsonRule struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Category string `json:"category"`
	Fix      string `json:"fix"`
	Since    string `json:"since"`
	Summary  string `json:"summary"`
	Doc      string `json:"doc"`
}

// RulesText lists rules, one line each.
func RulesText(w io.Writer, rules []*analyzer.Rule, style Style) error {
	p := newPrinter(w, style)
	width := 0
	for _, rule := range rules {
		width = max(width, len(rule.Name))
	}
	for _, rule := range rules {
		p.printf("%s  %s  %-7s  %s\n", p.bold(rule.Code), rule.Name+strings.Repeat(" ", width-len(rule.Name)),
			rule.Fix, Summarise(rule))
	}
	return p.failed("rules")
}

// RulesJSON writes rules with their documentation as a JSON array.
func RulesJSON(w io.Writer, rules []*analyzer.Rule) error {
	list := make([]jsonRule, 0, len(rules))
	for _, rule := range rules {
		list = append(list, jsonRule{
			Code: rule.Code, Name: rule.Name, Category: string(rule.Category), Fix: rule.Fix.String(),
			Since: rule.Since, Summary: Summarise(rule), Doc: rule.Doc,
		})
	}
	return writeJSON(w, list)
}

// RulesMarkdown writes rules as a Markdown table.
func RulesMarkdown(w io.Writer, rules []*analyzer.Rule) error {
	var b strings.Builder
	b.WriteString("| Code | Name | Category | Fix | Summary |\n|---|---|---|---|---|\n")
	for _, rule := range rules {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", rule.Code, rule.Name, rule.Category, rule.Fix,
			strings.ReplaceAll(Summarise(rule), "|", `\|`))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report: write rules: %w", err)
	}
	return nil
}
