package driver

import (
	"regexp"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// Code names one of several CUDA devices by a text that it holds, "cuda:1",
// f"cuda:{rank}", "cuda:%d" % i, "cuda:" + str(i), or by a call that it begins with,
// .cuda(1).
var (
	numberedText = regexp.MustCompile(`cuda:[0-9{%"']`)
	numberedCall = regexp.MustCompile(cudaCall + `[0-9]`)
	firstText    = regexp.MustCompile(`cuda:0["']`)
	writtenText  = regexp.MustCompile(`cuda:[0-9]`)
	firstCall    = regexp.MustCompile(cudaCall + `0` + blank + `[,)]`)
	currentText  = regexp.MustCompile(`current_device`)

	// These find such code in a file that is not parsed.
	othersFar = regexp.MustCompile(`["']cuda:[1-9]|\.cuda\((?:device=)?[1-9]`)
	firstFar  = regexp.MustCompile(`["']cuda:0|\.cuda\((?:device=)?0`)
)

// cudaCall is a call of .cuda() up to its argument, which may be in brackets.
const (
	cudaCall = `^cuda` + blank + `\(` + `(?:` + blank + `\()*` + blank + `(?:device` + blank + `=)?` + `(?:` + blank + `\()*` + blank
	blank    = `(?:\s|\\\n|#.*)*`
)

// numbering says how code selects a device.
type numbering uint8

const (
	unnumbered numbering = iota
	computed             // f"cuda:{rank}"
	ofFirst              // "cuda:0", .cuda(0)
	ofOthers             // "cuda:1"
)

// markNumbered notes how findings number devices, and in which part of a program: a file,
// or in a file of tests each of these.
func (r *fileResult) markNumbered(m *semantic.Model, tests []source.Span) {
	var text *deviceTexts
	for _, fd := range r.findings {
		if !namesDevice(fd.Category) && fd.Category != analyzer.CategoryCheckpoint || fd.Figure {
			continue
		}
		if text == nil {
			text = numberedTexts(m.Tree.Source())
		}
		if fd.numbered = text.numbering(fd.Span); fd.numbered == unnumbered {
			fd.numbered = byArgument(m, fd)
		}
		fd.program = around(tests, fd.Span.Start)
	}
}

// deviceTexts tell which code of a file names devices by number. The texts are found once
// in the whole file: the spans of findings may hold each other by the thousand.
type deviceTexts struct {
	source                            []byte
	numbered, first, written, current occurrences
}

func numberedTexts(source []byte) *deviceTexts {
	return &deviceTexts{
		source:   source,
		numbered: numberedText.FindAllIndex(source, -1), first: firstText.FindAllIndex(source, -1),
		written: writtenText.FindAllIndex(source, -1), current: currentText.FindAllIndex(source, -1),
	}
}

// numbering is how code names a device by a number other than the one in use.
func (d *deviceTexts) numbering(s source.Span) numbering {
	code := d.source[s.Start:s.End]
	switch {
	case d.current.count(s) > 0 || d.numbered.count(s) == 0 && !numberedCall.Match(code):
		return unnumbered
	case firstCall.Match(code), d.numbered.count(s) > 0 && d.numbered.count(s) == d.first.count(s):
		return ofFirst
	case d.written.count(s) > 0 || numberedCall.Match(code):
		return ofOthers
	}
	return computed
}

// numberingFar is how a text numbers devices somewhere.
func numberingFar(raw []byte) numbering {
	switch {
	case othersFar.Match(raw):
		return ofOthers
	case firstFar.Match(raw):
		return ofFirst
	}
	return unnumbered
}

// byArgument is the numbering of a device by a plain number beside its name:
// torch.device("cuda", 1).
func byArgument(m *semantic.Model, fd *finding) numbering {
	call := m.Tree.At(fd.Span.Start)
	for range maxInCall {
		if m.Tree.Kind(call) == syntax.KindCall || call <= syntax.Root {
			break
		}
		call = m.Tree.Parent(call)
	}
	if m.Tree.Kind(call) != syntax.KindCall || m.Tree.Span(m.Tree.Callee(call)).End > fd.Span.Start {
		return unnumbered
	}
	api, _ := m.CallName(call)
	for _, param := range m.DB.DeviceParams(api) {
		arg := m.Tree.Unparen(m.Tree.Arg(call, param.Position, param.Name))
		if role := semantic.Role(param.Role); role != semantic.RoleDevice && role != semantic.RoleOrdinal || m.Tree.Kind(arg) != syntax.KindInteger || m.Tree.Span(arg) == fd.Span {
			continue // a bare number, which counts Neuron's devices too
		}
		if m.Tree.View(arg) == "0" {
			return ofFirst
		}
		return ofOthers
	}
	return unnumbered
}

// maxInCall bounds how far a finding may lie below the call that it is about.
const maxInCall = 8

// occurrences are the beginnings and ends of a text in a longer one, in order.
type occurrences [][]int

// count is how many of them are in a span.
func (o occurrences) count(s source.Span) int {
	from := sort.Search(len(o), func(i int) bool { return o[i][0] >= s.Start })
	to := sort.Search(len(o), func(i int) bool { return o[i][1] > s.End })
	return max(0, to-from)
}

// whole is a unit that is mended together or not at all: a clause, or a test or the rest
// of a file.
type whole struct {
	path string
	span source.Span
}

func compareWholes(a, b whole) int {
	return compareSites(site(a), site(b))
}

func clauseOf(fd *finding) (whole, bool) {
	return whole{fd.Path, fd.clause}, fd.clause != (source.Span{})
}
