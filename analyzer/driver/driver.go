// Package driver runs rules over files: it walks paths, reads and parses in parallel,
// drops findings that comments suppress, lowers findings in code that cannot run, plans
// which fixes go together, and returns findings in a fixed order.
//
// All rules run on every file, whichever ones the user selected, because a fix is offered
// only if it revives nothing that stays broken. The selection decides which findings are
// reported.
package driver

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Codes of the findings that the driver makes itself. Their names and documentation come
// with Options.Rules, as for any other rule.
const (
	CodeUnparsed          = "NRN001"
	CodeFixDiscarded      = "NRN002"
	CodeUnusedSuppression = "NRN003"
	CodeInternal          = "NRN004"
	CodeOmitted           = "NRN005"
)

// Options configures a run.
type Options struct {
	Dir   string   // working directory, absolute; empty means that of the process
	Paths []string // files and directories, relative to the working directory or absolute
	Stdin *Input   // analysed in addition to Paths, if not nil
	// Texts are judged instead of the files of these paths, as they are reported. One that
	// has no file is judged where a walk over Paths would find it. They are not changed
	// during a run.
	Texts map[string][]byte
	Rules []*analyzer.Rule
	DB    *opsdb.DB

	Target        opsdb.Target
	Select        []string            // code prefixes or names to report; empty means all
	Ignore        []string            // code prefixes or names not to report; wins over Select
	MinConfidence analyzer.Confidence // weakest that is reported
	Unsafe        bool                // apply fixes that need a reader
	Tests         bool                // findings in tests keep their severity; else they are notes
	Apart         bool                // accept fixes that leave the rest of their program as is; for tests of rules

	PerFileIgnores map[string][]string          // Ignore for the files that match a glob
	Severity       map[string]analyzer.Severity // by code prefix or name, overrides a finding's own

	Exclude      []string // globs of paths that are not walked into
	ForceExclude bool     // apply Exclude even to Paths
	NoGitignore  bool
	NoPrefilter  bool   // parse all files, even those that cannot have findings
	Root         string // directory that globs are relative to; empty means the working directory
	Jobs         int    // files analysed at once; at least 1
	Limits       Limits // of each file

	Cache *Cache // where results are kept for the next run; nil keeps none
	// Hasty takes the results of files that have not changed as they were, although files
	// that they rest on have changed: Result.Stale says whether there are any. It needs a
	// Cache with a Keep.
	Hasty bool

	Scope    *Scope    // report only findings that this change brings; may be nil
	Baseline *Baseline // report only findings that are not in it; may be nil

	Report   func(*Result) // called by Run as soon as the result is known, before it is kept; may be nil
	Defect   func(*Defect) // called for each panic that was caught, by several workers at once; may be nil
	Progress *Progress     // updated as the run goes on; may be nil
}

// Input is a file that is not read from disk.
type Input struct {
	Path string // the name it is reported under
	Raw  []byte
}

// Result is the outcome of a run.
type Result struct {
	// Diagnostics are the reported findings by path, position and code.
	// Suppressed ones are among them.
	Diagnostics []analyzer.Diagnostic
	Stats       Stats
	Ratchet     *Ratchet // nil without a baseline
	Stale       bool     // some results are older than files that they rest on; see Options.Hasty. Not known to Options.Report yet.

	files map[string]*source.File
	later map[string]*fileResult // whose texts were let go
	last  *source.File           // the last of these that was read again
	lost  map[string]bool        // could not be read again as they were judged
	edits map[analyzer.GroupID][]analyzer.Edit
}

// Stats are the counts that show how far to trust a result.
type Stats struct {
	Files               int // read and analysed
	FilesFailed         int // could not be read, decoded or parsed
	Foreign             int // notebooks in other languages than Python, passed over
	UnresolvedReceivers int // method calls on objects of unknown type
	TensorMethods       semantic.Receivers
	UnknownOperators    int // calls of operators that the database does not know
	LargeTables         int // dictionaries with devices that have too many entries to be followed
	UnparsedLines       int // lines the parser did not understand
	Known               int // findings not shown: older than the change, or in the baseline
	InternalErrors      int // rules that failed on a file
}

// Edits are all edits of a group of fixes, including those of findings that are not
// reported: whoever applies a fix applies all of them.
func (r *Result) Edits(id analyzer.GroupID) []analyzer.Edit { return edit.OfGroup(r.edits[id]) }

// Run analyses the files and plans fixes without applying any. It fails only
// on wrong options or when ctx ends; broken files are findings.
func Run(ctx context.Context, opts Options) (*Result, error) {
	s, err := newSession(ctx, opts)
	if err != nil {
		return nil, err
	}
	return s.run(ctx)
}

func (s *session) run(ctx context.Context) (*Result, error) {
	s.memory = s.newMemory(false)
	s.texting.bounded = s.opts.Scope == nil // which asks for the lines of findings
	s.ahead = s.newAhead(ctx)
	defer s.ahead.stop()
	if err := s.survey(ctx); err != nil {
		return nil, err
	}
	if known := s.memory.run(); known != nil {
		return known, nil
	}
	s.takeProject()
	result, err := s.found(ctx)
	s.leaveProject()
	return result, err
}

