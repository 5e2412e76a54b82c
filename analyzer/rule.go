// Package analyzer is the contract between rules, the driver and reports: what
// a rule is, what it sees (Pass), and what it says (Diagnostic, Fix). It is
// shaped after golang.org/x/tools/go/analysis.
package analyzer

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Rule is one check. Rules are values without state; the same Rule runs on
// many files at once.
type Rule struct {
	Code     string   // "NRN101"; never reused
	Name     string   // "cuda-device-literal": the pattern, reads well after "allow"
	Category Category // default category of its findings
	Fix      Safety   // the strongest fix it may offer
	Since    string   // first version that has it
	// Doc is Markdown: a summary line, then the sections "What breaks",
	// "Example", "Use instead" or "When there is no fix", and "Source".
	Doc string
	// Chooses says that the code it is about runs without CUDA, and takes the host
	// there: its fixes are safe only in programs that are mended whole.
	Chooses bool
	// Words are those of which at least one stands in every file where the
	// rule finds anything, or in a module of the project that the file
	// imports, itself or by way of others. Files without any are not parsed;
	// a rule that does not say its words has every file parsed.
	Words func(*opsdb.DB) Words
	// Run checks one Python file. A returned error is a bug of the rule, not
	// of the file.
	Run func(*Pass) error
	// Project checks one file of a project that is not Python; see package project.
	Project func(*ProjectPass) error
	// ProjectWords are what Words are, for project files: a word of them stands in
	// every one where the rule finds anything.
	ProjectWords func(*opsdb.DB) Words
}

// The types of a fix belong to package edit, which must know them to choose
// among fixes; rules use them under these names.
type (
	// Fix is one way to mend one finding.
	Fix = edit.Fix
	// Edit replaces a range of one file.
	Edit = edit.Edit
	// Safety says how far a fix can be trusted.
	Safety = edit.Safety
	// Doubt is what keeps a fix from being safe.
	Doubt = edit.Doubt
	// Trust is how far a fix can be trusted, and what keeps it from being safe.
	Trust = edit.Trust
	// GroupID names fixes that apply together or not at all.
	GroupID = edit.GroupID
	// Requires says where a fix is right.
	Requires = edit.Requires
)

// Doubtful is the trust in a fix that needs a reader, who is told why. The text completes
// "unsafe because …", and is about the code of the finding.
func Doubtful(text string) Trust { return edit.Doubtful(text) }

// Sure is the trust in a fix without any doubt.
func Sure() Trust { return edit.Sure() }

// Shown is the trust in a fix that is not applied.
func Shown() Trust { return edit.Shown() }

// DoubtfulAt is Doubtful for a reason at another place of the file.
func (p *Pass) DoubtfulAt(n syntax.Node, text string) Trust {
	t := Doubtful(text)
	t.Doubt.Span = p.Tree.Span(n)
	return t
}

// The degrees of Safety, for rules.
const (
	NoFix   = edit.None
	Display = edit.Display
	Unsafe  = edit.Unsafe
	Safe    = edit.Safe
)

// Confidence says how sure the resolution is; see package semantic.
type Confidence = semantic.Confidence

// The degrees of Confidence, for rules.
const (
	Possible = semantic.Possible
	Likely   = semantic.Likely
	Certain  = semantic.Certain
)

// Severity grades a finding by its consequence on Neuron.
type Severity uint8

const (
	// Info is worth knowing; the code runs and does the right thing.
	Info Severity = iota
	// Warning runs, but wrong or slowly.
	Warning
	// Error raises, or silently trains on the host or unsynchronised.
	Error
)

// String is the slug used in every output.
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// Diagnostic is one finding.
type Diagnostic struct {
	Path       string // set by Pass.Report
	Code, Name string // set by Pass.Report
	Category   Category
	Span       source.Span
	Message    string // one sentence without a full stop: what is wrong here
	Help       string // one sentence: what to do
	Severity   Severity
	// Avoided says that nothing reaches the place on Neuron as the code
	// stands, so that it is reported as Info; Severity is what it weighs if
	// something does. A fix that brings one of the Related places to life is
	// withheld.
	Avoided    bool
	Confidence Confidence
	// Refuses says that the program stops at the place on Neuron, which asks for
	// CUDA. Files that lead there are not mended as long as it does.
	Refuses bool
	// Figure says that the place runs on Neuron and yields a wrong figure by which
	// nothing decides: what is mended around it is right without it.
	Figure bool
	// Conditional says that nothing in the file shows a device: the finding
	// stands only if another file takes it for one.
	Conditional bool
	// Cause is set by the driver: the device setting that the finding goes
	// back to; nil if it stands alone.
	Cause   *Cause
	API     string   // qualified name of what was used, if any
	Ops     []string // operators reached, if any
	Fact    opsdb.Ref
	Related []Related
	Fixes   []Fix
	// Suppressed is set by the driver when a comment silences the finding.
	Suppressed bool
	// Fingerprint is set by the driver: a name of the finding that survives
	// moved lines.
	Fingerprint string
}

