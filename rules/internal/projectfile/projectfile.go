// Package projectfile is shared by the rules about project files: it tells which of
// these are about other accelerators, and reports findings once for several places.
package projectfile

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

// OtherVendor reports whether a name is for accelerators of vendors other than NVIDIA,
// Neuron's included.
func OtherVendor(db *opsdb.DB, name string) bool {
	parts := strings.FieldsFunc(strings.ToLower(path.Base(name)), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	return slices.ContainsFunc(parts, func(part string) bool {
		// rocm6 is a version of rocm, and amd64 is the processor.
		return part != "amd64" && slices.Contains(db.Vendors().Files, strings.TrimRight(part, "0123456789"))
	})
}

// ForOthers reports whether a file is for such accelerators, by its name or by that of a
// folder around it.
func ForOthers(db *opsdb.DB, file string) bool {
	return slices.ContainsFunc(strings.Split(file, "/"), func(name string) bool { return OtherVendor(db, name) })
}

// Words are those of some systems of the table of project files.
func Words(systems ...string) func(*opsdb.DB) analyzer.Words {
	return func(db *opsdb.DB) analyzer.Words { return analyzer.Words{Parts: db.ProjectWords(systems...)} }
}

// Code is a name as messages quote it.
func Code(name string) string { return "`" + name + "`" }

// Portable reports whether the code continues to run on CUDA: text for CUDA then has to
// stay.
func Portable(p *analyzer.ProjectPass) bool { return p.Target.Rewrite == opsdb.RewritePortable }

// Place is one place that a finding is about.
type Place struct {
	Span  source.Span
	Edits []analyzer.Edit // none where nothing can be written
}

// Told are findings that are reported once, in the order of their first places.
type Told struct {
	order []string
	all   map[string]*told
}

type told struct {
	d      analyzer.Diagnostic
	fix    analyzer.Fix
	places []Place
}

// Add adds a place. Of places with the same key the first one has the finding, and the
// fix that writes in all of them.
func (t *Told) Add(key string, d *analyzer.Diagnostic, fix *analyzer.Fix, place Place) {
	if t.all == nil {
		t.all = make(map[string]*told)
	}
	if t.all[key] == nil {
		t.all[key] = &told{d: *d, fix: *fix}
		t.all[key].d.Span = place.Span
		t.order = append(t.order, key)
	}
	t.all[key].places = append(t.all[key].places, place)
}

// Report reports them.
func (t *Told) Report(p *analyzer.ProjectPass) {
	for _, key := range t.order {
		one := t.all[key]
		d := one.d
		for _, place := range one.places[1:min(len(one.places), analyzer.MaxRelated)] {
			d.Related = append(d.Related, analyzer.Related{Span: place.Span, Message: "and here"})
		}
		if fix := one.fix; fix.Title != "" && !slices.ContainsFunc(one.places, func(place Place) bool { return len(place.Edits) == 0 }) {
			fix.Edits = nil
			for _, place := range one.places {
				fix.Edits = append(fix.Edits, place.Edits...)
			}
			d.Fixes = []analyzer.Fix{fix}
		}
		p.Report(d)
	}
}

// Of is a finding about something of the table of project files: a warning where
// something fails, else information.
func Of(fact *opsdb.ProjectFact, name string) *analyzer.Diagnostic {
	d := &analyzer.Diagnostic{
		Message: Code(name) + " is " + fact.What, Help: "drop it for Neuron",
		Severity: analyzer.Warning, Confidence: analyzer.Certain, Fact: fact.Ref,
	}
	if fact.Instead != "" {
		d.Help = "on Neuron: " + fact.Instead
	}
	switch fact.Consequence {
	case "differs":
		d.Severity = analyzer.Info
	case "unused":
		d.Severity = analyzer.Info
		d.Message += ", which nothing on Neuron is known to use"
	}
	return d
}

// Unsafe is a fix that needs a reader, without its edits.
func Unsafe(p *analyzer.ProjectPass, fact *opsdb.ProjectFact, title, doubt string) *analyzer.Fix {
	if Portable(p) {
		return &analyzer.Fix{}
	}
	fix := &analyzer.Fix{Title: title, Requires: analyzer.Requires{Stack: p.Target.Rewrite.Stack(), SDK: fact.Ref.SDK}}
	fix.Take(analyzer.Doubtful(doubt))
	return fix
}
