package driver

import (
	"cmp"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// finding is a diagnostic with the facts that planning needs.
type finding struct {
	analyzer.Diagnostic
	live    analyzer.Severity // severity if the code around it ran
	dead    bool              // in code that cannot run on Neuron
	clause  source.Span       // the code that is mended with it or not at all; zero if none is
	test    source.Span       // around it; zero if none is
	choice  bool              // about code that takes the host where there is no CUDA
	asks    bool              // such code asks whether there is CUDA; see analyzer.Rule.AsksCUDA
	program source.Span       // the test around a numbered device; zero in the rest of a file
	content string            // fingerprint of the words of its lines
	known   bool              // not brought by the change, or in the baseline

	numbered numbering // how it selects one of several devices; see markNumbered
	// Facts that only all files together show; see links.settle.
	absent bool             // it does not stand
	trust  []analyzer.Trust // in the fixes; nil where the rule's own holds
	cause  *analyzer.Cause  // nil if it is of no component with a source
	part   *link.Part       // the source or test that it is about
	// graded are the fixes as they are reported: with the safety their group has. Fixes
	// keeps the safety that the rule gave, so that planning can be repeated.
	graded []analyzer.Fix
	left   []*finding // findings that stay though they are grouped with the fixes
}

// fileResult is the part of a file that is kept: its findings, and the text only if
// something points into it and few others are kept. Trees and models are dropped with the
// worker.
type fileResult struct {
	path     string // as reported
	name     string // to open it by; empty for standard input
	named    bool   // by the user, who may name a link
	forTests bool   // see ofTests
	file     *source.File
	mark     *mark // of a text that was let go; see letGo
	findings []*finding
	outline  edit.Outline // nil without findings
	failed   bool         // could not be read, decoded or parsed
	foreign  bool         // a notebook in another language than Python
	blind    semantic.Blind
	unknown  []int // calls of unknown operators, by confidence
	unparsed int
	fixes    int         // that rules have offered
	held     bool        // none of these is planned; see holdBack
	lost     []lostPlace // CUDA code that no finding is about
	tests    []farTest   // of its tensors, in other files
	unfit    unfit
	internal int
	calls    []OperatorCall    // of a scan
	summary  *semantic.Summary // nil if no device is in it
	seen     sight             // facts shown by its bytes
	idle     bool              // not analysed, since there is nothing in it by itself
	waits    bool              // still has to be analysed
	packed   packed            // replaces findings and summary

	// Facts for the cache; see memory.
	recalled bool   // seen like this by an earlier run; not filled in before restore
	raw      []byte // of a recalled file
	encoded  []byte // nil if it is not to be kept
	texted   bool   // something of that points into the text
	fleeting bool   // another run may not reproduce it
	stale    bool   // it rests on files that have changed; see Options.Hasty

	slow  bool          // its time was spent before its analysis was done
	spent time.Duration // until then
}

// fixSafety is how far a fix can be trusted, regardless of the fixes it is applied
// together with.
func (fd *finding) fixSafety(i int) analyzer.Safety {
	if fd.trust != nil {
		return fd.trust[i].Safety
	}
	return fd.Fixes[i].Safety
}

// fixTrust is fixSafety with the doubt that keeps the fix from being safe.
func (fd *finding) fixTrust(i int) analyzer.Trust {
	if fd.trust != nil {
		return fd.trust[i]
	}
	return fd.Fixes[i].Trust()
}

// compareFindings is the order of every output.
func compareFindings(a, b *finding) int {
	return cmp.Or(
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Message, b.Message),
	)
}

// result collects the findings to report.
func (s *session) result() *Result {
	r := &Result{files: make(map[string]*source.File), later: make(map[string]*fileResult), edits: s.edits, Ratchet: s.ratchet}
	var all []*finding
	for _, f := range s.files {
		r.Stats.add(f, s.opts.MinConfidence)
		all = append(all, f.findings...)
		if f.file != nil {
			r.files[f.path] = f.file
		} else if f.mark != nil {
			r.later[f.path] = f
		}
	}
	all = append(all, s.discarded...)
	slices.SortStableFunc(all, compareFindings)
	var rest omitted
	for i, f := range all {
		if i > 0 && f.Path != all[i-1].Path {
			s.addOmitted(r, all[i-1].Path, &rest)
			rest = omitted{}
		}
		if f.known && !f.absent && !f.Suppressed && s.reports(&f.Diagnostic) {
			r.Stats.Known++
		}
		if s.shows(f) && rest.admits(&f.Diagnostic, s.opts.Limits.Findings) {
			d := f.reported()
			d.Fixes = f.graded
			if d.Suppressed {
				d.Fixes = nil
			}
			r.Diagnostics = append(r.Diagnostics, d)
			s.addPointedAt(r, &d)
		}
	}
	if len(all) > 0 {
		s.addOmitted(r, all[len(all)-1].Path, &rest)
	}
	return r
}

// add counts a file, and of its calls those that are as sure as least.
func (st *Stats) add(f *fileResult, least analyzer.Confidence) {
	switch {
	case f.failed:
		st.FilesFailed++
	case f.foreign:
		st.Foreign++
	default:
		st.Files++
	}
	st.UnresolvedReceivers += f.blind.UnresolvedReceivers
	st.LargeTables += f.blind.LargeTables
	st.TensorMethods = st.TensorMethods.Add(f.blind.TensorMethods)
	for confidence, n := range f.unknown {
		if analyzer.Confidence(confidence) >= least {
			st.UnknownOperators += n
		}
	}
	st.UnparsedLines += f.unparsed
	st.InternalErrors += f.internal
}
