package assess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// maxPlaces is how many places of a cause are listed.
const maxPlaces = 5

// otherWay is the advice about a blocker that the code avoids without CUDA.
const otherWay = "measure the way that the code takes without CUDA; where it is too slow, rewrite the kernel in NKI"

// causeKey is the root of findings.
type causeKey struct{ rule, subject string }

// cause collects the findings with one root.
type cause struct {
	key      causeKey
	id       string
	findings []*finding
	files    map[string]bool
	entries  int
}

// findCauses groups the findings that have to end.
func (b *builder) findCauses() {
	b.causes = make(map[causeKey]*cause)
	for _, f := range b.findings {
		if f.fix == "" {
			continue
		}
		key := causeKey{f.Code, b.subject(f.Diagnostic)}
		c := b.causes[key]
		if c == nil {
			c = &cause{key: key, files: make(map[string]bool), id: f.Code}
			if key.subject != "" {
				c.id += ":" + key.subject
			}
			b.causes[key] = c
		}
		f.cause = c
		c.findings = append(c.findings, f)
		c.files[f.Path] = true
	}
}

// subject is the thing that a finding is about, if its rule is about many.
func (b *builder) subject(d *analyzer.Diagnostic) string {
	category := d.Category
	if rule := b.rule(d.Code); rule != nil {
		category = rule.Category
	}
	switch category {
	case analyzer.CategoryDevice, analyzer.CategoryKernel, analyzer.CategoryDynamicShape, analyzer.CategoryControlFlow,
		analyzer.CategoryHostSync, analyzer.CategoryDtype, analyzer.CategoryCheckpoint, analyzer.CategoryDataLoading,
		analyzer.CategoryTestGate, analyzer.CategoryAnalysis:
		return ""
	case analyzer.CategoryDependency, analyzer.CategoryImage, analyzer.CategoryResource, analyzer.CategoryInstance,
		analyzer.CategoryLaunch, analyzer.CategoryConfig:
		return quoted(d.Message)
	case analyzer.CategoryLibrary:
		if lib, ok := b.in.DB.Library(d.API); ok {
			return lib.Import
		}
	default:
	}
	return b.in.DB.Canonical(d.API)
}

// quoted is the first code in a message.
func quoted(message string) string {
	if parts := strings.SplitN(message, "`", 3); len(parts) == 3 {
		return parts[1]
	}
	return ""
}

// rankCauses sums the causes up, those that hold up most first.
func (b *builder) rankCauses() {
	list := make([]Cause, 0, len(b.causes))
	for _, c := range b.causes {
		list = append(list, b.sumUp(c))
	}
	slices.SortFunc(list, func(x, y Cause) int {
		return cmp.Or(
			rank(y.Verdict)-rank(x.Verdict), y.Entries-x.Entries, y.Files-x.Files, y.Lines-x.Lines,
			strings.Compare(x.ID, y.ID))
	})
	b.ranked = list
}

func (b *builder) sumUp(c *cause) Cause {
	out := Cause{
		ID: c.id, Rule: c.key.rule, Subject: c.key.subject, Verdict: Ready, Files: len(c.files), Entries: c.entries,
		Places: []Place{}, Evidence: []string{},
	}
	out.Name, out.Title = b.ruleTexts(c.key)
	worst, bypassed := analyzer.Info, true
	evidence := make(map[string]bool)
	for _, f := range c.findings {
		if f.test {
			out.Tests.add(f)
		} else {
			out.Counts.add(f)
		}
		out.Verdict = worse(out.Verdict, f.verdict)
		bypassed = bypassed && f.OnlyOnCUDA
		if f.Severity > worst || out.Replacement == "" {
			worst = max(worst, f.Severity)
			out.Replacement = f.Help
		}
		if len(out.Places) < maxPlaces {
			out.Places = append(out.Places, b.place(f.Path, f.Span))
		}
		if e := string(f.Fact.Evidence); e != "" {
			evidence[e] = true
		}
	}
	for file := range c.files {
		if m := b.module(file); m != nil {
			out.Lines += m.Lines
		}
	}
	out.Severity, out.Evidence = worst.String(), sorted(evidence)
	if bypassed && out.Verdict == Blocked {
		out.Bypassed, out.Replacement = true, otherWay
	}
	out.Effort, out.Class = b.effortOf(c.key.rule, out.Counts)
	return out
}

// ruleTexts are the name of a rule and the title of a cause.
func (b *builder) ruleTexts(key causeKey) (name, title string) {
	if r := b.rule(key.rule); r != nil {
		title, _, _ = strings.Cut(r.Doc, "\n")
		name, title = r.Name, strings.TrimSuffix(title, ".")
	}
	if key.subject != "" {
		title = fmt.Sprintf("%s: %s", key.subject, lowerFirst(title))
	}
	return name, title
}

// rule is the rule of a code; nil if the run does not know it.
func (b *builder) rule(code string) *analyzer.Rule {
	i := slices.IndexFunc(b.in.Rules, func(r *analyzer.Rule) bool { return r.Code == code })
	if i < 0 {
		return nil
	}
	return b.in.Rules[i]
}

// lowerFirst begins a title with a small letter, unless it begins with a name.
func lowerFirst(s string) string {
	for _, article := range []string{"A ", "An ", "The "} {
		if strings.HasPrefix(s, article) {
			return strings.ToLower(s[:1]) + s[1:]
		}
	}
	return s
}
