package driver

import (
	"cmp"
	"iter"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// unfit holds the first places of a file that keep it on the host, with or without its
// fixes; a place is zero where there is none.
type unfit struct {
	Sparse source.Span // makes sparse tensors, or computes with them
	Own    source.Span // imports a library that places objects of its own on GPUs
	Hidden source.Span // hides all GPUs, so that the program runs on the host
	Unsure source.Span // moves what may be float64

	Stranded source.Span // fails where it is not on the host, for some reason
	Why      semantic.Stranded
	In       string // the file of Stranded, if it is another one, which nobody judges
}

// unfitIn are the unfit places of a file.
func (s *session) unfitIn(m *semantic.Model) (u unfit) {
	u.Own, _ = m.OwnDevices()
	u.Hidden, _ = m.HidesGPUs()
	u.Sparse = sparseIn(m)
	u.Unsure, _ = m.UnknownMove()
	if u.Stranded, u.Why = m.StrandedAt(); u.Stranded != (source.Span{}) {
		return u
	}
	if far, ok := m.StrandedFar(); ok {
		u.Stranded, u.Why, u.In = far.At, far.Why, s.place.Path(far.Module.File())
	}
	return u
}

// farTest is a test of where a tensor lies in a function that a file uses of another.
type farTest struct {
	Path string
	Span source.Span
}

// farTests are those of a file.
func (s *session) farTests(m *semantic.Model) (tests []farTest) {
	for _, far := range m.PlacementFar() {
		tests = append(tests, farTest{s.place.Path(far.Module.File()), far.At})
	}
	return tests
}

// sparseIn is where a file makes sparse tensors, or computes with them, and that runs on
// Neuron and is no test.
func sparseIn(m *semantic.Model) source.Span {
	var dead semantic.Cover
	var tests []source.Span
	for n := range m.SparseUses() {
		if dead == nil {
			dead, tests = make(semantic.Cover), m.Tests()
			for _, region := range m.DeadRegions() {
				dead.Add(region.Span)
			}
		}
		span := m.Tree.Span(n)
		if !m.GuardedForNeuron(n) && !dead.Holds(span) && around(tests, span.Start) == (source.Span{}) {
			return span
		}
	}
	return source.Span{}
}

// unfit yields the files with such places.
func (k *links) unfit() iter.Seq2[string, unfit] {
	return func(yield func(string, unfit) bool) {
		if k == nil {
			return
		}
		for _, f := range k.session.files {
			if f.unfit != (unfit{}) && !yield(f.path, f.unfit) {
				return
			}
		}
	}
}

// addUnfit notes the places that keep the devices of files, and the choices of programs,
// because the program would fail on the device where it runs on the host.
func (h *halves) addUnfit(k *links, l *ledger) {
	for path, at := range k.unfit() {
		l.at(path)
		if at.Unsure != (source.Span{}) {
			h.unsure[path] = edit.Doubt{Text: "this line" + along + " moves what may be float64, which Neuron does not have", Path: path, Span: at.Unsure}
		}
		switch _, known := h.files[path]; {
		case at.Own != (source.Span{}):
			h.own[path] = edit.Doubt{Text: "this line imports a library that places its objects with its own code, which is not known to work on Neuron", Path: path, Span: at.Own}
			h.files[path] = h.own[path]
		case at.Sparse != (source.Span{}):
			h.files[path] = edit.Doubt{Text: "this line" + along + " uses sparse tensors, which Neuron does not have", Path: path, Span: at.Sparse}
		case at.Hidden != (source.Span{}):
			h.files[path] = edit.Doubt{Text: "this line hides all GPUs: the program runs on the host", Path: path, Span: at.Hidden}
		case at.Stranded != (source.Span{}) && !known:
			h.files[path] = edit.Doubt{Text: strandedText(at.Why), Path: cmp.Or(at.In, path), Span: at.Stranded}
		}
	}
}

// addFarTests notes the files that use a function of another file that tests where a
// tensor lies, if that test stays as it is.
func (h *halves) addFarTests(s *solution, findings []*finding, k *links) {
	if k == nil {
		return
	}
	var mended map[string]byStart
	for _, f := range k.session.files {
		for _, test := range f.tests {
			if mended == nil {
				mended = s.mendedSpans(findings)
			}
			if _, ok := mended[test.Path].within([]source.Span{test.Span}); !ok {
				text := "this line, in code that this file uses, tests where a tensor lies and stays as it is"
				h.tested[f.path] = edit.Doubt{Text: text, Path: test.Path, Span: test.Span}
				break
			}
		}
	}
}

// mendedSpans are the spans of the findings that are mended, by file.
func (s *solution) mendedSpans(findings []*finding) map[string]byStart {
	out := make(map[string]byStart)
	for _, fd := range findings {
		if s.mended(fd) {
			out[fd.Path] = append(out[fd.Path], fd.Span)
		}
	}
	for _, list := range out {
		list.sort()
	}
	return out
}

// strandedText is the message about a line that keeps a program on the host.
func strandedText(why semantic.Stranded) string {
	switch why {
	case semantic.StrandedKernel:
		return "this line" + along + " leads to code compiled for CUDA"
	case semantic.StrandedNamed:
		return "this line" + along + " leads to a module that is for CUDA, by its name"
	case semantic.StrandedUnknown:
		return "this line" + along + " runs on every device but the CPU, and leads to unknown code"
	}
	return "this line" + along + " rejects every device that it does not name"
}

// addRefused notes a finding about an operation that the device refuses, and about a
// refusal to run without CUDA.
func (h *halves) addRefused(fd *finding) {
	if fd.refuses() {
		if _, known := h.refusing[fd.Path]; !known {
			h.refusing[fd.Path] = fd.Span
		}
	}
	if _, known := h.files[fd.Path]; fd.refused() && !known {
		h.files[fd.Path] = edit.Doubt{Text: "this line" + along + fd.failing(), Path: fd.Path, Span: fd.Span}
	}
}

// refuses reports whether a finding is about a refusal to run without CUDA, outside of
// tests.
func (fd *finding) refuses() bool {
	return fd.Refuses && fd.test == (source.Span{}) && fd.stops()
}

// failing says that a finding is about code that fails on the device, as surely as the
// finding says so.
func (fd *finding) failing() string {
	if fd.live == analyzer.Error {
		return " fails on the device"
	}
	return " may fail on the device"
}

// refused reports whether a finding is about an operator or a dtype that the device
// refuses, a compiler that makes no code for it, or code for CUDA alone: the program
// fails there, but runs on the host as it stands.
func (fd *finding) refused() bool {
	switch fd.Category {
	case analyzer.CategoryOpSupport, analyzer.CategoryDtype, analyzer.CategoryCompile:
	case analyzer.CategoryKernel, analyzer.CategoryLibrary:
		if fd.test != (source.Span{}) {
			return false
		}
	default:
		return false
	}
	fails := fd.live == analyzer.Error || fd.MayFail
	return fd.Confidence >= analyzer.Likely && fails && !fd.dead && !fd.Avoided && !fd.Suppressed
}