// Cause is a device setting that several findings go back to. It is mended as a
// whole.
type Cause struct {
	ID      string // the same for all its findings, and no other's in a report
	Path    string
	Span    source.Span // the literal that decides: the finding itself, if it is one
	Sources int         // literals that must change together, this one among them
	Places  int         // where this one acts as a device
	Tests   int         // where they are tested for being CUDA
	Files   int         // that all of this lies in
}

// MaxRelated bounds how many places of one kind a finding points at. Reports for
// people show fewer one by one, so that this is only a guard against files that a
// program has written.
const MaxRelated = 50

// Related is another place that explains a finding.
type Related struct {
	Path    string // empty: the same file
	Span    source.Span
	Message string
}

// Places are nodes of the file as further places of a finding, as many of them as
// one may point at.
func (p *Pass) Places(message string, nodes ...syntax.Node) []Related {
	var out []Related
	for _, n := range nodes[:min(len(nodes), MaxRelated)] {
		out = append(out, Related{Span: p.Tree.Span(n), Message: message})
	}
	return out
}

// Pass is everything a rule sees of one file: no file system, no clock, no
// environment.
type Pass struct {
	Rule   *Rule
	File   *source.File
	Tree   *syntax.Tree
	Model  *semantic.Model
	DB     *opsdb.DB
	Target opsdb.Target

	report func(Diagnostic)
	shared map[any]any // by the rules of the file; see Once
}

// NewPass prepares what the passes of all rules over one file have in common.
func NewPass(m *semantic.Model, db *opsdb.DB, target opsdb.Target) *Pass {
	return &Pass{File: m.File, Tree: m.Tree, Model: m, DB: db, Target: target, shared: make(map[any]any)}
}

// For is the pass of one rule, whose findings go to report.
func (p *Pass) For(rule *Rule, report func(Diagnostic)) *Pass {
	own := *p
	own.Rule, own.report = rule, report
	return &own
}

// Once is what work comes to, done for the first rule of a file that asks and
// kept for the others. A key is a value of a type that nobody else has, as with
// those of a context. What it comes to depends on the file, not on the rule.
func Once[T any](p *Pass, key any, work func() T) T {
	if done, ok := p.shared[key].(T); ok {
		return done
	}
	done := work()
	p.shared[key] = done
	return done
}

// Each is Once for one of many: work is done once for each of them. Work may ask
// for others of its kind, but not for its own.
func Each[K comparable, T any](p *Pass, key any, of K, work func() T) T {
	known := Once(p, key, func() map[K]T { return make(map[K]T) })
	done, ok := known[of]
	if !ok {
		done = work()
		known[of] = done
	}
	return done
}

// Report hands in one finding. Path, Code, Name and an empty Category are
// filled in; the order of calls does not matter.
func (p *Pass) Report(d Diagnostic) {
	d.Path, d.Code, d.Name = p.File.Path, p.Rule.Code, p.Rule.Name
	if d.Category == "" {
		d.Category = p.Rule.Category
	}
	for i, fix := range d.Fixes {
		if edits, ok := p.fitted(fix.Edits); !ok {
			d.Fixes[i].Edits, d.Fixes[i].Safety = nil, min(fix.Safety, Display)
		} else {
			d.Fixes[i].Edits = edits
		}
	}
	p.report(d)
}

// interpolations is the key of what the f-strings of a file compute.
type interpolations struct{}

// fitted are edits as the f-strings around them take them; they are not ok if these
// take one of them in no way.
func (p *Pass) fitted(edits []Edit) ([]Edit, bool) {
	all := Once(p, interpolations{}, func() edit.Interpolations { return edit.FindInterpolations(p.Tree) })
	for i, e := range edits {
		fitted, ok := all.Fit(e)
		if !ok {
			return nil, false
		}
		if fitted != e {
			edits = slices.Clone(edits) // others may have them, too
			edits[i] = fitted
		}
	}
	return edits, true
}
