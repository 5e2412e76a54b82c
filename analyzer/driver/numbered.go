package driver

import (
	"bytes"
	"regexp"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// numberedDevice is code that names one of several CUDA devices: "cuda:1",
// f"cuda:{rank}", "cuda:%d" % i, "cuda:" + str(i), .cuda(1).
var numberedDevice = regexp.MustCompile(`cuda:[0-9{%"']|` + cudaCall + `[0-9]`)

// firstDevice is code that names the first one.
var firstDevice = regexp.MustCompile(`cuda:0["']|` + cudaCall + `0` + blank + `[,)]`)

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
	for _, fd := range findings {
		if !namesDevice(fd.Category) && fd.Category != analyzer.CategoryCheckpoint || fd.Confidence < analyzer.Likely {
			continue
		}
		if code := tree.Source()[fd.Span.Start:fd.Span.End]; numberedDevice.Match(code) && !bytes.Contains(code, []byte("current_device")) {
			at := programOf(fd, tree, tests)
			numbered[at] = append(numbered[at], fd)
			several[at] = several[at] || fd.Category == analyzer.CategoryCheckpoint || !firstDevice.Match(code)
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
