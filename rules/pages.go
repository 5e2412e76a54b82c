package rules

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// made heads every page, so that nobody edits one by hand.
const made = "<!-- Made from the rule's documentation by go run rules/gen.go; edit it there. -->\n\n"

// Pages are the pages of docs/rules by file name: one for each rule, and
// README.md, which lists them.
func Pages() map[string]string {
	all := All()
	pages := map[string]string{"README.md": index(all)}
	for _, r := range all {
		pages[r.Code+".md"] = page(r)
	}
	return pages
}

// page documents one rule. The summary line follows the title, the rule's
// sections follow its particulars.
func page(r *analyzer.Rule) string {
	summary, sections, _ := strings.Cut(strings.TrimSpace(r.Doc), "\n")
	return fmt.Sprintf("%s# %s: %s\n\n%s\n\n%s\n\n%s\n", made, r.Code, r.Name, summary, particulars(r), strings.TrimSpace(sections))
}

func particulars(r *analyzer.Rule) string {
	fix := "none"
	if r.Fix > analyzer.NoFix {
		fix = r.Fix.String()
	}
	return "Category: `" + string(r.Category) + "` · fix: " + fix + " · since " + r.Since
}

// index lists the rules under the topic of their hundred.
func index(all []*analyzer.Rule) string {
	var b strings.Builder
	b.WriteString(made + "# Rules\n\n")
	b.WriteString("`neuronlint explain CODE` prints these pages. The column Fix is the strongest fix a rule may offer: ")
	b.WriteString("safe ones are applied by `neuronlint fix`, unsafe ones with `--unsafe`, the others are shown.\n")
	hundred := byte(0)
	for _, r := range all {
		if h := r.Code[len("NRN")]; h != hundred {
			hundred = h
			fmt.Fprintf(&b, "\n## %s\n\n| Code | Name | Fix | Summary |\n|---|---|---|---|\n", Topic(r.Code))
		}
		summary, _, _ := strings.Cut(strings.TrimSpace(r.Doc), "\n")
		fmt.Fprintf(&b, "| [%s](%s.md) | `%s` | %s | %s |\n", r.Code, r.Code, r.Name, r.Fix, strings.ReplaceAll(summary, "|", `\|`))
	}
	return b.String()
}

// Topic is the subject of a code, which its hundred tells.
func Topic(code string) string {
	switch code[len("NRN")] {
	case '0':
		return "The analysis itself"
	case '1':
		return "Device placement"
	case '2':
		return "The torch.cuda API"
	case '3':
		return "Precision and backend flags"
	case '4':
		return "Distributed training and environment"
	case '5':
		return "Operators"
	case '6':
		return "Shapes, control flow and compilation"
	case '7':
		return "CUDA-only libraries and kernels"
	case '8':
		return "JAX"
	}
	return "Project files"
}
