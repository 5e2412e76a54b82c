package assess

// Finding is one finding of those that an assessment rests on, for readers that count
// them over many projects.
type Finding struct {
	Path       string  `json:"path"`
	Line       int     `json:"line"`
	Rule       string  `json:"rule"`
	Cause      string  `json:"cause"` // its ID; empty for a note
	Category   string  `json:"category"`
	Severity   string  `json:"severity"`
	Confidence string  `json:"confidence"`
	Verdict    Verdict `json:"verdict"` // of a program that has it
	Ends       string  `json:"ends"`    // by a fix that is safe or unsafe, or by hand; speed if nothing has to change but it is slow; empty for a note
	Test       bool    `json:"test"`    // is in a file for tests
	Message    string  `json:"message"`
}

// listed are all findings, by path and position.
func (b *builder) listed() []Finding {
	list := make([]Finding, 0, len(b.findings))
	for _, f := range b.findings {
		at := b.place(f.Path, f.Span)
		one := Finding{
			Path: at.Path, Line: at.Line, Rule: f.Code, Category: string(f.Category), Severity: f.Severity.String(),
			Confidence: f.Confidence.String(), Verdict: f.verdict, Ends: f.fix, Test: f.test, Message: f.Message,
		}
		if rule := b.rule(f.Code); rule != nil && one.Category == "" {
			one.Category = string(rule.Category)
		}
		if f.cause != nil {
			one.Cause = f.cause.id
		}
		list = append(list, one)
	}
	return list
}
