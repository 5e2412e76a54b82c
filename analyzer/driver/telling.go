package driver

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// tellsCUDA is the message about a text for people that is wrong once a query of CUDA is
// one of any accelerator: print("CUDA available:", torch.cuda.is_available()).
const tellsCUDA = "this text names CUDA or a GPU, and the fix leaves it so"

// noteTexts points from fixes that ask for any accelerator to the first text that people
// then read beside the answer, or in the code that the fix brings to life.
func (r *fileResult) noteTexts(m *semantic.Model) {
	var telling byStart
	known := false
	for _, fd := range r.findings {
		i := slices.IndexFunc(fd.Fixes, asksAny)
		if i < 0 {
			continue
		}
		if !known {
			telling, known = tellingTexts(m), true
		}
		regions := append(shownAnswers(m, &fd.Fixes[i]), fd.clause)
		at, ok := telling.within(append(regions, fd.Fixes[i].Revives...))
		if !ok || rewrites(m, fd.Fixes[i].Edits, at) {
			continue
		}
		fd.Related = append(slices.Clone(fd.Related), analyzer.Related{Span: at, Message: tellsCUDA})
	}
}

// asksAny reports whether a fix asks for any accelerator in place of CUDA, or takes the
// name or the number of its devices.
func asksAny(f analyzer.Fix) bool {
	return f.Safety >= analyzer.Unsafe && slices.ContainsFunc(f.Edits, func(e analyzer.Edit) bool {
		return strings.Contains(e.Text, "accelerator.") || strings.Contains(e.Text, "get_device_module")
	})
}

// maxAnswerUses bounds how many uses of an answer are looked at.
const maxAnswerUses = 16

// shownAnswers are the statements that show the answer to people which a fix changes at
// its assignment: use_cuda = torch.cuda.is_available().
func shownAnswers(m *semantic.Model, fix *analyzer.Fix) (regions []source.Span) {
	for _, e := range fix.Edits {
		if e.Path != m.File.Path || !strings.Contains(e.Text, "accelerator.") {
			continue
		}
		assign := m.Tree.First(m.Tree.Statement(m.Tree.At(e.Span.Start)))
		if m.Tree.Kind(assign) != syntax.KindAssignment {
			continue
		}
		sym := m.Symbol(m.Tree.Child(assign, syntax.FieldLeft))
		if sym == nil {
			continue
		}
		for _, use := range sym.Uses[:min(len(sym.Uses), maxAnswerUses)] {
			if m.Shown(use) {
				regions = append(regions, m.Tree.Span(m.Tree.Statement(use)))
			}
		}
	}
	return regions
}

// rewrites reports whether one of some edits changes a text itself, and not a value in it.
func rewrites(m *semantic.Model, edits []analyzer.Edit, at source.Span) bool {
	_, plain := m.Tree.StringValue(m.Tree.At(at.Start))
	return slices.ContainsFunc(edits, func(e analyzer.Edit) bool {
		return e.Span.Contains(at) || plain && at.Contains(e.Span)
	})
}

// tellingTexts are the texts of a file that name CUDA or a GPU, and go to people alone.
func tellingTexts(m *semantic.Model) (out byStart) {
	for _, lit := range m.Strings() {
		if saysCUDA(m, lit) && m.Shown(lit) {
			out = append(out, m.Tree.Span(lit))
		}
	}
	out.sort()
	return out
}

// saysCUDA reports whether a text names CUDA or a GPU, apart from the values in it.
func saysCUDA(m *semantic.Model, lit syntax.Node) bool {
	says := func(text string) bool {
		return m.SaysCUDA([]byte(text)) || strings.Contains(strings.ToLower(text), "gpu")
	}
	if text, ok := m.Tree.StringValue(lit); ok {
		return says(text)
	}
	return slices.ContainsFunc(m.Tree.FormatParts(lit), func(part syntax.FormatPart) bool {
		return part.Node == syntax.None && says(part.Text)
	})
}
