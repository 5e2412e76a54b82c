package driver

import (
	"fmt"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// suppress marks the findings that comments silence and reports the comments
// that silence nothing. Findings the driver makes about the file itself cannot
// be silenced: hiding a blind spot would make a result look clean.
func (s *session) suppress(r *fileResult, tree *syntax.Tree) {
	if !mayHavePragma(r.file.Text) {
		return
	}
	pragmas := s.patterns().pragmas(r.file, tree)
	if len(pragmas) == 0 {
		return
	}
	silence(r, pragmas, func(span source.Span) []int { return suppressionLines(r.file, tree, span) })
	if len(tree.Errors()) == 0 && r.internal == 0 {
		s.addUnused(r, pragmas)
	}
}

// silence marks the findings of a file that pragmas silence; lines are those on which a
// comment applies to a span.
func silence(r *fileResult, pragmas []*pragma, lines func(source.Span) []int) {
	byLine := make(map[int][]*pragma)
	var wholeFile []*pragma
	for _, p := range pragmas {
		switch {
		case p.wrong != "":
		case p.file:
			wholeFile = append(wholeFile, p)
		default:
			byLine[p.line] = append(byLine[p.line], p)
		}
	}
	for _, fd := range r.findings {
		if fd.Category == analyzer.CategoryAnalysis {
			continue
		}
		fd.Suppressed = silenced(fd, wholeFile)
		for _, line := range lines(fd.Span) {
			fd.Suppressed = silenced(fd, byLine[line]) || fd.Suppressed
		}
	}
}

// silenced asks every pragma, to count each one that applies as used.
func silenced(fd *finding, pragmas []*pragma) bool {
	found := false
	for _, p := range pragmas {
		found = p.silences(fd.Code, fd.Name) || found
	}
	return found
}

// suppressionLines are the lines on which a comment applies to a finding: where it
// starts, where it ends, and where its statement ends, since a call over several lines
// often has room for a comment only behind its last bracket.
func suppressionLines(f *source.File, tree *syntax.Tree, span source.Span) []int {
	lines := []int{f.LineAt(span.Start)}
	for _, offset := range []int{span.End, statementEnd(tree, span)} {
		line := f.LineAt(offset)
		if line != lines[0] && line != lines[len(lines)-1] {
			lines = append(lines, line)
		}
	}
	return lines
}

// statementEnd is where the statement that holds span ends; of a compound
// statement, where its header ends.
func statementEnd(tree *syntax.Tree, span source.Span) int {
	node := tree.At(span.Start)
	for n := node; n != syntax.None && n != syntax.Root; n = tree.Parent(n) {
		if body := suiteChild(tree, n); body != syntax.None {
			return headerEnd(tree, n, body)
		}
		if tree.Kind(n) == syntax.KindDecorator || isSuite(tree.Kind(tree.Parent(n))) {
			return tree.Stop(n)
		}
	}
	return span.End
}

// suiteChild is the first block directly under n.
func suiteChild(tree *syntax.Tree, n syntax.Node) syntax.Node {
	for c := range tree.Children(n) {
		if tree.Kind(c) == syntax.KindBlock {
			return c
		}
	}
	return syntax.None
}

// headerEnd is the end of the header of a compound statement, in front of its block.
func headerEnd(tree *syntax.Tree, n, body syntax.Node) int {
	end := tree.Start(n)
	for c := range tree.Children(n) {
		if c == body {
			break
		}
		end = tree.Stop(c)
	}
	return end
}

func isSuite(k syntax.Kind) bool { return k == syntax.KindModule || k == syntax.KindBlock }

// addUnused reports comments that silence nothing. All rules have run, so a code that is
// not needed here is not needed under any selection.
func (s *session) addUnused(r *fileResult, pragmas []*pragma) {
	for _, p := range pragmas {
		unused := p.unused()
		if len(unused) == 0 || p.noqa && len(p.codes) == 0 {
			continue
		}
		message := fmt.Sprintf("unused suppression of %s", strings.Join(unused, ", "))
		help := "delete it, or it will silence the next finding here unseen"
		switch reason := misspelt(s.opts.Rules, p.codes); {
		case p.wrong != "":
			message = fmt.Sprintf("`neuronlint: %s` is not understood and silences nothing", p.wrong)
			help = "write `# neuronlint: ignore[CODE]`, or `# neuronlint: ignore-file[CODE]` for the whole file"
		case len(p.codes) == 0:
			message = "unused suppression: it silences nothing"
		case reason != "":
			help = reason
		}
		fd := s.own(CodeUnusedSuppression, r.path, p.span, analyzer.Info, message)
		fd.Help = help
		r.findings = append(r.findings, fd)
	}
}

// unused are the codes of a pragma that silenced nothing.
func (p *pragma) unused() []string {
	if len(p.codes) == 0 && !p.used[0] {
		return []string{"everything"}
	}
	var codes []string
	for i, code := range p.codes {
		if !p.used[i] {
			codes = append(codes, code)
		}
	}
	return codes
}
