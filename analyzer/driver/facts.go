package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// facts are the entries of the database for the operators that are called at the places,
// and for the CUDA-side names there.
func (s *session) facts(m *semantic.Model, offsets []int) []semantic.Step {
	var all []semantic.Step
	add := func(n syntax.Node, text string) {
		if step := (semantic.Step{Span: m.Tree.Span(n), Text: text}); !slices.Contains(all, step) {
			all = append(all, step)
		}
	}
	told := map[string]bool{}
	for _, use := range opcall.Scan(m, s.fileTarget(m)) {
		if slices.ContainsFunc(offsets, func(offset int) bool { return names(m, m.Tree.Callee(use.Node), offset) }) {
			told[use.API] = true
			add(use.At, operatorFact(&use))
			if why := unreported(m, &use); why != "" {
				add(use.At, why)
			}
		}
	}
	for n := range m.References() {
		name, _ := m.Name(n)
		api, ok := s.opts.DB.API(name)
		if ok && !told[api.Name] && slices.ContainsFunc(offsets, func(offset int) bool { return names(m, n, offset) }) {
			add(n, fmt.Sprintf("%s %s (%s)", api.Name, api.Reason, api.Ref.Citation()))
		}
	}
	return all
}

// names reports whether an offset is in a name: for a method of the result of a call,
// behind that call.
func names(m *semantic.Model, n syntax.Node, offset int) bool {
	start := m.Tree.Start(n)
	if object := m.Tree.Object(n); m.Tree.Kind(object) == syntax.KindCall {
		start = m.Tree.Stop(object)
	}
	return start <= offset && offset < m.Tree.Stop(n)
}

// operatorFact is the verdict on a call of an operator, with its evidence.
func operatorFact(use *opcall.Use) string {
	text := use.API
	switch judged := use.Verdict.Operator; {
	case strings.Contains(judged, "::") && !slices.Contains(use.Operators, judged) && use.Status != use.Verdict.Status:
		text += " can come down to " + judged // which its arguments decide
	case strings.Contains(judged, "::") && !slices.Contains(use.Operators, judged):
		text += " comes down to " + judged
	case len(use.Operators) > 0:
		text += " comes down to " + strings.Join(use.Operators, ", ")
	}
	if some := use.Some; some.Status != "" && !use.Status.Restricts() {
		return fmt.Sprintf("%s: %s for some calls, which the table cannot identify by their arguments, %s (%s)", text, some.Status, some.Reason, some.Ref.Citation())
	}
	if use.Status == opsdb.Unknown {
		return text + ": its status is not known"
	}
	status := string(use.Status)
	if use.Verdict.Reason != "" {
		status += ", " + use.Verdict.Reason
	}
	return fmt.Sprintf("%s: %s (%s)", text, status, use.Verdict.Ref.Citation())
}

// unreported is the reason why a restricted call is not reported; empty if it is.
func unreported(m *semantic.Model, use *opcall.Use) string {
	switch {
	case !use.Status.Restricts():
		return ""
	case m.OnHost(use.Node):
		return "the tensors of this call are on the host anyway, so nothing is reported"
	case m.GuardedForNeuron(use.Node):
		return "this is code for Neuron or XLA, so nothing is reported"
	}
	return ""
}
