// Package analyzer is the contract between rules, the driver and reports: a rule, the
// input it gets (Pass), and the output it gives (Diagnostic, Fix). It is shaped after
// golang.org/x/tools/go/analysis.
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
	// "Example", "Use instead" or "When there is no fix", "When it is reported" and
	// "When it is silent" where the rule draws a line, as lists, and "Source".
	Doc string
	// Chooses says that the rule is about code that runs without CUDA, and takes the host
	// there: its fixes are safe only in programs that are mended whole.
	Chooses bool
	// AsksCUDA says that the code of such a rule asks whether there is CUDA, rather than
	// where a tensor lies: without CUDA the program runs on the host.
	AsksCUDA bool
	// OfTests says that the rule is about tests: its findings keep their severity there.
	OfTests bool
	// Words are those of which every file with a finding of the rule has at least one, or
	// else a module of the project that the file imports, directly or not. Files without
	// any are not parsed; a rule without Words has every file parsed.
	Words func(*opsdb.DB) Words
	// Run checks one Python file. A returned error is a bug of the rule, not
	// of the file.
	Run func(*Pass) error
	// Project checks one file of a project that is not Python; see package project.
	Project func(*ProjectPass) error
	// ProjectWords are the Words for project files: a project file without any of them
	// has no finding of the rule.
	ProjectWords func(*opsdb.DB) Words
}

// The types of a fix belong to package edit, which must know them to choose
// among fixes; rules use them under these names.
type (
	// Fix is one way to mend one finding.
	Fix = edit.Fix
	// Edit replaces a range of one file.
	Edit = edit.Edit
	// Safety is how far a fix can be trusted.
	Safety = edit.Safety
	// Doubt is the reason that keeps a fix from being safe.
	Doubt = edit.Doubt
	// Trust is how far a fix can be trusted, and the doubt that keeps it from being safe.
	Trust = edit.Trust
	// GroupID names fixes that apply together or not at all.
	GroupID = edit.GroupID
	// Requires is the condition under which a fix is right.
	Requires = edit.Requires
)

// Doubtful is the trust in a fix that needs a reader, with the reason. The text completes
// "unsafe because …", and is about the code of the finding.
func Doubtful(text string) Trust { return edit.Doubtful(text) }

// Sure is the trust in a fix without any doubt.
func Sure() Trust { return edit.Sure() }

// Shown is the trust in a fix that is not applied.
func Shown() Trust { return edit.Shown() }

// ShownBecause is Shown with the reason. The text completes "no fix because …".
func ShownBecause(text string) Trust { return edit.ShownBecause(text) }

// NotMade says why a finding has no fix of a title where the reader may expect one. The
// text completes "no fix because …".
func NotMade(title, why string) []Fix {
	fix := Fix{Title: title}
	fix.Take(ShownBecause(why))
	return []Fix{fix}
}

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

// Confidence is how sure the resolution is; see package semantic.
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
	Message    string // one sentence without a full stop: the problem here
	Help       string // one sentence: the remedy
	Severity   Severity
	// Avoided says that nothing reaches the place on Neuron as the code stands, so it is
	// reported as Info; Severity is its weight once something does. A fix that revives
	// one of the Related places is withheld.
	Avoided    bool
	Confidence Confidence
	// Refuses says that the program asks for CUDA at the place and stops there on Neuron.
	// Files that lead there are not mended as long as it does.
	Refuses bool
	// MayFail says that the device is not known to run what the place asks for, which the
	// host runs: no fix moves a program there that works on the host.
	MayFail bool
	// Figure says that the place runs on Neuron and yields a wrong figure on which no
	// decision depends: fixes around it are right without it.
	Figure bool
	// Conditional says that nothing in the file shows a device: the finding stands only
	// if another file uses the value as one.
	Conditional bool
	// OnlyOnCUDA is set by the driver: a test for CUDA keeps the place from running on
	// Neuron.
	OnlyOnCUDA bool
	// Cause is set by the driver: the device setting that causes the finding; nil if it
	// stands alone.
	Cause   *Cause
	API     string   // qualified name of the API used, if any
	Ops     []string // operators reached, if any
	Fact    opsdb.Ref
	Related []Related
	Fixes   []Fix
	// Test is set by the driver: the file is for tests, by its path, and the finding is a
	// note there.
	Test bool
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

// MaxRelated bounds how many places of one kind a finding points at. Reports for people
// list fewer, so this only guards against generated files.
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

// NewPass prepares the data that the passes of all rules over one file share.
func NewPass(m *semantic.Model, db *opsdb.DB, target opsdb.Target) *Pass {
	return &Pass{File: m.File, Tree: m.Tree, Model: m, DB: db, Target: target, shared: make(map[any]any)}
}

// For is the pass of one rule, whose findings go to report.
func (p *Pass) For(rule *Rule, report func(Diagnostic)) *Pass {
	own := *p
	own.Rule, own.report = rule, report
	return &own
}

// Once does work for the first rule of a file that asks, and keeps the result for the
// others. A key is a value of a type that nobody else has, as with the keys of a context.
// The result must depend on the file, not on the rule.
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
			d.Fixes[i].Edits = nil
			d.Fixes[i].Take(ShownBecause("the change does not fit into the f-string around it"))
		} else {
			d.Fixes[i].Edits = edits
		}
	}
	p.report(d)
}

// interpolations is the key of the expressions in the f-strings of a file.
type interpolations struct{}

// fitted are edits adapted to the f-strings around them; they are not ok if an f-string
// cannot take one of them in any form.
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
