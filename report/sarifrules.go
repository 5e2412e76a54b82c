package report

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// rule makes sure that the rule of a finding is listed. Only rules with findings are:
// GitHub limits rules too, and nobody reads the others.
func (s *sarifWriter) rule(d *analyzer.Diagnostic) {
	if _, ok := s.rules[d.Code]; ok {
		return
	}
	s.rules[d.Code] = len(s.list)
	out := sarifRule{
		ID: d.Code, Name: pascal(d.Name), HelpURI: rulePage(d.Code),
		Short: sarifText{Text: d.Name + "."}, Full: sarifText{Text: d.Name + "."},
		Properties: sarifRuleProperty{Tags: []string{string(d.Category)}},
	}
	if rule := s.in.rule(d.Code); rule != nil {
		doc := strings.TrimSpace(rule.Doc)
		out.Short.Text = sentence(Summarise(rule))
		out.Full.Text = section(doc, "What breaks", out.Short.Text)
		out.Help = &sarifText{Text: doc, Markdown: doc}
		out.Properties.Tags = []string{string(rule.Category)}
	}
	s.list = append(s.list, out)
}

// section is the first paragraph below a heading, on one line; otherwise if
// there is none.
func section(doc, heading, otherwise string) string {
	_, rest, ok := strings.Cut(doc, "## "+heading+"\n\n")
	if !ok {
		return otherwise
	}
	paragraph, _, _ := strings.Cut(rest, "\n\n")
	return strings.Join(strings.Fields(paragraph), " ")
}

// pascal is a slug in the case that SARIF wants for names: "cuda-api" is
// "CudaApi".
func pascal(slug string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(slug, "-") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
