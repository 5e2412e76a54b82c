package driver

import (
	"regexp"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer"
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
	firstCall    = regexp.MustCompile(cudaCall + `0` + blank + `[,)]`)
	currentText  = regexp.MustCompile(`current_device`)
)

// cudaCall is a call of .cuda() up to its argument, which may be in brackets.
const (
	cudaCall = `^cuda` + blank + `\(` + `(?:` + blank + `\()*` + blank + `(?:device` + blank + `=)?` + `(?:` + blank + `\()*` + blank
	blank    = `(?:\s|\\\n|#.*)*`
)

// markNumbered notes the findings about the numbered devices of a program that uses
// several, or that loads a checkpoint to one of them. Where "cuda:1" stays, renaming
// "cuda:0" would split data that is spread over both. A program is a file, and in a file
// of tests each of these.
func markNumbered(findings []*finding, tree *syntax.Tree, tests []source.Span) {
	numbered := make(map[source.Span][]*finding)
	several := make(map[source.Span]bool)
	var text *deviceTexts
	for _, fd := range findings {
		if !namesDevice(fd.Category) && fd.Category != analyzer.CategoryCheckpoint || fd.Confidence < analyzer.Likely {
			continue
		}
		if text == nil {
			text = numberedTexts(tree.Source())
		}
		if text.isNumbered(fd.Span) {
			at := programOf(fd, tree, tests)
			numbered[at] = append(numbered[at], fd)
			several[at] = several[at] || fd.Category == analyzer.CategoryCheckpoint || !text.isFirst(fd.Span)
		}
	}
	for at, members := range numbered {
		for _, fd := range members {
			if several[at] {
				fd.program = at
			}
		}
	}
}

// deviceTexts tell which code of a file names devices by number. The texts are found once
// in the whole file: the spans of findings may hold each other by the thousand.
type deviceTexts struct {
	source                   []byte
	numbered, first, current occurrences
}

func numberedTexts(source []byte) *deviceTexts {
	return &deviceTexts{
		source:   source,
		numbered: numberedText.FindAllIndex(source, -1), first: firstText.FindAllIndex(source, -1), current: currentText.FindAllIndex(source, -1),
	}
}

// isNumbered reports whether code names a device by a number, and not the one in use.
func (d *deviceTexts) isNumbered(s source.Span) bool {
	return (d.numbered.within(s) || numberedCall.Match(d.source[s.Start:s.End])) && !d.current.within(s)
}

// isFirst reports whether code names the first device.
func (d *deviceTexts) isFirst(s source.Span) bool {
	return d.first.within(s) || firstCall.Match(d.source[s.Start:s.End])
}

// occurrences are the beginnings and ends of a text in a longer one, in order.
type occurrences [][]int

// within reports whether one of them is in a span.
func (o occurrences) within(s source.Span) bool {
	i := sort.Search(len(o), func(i int) bool { return o[i][0] >= s.Start })
	return i < len(o) && o[i][1] <= s.End
}

// programOf is the test around a finding, or the whole file.
func programOf(fd *finding, tree *syntax.Tree, tests []source.Span) source.Span {
	i := sort.Search(len(tests), func(i int) bool { return tests[i].End > fd.Span.Start })
	if i < len(tests) && tests[i].Contains(fd.Span) {
		return tests[i]
	}
	return tree.Span(syntax.Root)
}

// whole is a unit that is mended together or not at all: a clause, or the numbered
// devices of a program.
type whole struct {
	path string
	span source.Span
}

func clauseOf(fd *finding) (whole, bool) {
	return whole{fd.Path, fd.clause}, fd.clause != (source.Span{})
}

func programIn(fd *finding) (whole, bool) {
	return whole{fd.Path, fd.program}, fd.program != (source.Span{})
}
