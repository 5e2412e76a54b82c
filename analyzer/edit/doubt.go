package edit

import "github.com/neuronlint/neuronlint/analyzer/source"

// Doubt is the reason that keeps a fix from being safe, or from being made at all.
type Doubt struct {
	Text string // completes "unsafe because …"; empty if there is none. "This line" is that of the place
	Path string // of the place that it is about; empty in the file of the finding
	Span source.Span
	// Waits says that the fix would do if the finding at the place had one: the reason
	// behind it is that of the other finding.
	Waits bool
	// Told says that people read the reason at another finding of the file.
	Told bool
}

// None reports whether there is no doubt.
func (d Doubt) None() bool { return d.Text == "" }

// Placed reports whether the doubt is about a place, and not about the fix at large.
func (d Doubt) Placed() bool { return d.Path != "" || d.Span != source.Span{} }

// At is the doubt about a place, if it is about none yet.
func (d Doubt) At(path string, span source.Span) Doubt {
	if !d.None() && !d.Placed() {
		d.Path, d.Span = path, span
	}
	return d
}

// In is the doubt as it is said of a finding in another file than that at path.
func (d Doubt) In(path string) Doubt {
	if d.Path == "" && d.Placed() {
		d.Path = path
	}
	return d
}

// Trust is the safety of a fix, with the doubt that keeps it from being safe.
type Trust struct {
	Safety Safety
	Doubt  Doubt
}

// Sure is the trust without any doubt.
func Sure() Trust { return Trust{Safety: Safe} }

// Shown is the trust in a fix that is only displayed.
func Shown() Trust { return Trust{Safety: Display} }

// ShownBecause is Shown with the reason. The text completes "no fix because …".
func ShownBecause(text string) Trust { return Trust{Display, Doubt{Text: text}} }

// Doubtful is the trust in a fix that needs a reader, who is told why. The text completes
// "unsafe because …".
func Doubtful(text string) Trust { return Trust{Unsafe, Doubt{Text: text}} }

// And is the weaker of two; of equals the first.
func (t Trust) And(o Trust) Trust {
	if o.Safety < t.Safety {
		return o
	}
	return t
}

// Trust is the trust in the fix as judged from its own file.
func (f *Fix) Trust() Trust { return Trust{f.Safety, f.Doubt} }

// Take sets the trust in the fix.
func (f *Fix) Take(t Trust) { f.Safety, f.Doubt = t.Safety, t.Doubt }

// TakeBoth sets the trust in the fix as judged from its own file, and for the case that
// everything its group touches is known.
func (f *Fix) TakeBoth(own, closed Trust) {
	f.Closed = closed.Safety
	if f.Take(own); closed.Safety == Unsafe {
		f.Doubt = closed.Doubt // that holds in any case
	}
}

// Limit lowers the trust in the fix, as judged from its own file, to at most t.
func (f *Fix) Limit(t Trust) { f.Take(f.Trust().And(t)) }

// LimitBoth is Limit both for the fix's own file and for the case that everything its
// group touches is known.
func (f *Fix) LimitBoth(t Trust) {
	if f.Limit(t); t.Safety < f.Closed {
		f.Closed, f.Doubt = t.Safety, t.Doubt
	}
}
