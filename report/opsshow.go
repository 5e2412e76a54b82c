package report

import (
	"io"
	"strings"
)

// OpsEntry is all that is known of one operator or public API.
type OpsEntry struct {
	Asked       string       `json:"asked"` // as it was spelt
	Name        string       `json:"name"`
	Kind        string       `json:"kind"`
	Aliases     []string     `json:"aliases"`
	Operators   []string     `json:"operators"`
	Sometimes   []OpsPath    `json:"sometimes"` // operators that only some calls reach
	Reach       string       `json:"reach"`     // in words, why there are no operators
	Deprecated  bool         `json:"deprecated"`
	Removed     bool         `json:"removed"`     // the framework has it no longer, or it only raises
	Replacement string       `json:"replacement"` // the framework's own replacement
	Note        string       `json:"note"`
	Source      string       `json:"source"` // of the operators
	Verdicts    []OpsVerdict `json:"verdicts"`
	// CUDA is about names of CUDA's side, and nil for all others.
	CUDA         *OpsCUDA         `json:"cuda"`
	Replacements []OpsReplacement `json:"replacements"` // the text of each rewrite
}

// OpsPath is an operator that some calls reach.
type OpsPath struct {
	Operator  string `json:"operator"`
	Condition string `json:"condition"`
	When      string `json:"when"` // the condition in words
}

// OpsVerdict is how something fares on one stack of one SDK.
type OpsVerdict struct {
	SDK      string       `json:"sdk"`
	Stack    string       `json:"stack"`
	Status   string       `json:"status"`
	Reason   string       `json:"reason"` // why it is unknown; a restriction says its own
	Evidence string       `json:"evidence"`
	Source   string       `json:"source"`
	Conflict string       `json:"conflict"`
	Findings []OpsFinding `json:"findings"`
	// Otherwise is the answer for calls that no finding is about, where a source
	// contradicts it.
	Otherwise *OpsGround `json:"otherwise,omitempty"`
}

// OpsGround is the ground of an answer.
type OpsGround struct {
	Operator string `json:"operator"`
	Status   string `json:"status"`
	Evidence string `json:"evidence"`
	Source   string `json:"source"`
	Conflict string `json:"conflict"`
}

// OpsFinding is a restriction on some or all calls.
type OpsFinding struct {
	Operator    string `json:"operator"`
	Status      string `json:"status"`
	Condition   string `json:"condition"`
	When        string `json:"when"`      // the condition in words
	Sometimes   bool   `json:"sometimes"` // only some of those calls, nobody knows which
	Reason      string `json:"reason"`
	Alternative string `json:"alternative"`
	Evidence    string `json:"evidence"`
	Source      string `json:"source"`
	Conflict    string `json:"conflict"`
}

// OpsShow writes all that is known of some names.
func OpsShow(w io.Writer, head OpsHead, entries []OpsEntry, style Style) error {
	p := newPrinter(w, style)
	p.sources = &sources{}
	for i := range entries {
		p.entry(&entries[i])
		p.printf("\n")
	}
	p.sourceList()
	p.printf("%s\n", p.dim(head.line()))
	return p.failed("operators")
}

func (p *printer) entry(e *OpsEntry) {
	p.printf("%s %s\n", p.bold(plain(e.Name)), p.dim(e.Kind))
	if e.Asked != e.Name {
		p.fact("asked as", e.Asked)
	}
	p.fact("aliases", strings.Join(e.Aliases, ", "))
	p.fact("operators", orElse(strings.Join(e.Operators, ", "), e.Reach))
	for _, path := range e.Sometimes {
		p.fact("sometimes", path.Operator+whenWords(path.When, false))
	}
	p.ageing(e)
	p.fact("note", e.Note)
	if e.CUDA == nil || e.CUDA.Source != e.Source {
		p.fact("source", strings.TrimLeft(p.sources.behind(e.Source), ": "))
	}
	if e.CUDA != nil {
		p.cuda(e.CUDA)
	}
	for i := range e.Replacements {
		p.replacement(&e.Replacements[i])
	}
	for i := range e.Verdicts {
		if e.Verdicts[i].Status == "no-operator" || e.told(&e.Verdicts[i]) {
			continue // said above, for every SDK
		}
		p.verdict(&e.Verdicts[i])
	}
}

// ageing says whether a name is on its way out, or is gone.
func (p *printer) ageing(e *OpsEntry) {
	instead := "the framework names nothing instead"
	if e.Replacement != "" {
		instead = "use " + e.Replacement
	}
	switch {
	case e.Removed:
		p.fact("removed", "it is gone, or only raises; "+instead)
	case e.Deprecated:
		p.fact("deprecated", instead)
	}
}

// fact is a line with a name and a value, if there is one.
func (p *printer) fact(name, value string) {
	if value != "" {
		p.printf("  %-10s  %s\n", name, plain(value))
	}
}

func (p *printer) verdict(v *OpsVerdict) {
	p.printf("  SDK %s, %s stack: %s\n", v.SDK, v.Stack, p.bold(v.Status)+colon(plain(v.Reason)))
	for i := range v.Findings {
		p.finding(&v.Findings[i])
	}
	if o := v.Otherwise; o != nil {
		p.printf("    %s otherwise %s\n", o.Operator, o.Status)
		p.ground(o.Evidence, o.Source, o.Conflict)
	}
	if len(v.Findings) == 0 && v.Evidence != "" {
		p.ground(v.Evidence, v.Source, v.Conflict)
	}
}

// colon puts a reason behind its statement.
func colon(reason string) string {
	if reason == "" {
		return ""
	}
	return ": " + reason
}

func (p *printer) finding(f *OpsFinding) {
	p.printf("    %s %s%s: %s\n", f.Operator, f.Status, whenWords(f.When, f.Sometimes), plain(f.Reason))
	if f.Alternative != "" {
		p.printf("      instead: %s\n", plain(f.Alternative))
	}
	p.ground(f.Evidence, f.Source, f.Conflict)
}

// ground says who says so, and who says otherwise.
func (p *printer) ground(evidence, source, conflict string) {
	p.printf("      %s\n", p.dim(evidence+plain(p.sources.behind(source))))
	if says, where, cited := strings.Cut(conflict, ": "); cited {
		conflict = says + p.sources.behind(where)
	}
	if conflict != "" {
		p.printf("      %s\n", p.dim("contradicted by "+plain(conflict)))
	}
}

// whenWords say for which calls something holds.
func whenWords(when string, sometimes bool) string {
	switch {
	case when != "" && sometimes:
		return " for some calls where " + when
	case when != "":
		return " where " + when
	case sometimes:
		return " for some calls"
	}
	return ""
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