// found is the result of a run over the files that it judges.
func (s *session) found(ctx context.Context) (*Result, error) {
	if err := s.analyseNeeded(ctx, s.files, s.analyse); err != nil {
		return nil, err
	}
	s.releaseProject()
	if len(s.files) >= minPacked && s.keep() == nil {
		runtime.GC() // linking takes the room of the trees
	}
	s.linkAll()
	if err := s.judge(ctx); err != nil {
		return nil, err
	}
	if _, err := s.plan(ctx); err != nil { // which looks up where findings are that are not shown
		return nil, err
	}
	s.forgetUnshown()
	result := s.result()
	if s.opts.Report != nil {
		s.opts.Report(result)
	}
	if !s.memory.settleHasty(ctx, result) {
		return result, nil
	}
	s.memory.gather()
	s.memory.save(&storedRun{Before: newStoredReport(result)})
	return result, nil
}

// session is the state of one run: the options in the form the run needs, and the
// knowledge about each file so far.
type session struct {
	opts      Options
	selection Selection
	ignores   *fileIgnores
	severity  map[string]analyzer.Severity // by code, as the user chose
	patterns  func() patterns              // most files have no pragma
	sieving   sieving
	memory    *memory  // of earlier runs; nil without a cache
	ahead     *ahead   // nil for most runs
	imports   *imports // imports of idle files; nil before they are known
	project   *semantic.Project
	place     *disk
	slow      *atomic.Bool // some work was not done in time, so nothing is kept
	budgets   *budgets
	givenUp   map[string]bool   // files not linked or fixed any more, since their time is spent
	before    *delta            // that has not happened yet; nil for most runs
	phase     string            // of progress while files are analysed
	wd        string            // absolute, with '/'
	texts     map[string][]byte // by path, judged instead of the file on disk
	files     []*fileResult     // sorted by path once analysed
	texting   texting           // bounds the texts of files held in memory
	buffers   sync.Pool         // of *bytes.Buffer, which files are read into
	links     *links            // between the devices of all files
	unlinked  bool              // some file is not among them because its time is spent
	ratchet   *Ratchet
	discarded []*finding // NRN002, made while planning
	codeOnly  bool       // project files are passed over
	edits     map[analyzer.GroupID][]analyzer.Edit
}

func newSession(ctx context.Context, opts Options) (*session, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	s := &session{
		phase: phaseAnalysing,
		opts:  opts, selection: Selection{opts.Select, opts.Ignore}, severity: severities(&opts),
		patterns: sync.OnceValue(newPatterns),
		texts:    make(map[string][]byte), slow: new(atomic.Bool), budgets: newBudgets(), givenUp: make(map[string]bool),
	}
	maps.Copy(s.texts, opts.Texts)
	if in := opts.Stdin; in != nil {
		s.texts[in.Path] = in.Raw
	}
	if err := s.renew(ctx); err != nil {
		return nil, err
	}
	s.ignores = newFileIgnores(&opts, s.wd)
	return s, nil
}

// renew forgets all facts about the project, because texts have changed.
func (s *session) renew(ctx context.Context) (err error) {
	if s.place, err = newDisk(ctx, &s.opts, s.texts, s.before); err != nil {
		return err
	}
	s.place.slow = s.slow
	if s.memory != nil {
		s.place.saw = s.memory.sawFile
	}
	s.wd = s.place.wd
	s.project = semantic.NewProject(s.opts.DB, s.place, s.wd)
	return nil
}

// ruleName is the name of the rule with the given code; empty if the run does
// not know it.
func (s *session) ruleName(code string) string {
	for _, rule := range s.opts.Rules {
		if rule.Code == code {
			return rule.Name
		}
	}
	return ""
}

// shows reports whether a finding is shown to the user.
func (s *session) shows(fd *finding) bool {
	return !fd.absent && !fd.known && s.reports(&fd.Diagnostic)
}

// reports reports whether findings of this kind are shown to the user.
func (s *session) reports(d *analyzer.Diagnostic) bool {
	return d.Confidence >= s.opts.MinConfidence && s.selection.Includes(d.Code, d.Name) &&
		!s.ignores.include(d.Path, d.Code, d.Name)
}

// graded is the severity of findings of a rule: the user's choice, or the
// finding's own.
func (s *session) graded(code string, own analyzer.Severity) analyzer.Severity {
	if chosen, ok := s.severity[code]; ok {
		return chosen
	}
	return own
}

// own makes a finding of the driver about a place in a file.
func (s *session) own(code, path string, span source.Span, severity analyzer.Severity, message string) *finding {
	return &finding{live: severity, Diagnostic: analyzer.Diagnostic{
		Path: path, Code: code, Name: s.ruleName(code), Category: analyzer.CategoryAnalysis,
		Span: span, Message: message, Severity: s.graded(code, severity), Confidence: analyzer.Certain,
	}}
}

// ParseSeverity is the severity with the given slug.
func ParseSeverity(slug string) (analyzer.Severity, error) {
	for _, s := range []analyzer.Severity{analyzer.Info, analyzer.Warning, analyzer.Error} {
		if s.String() == slug {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q", slug)
}

// ParseConfidence is the confidence with the given slug.
func ParseConfidence(slug string) (analyzer.Confidence, error) {
	for _, c := range []analyzer.Confidence{analyzer.Possible, analyzer.Likely, analyzer.Certain} {
		if c.String() == slug {
			return c, nil
		}
	}
	return 0, fmt.Errorf("unknown confidence %q", slug)
}
