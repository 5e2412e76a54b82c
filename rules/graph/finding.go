package graph

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// finding is the result of a rule of this family, before the facts grade it.
type finding struct {
	idiom      string // key of the table graph_breaks
	at         syntax.Node
	what       string // the subject of the message
	place      place
	severity   analyzer.Severity
	confidence analyzer.Confidence
	api        string
	related    []analyzer.Related
	advice     string // overrides the advice of the facts; "" keeps it
}

// report reports the cost of a finding on the stack of the target, and nothing if that
// is not known. A cost that is only inferred is worth a note.
func report(p *analyzer.Pass, f *finding) {
	fact, ok := p.DB.GraphBreak(f.idiom, p.Target)
	if !ok {
		return
	}
	sure, grade := true, f.severity
	if fact.Ref.Evidence == opsdb.Inferred {
		sure, grade = false, analyzer.Info
	}
	reason, help := wording(p, fact, f.place)
	switch {
	case f.advice != "":
		help = f.advice
	case f.place == seldom && fact.Idiom == "tensor-read":
		help = "it runs rarely: change it only if it shows up in a profile, and read values that are printed together in one copy"
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(f.at),
		Message:    f.what + " " + cost(reason, f.place, sure),
		Help:       help,
		Severity:   grade,
		Confidence: f.confidence,
		API:        f.api,
		Fact:       fact.Ref,
		Related:    f.related,
	})
}

// cost says what a place costs and how often: "forces a device-to-host sync in every
// step". The explanation of a fact comes last.
func cost(reason string, at place, sure bool) string {
	does, explanation, explained := strings.Cut(reason, ": ")
	if verb, object, _ := strings.Cut(does, " "); sure {
		does = verb + "s " + object
	} else {
		does = "may " + does
	}
	text := does + " " + at.when()
	if explained {
		text += ": " + explanation
	}
	return text
}

// wording gives the meaning of a fact for the code as it will run. The facts for an SDK
// before the native backend are about torch-xla: where the code moves to that backend,
// and does not use torch-xla already, the conclusion for the native backend is given,
// and how well each of the two is known.
func wording(p *analyzer.Pass, fact opsdb.GraphBreak, at place) (reason, help string) {
	there, ok := p.DB.GraphBreakOn(fact.Idiom, p.Target.Rewrite.Stack())
	if !ok || there.Ref.Stack == fact.Ref.Stack || p.Model.ImportsAny("torch_xla") {
		return fact.Reason, at.advice(fact) + " (for " + stackName(fact.Ref.Stack) + ")"
	}
	return there.Reason, at.advice(there) + " (" + string(fact.Ref.Evidence) + " for " + stackName(fact.Ref.Stack) +
		", " + string(there.Ref.Evidence) + " for " + stackName(there.Ref.Stack) + ")"
}

// advice is the advice for a finding at its place. The facts about reading a value are
// meant for training steps: an evaluation has its results behind the loop, and the
// values that a model computes with in each call are not read at all.
func (w place) advice(fact opsdb.GraphBreak) string {
	switch {
	case w == perElement && (fact.Idiom == "tensor-read" || fact.Idiom == "step-branch"):
		return "copy the whole tensor to the host before the loop: x.tolist(), x.cpu()"
	case fact.Idiom == "step-branch" && w == perRound: // the next round mostly starts from the outcome
		return "decide from values on the host, or compute both outcomes and choose with torch.where; read values for reports after the loop"
	case fact.Idiom == "step-branch" && w == perBatch:
		return "collect the values and decide after the loop; choose among tensors with torch.where"
	case fact.Idiom != "tensor-read":
		return fact.Advice
	}
	switch w {
	case perBatch:
		return "collect tensors and copy them once after the loop"
	case perRound:
		return "copy everything the host needs once per iteration"
	case perToken:
		return "keep the value as a tensor and read it every few tokens, or once after the loop"
	case perCall:
		return "keep the value as a tensor: tensors can index, scale and compare on the device"
	}
	return fact.Advice
}

// stackName names the stack of a fact.
func stackName(stack string) string {
	switch stack {
	case "xla":
		return "the torch-xla stack"
	case "native":
		return "the native stack"
	}
	return "both stacks"
}
