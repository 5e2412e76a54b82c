package report

import (
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Explain writes the documentation of a rule for a terminal.
func Explain(w io.Writer, rule *analyzer.Rule, style Style) error {
	p := newPrinter(w, style)
	p.printf("%s %s\n", p.bold(rule.Code), p.bold(rule.Name))
	p.printf("%s\n\n", p.dim(ruleFacts(rule)))
	p.markdown(rule.Doc)
	return p.failed("explanation")
}

// ruleFacts is the line below the title of a rule.
func ruleFacts(rule *analyzer.Rule) string {
	facts := []string{"category " + string(rule.Category)}
	if rule.Fix > analyzer.NoFix {
		facts = append(facts, "fix "+rule.Fix.String())
	}
	if rule.Since != "" {
		facts = append(facts, "since "+rule.Since)
	}
	return strings.Join(facts, ", ")
}

// markdown shows the little Markdown that rule documentation uses: headings
// become bold, code is indented, the rest is text.
func (p *printer) markdown(doc string) {
	fenced := false
	for _, line := range strings.Split(strings.TrimSpace(doc), "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced:
			p.printf("%s\n", strings.TrimRight("    "+line, " "))
		case strings.HasPrefix(line, "#"):
			p.printf("%s\n", p.bold(strings.TrimLeft(line, "# ")))
		case strings.HasPrefix(line, "    "):
			p.printf("%s\n", line)
		default:
			p.printf("%s\n", strings.ReplaceAll(line, "`", ""))
		}
	}
}

// Summarise is the first line of a rule's documentation.
func Summarise(rule *analyzer.Rule) string {
	line, _, _ := strings.Cut(strings.TrimSpace(rule.Doc), "\n")
	return line
}
