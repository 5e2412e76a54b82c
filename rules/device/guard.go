package device

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/origin"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// runGuards reports each query of CUDA once, under the rule of the gravest
// thing it decides; the idiom `"cuda" if … else "cpu"` belongs to NRN102.
func runGuards(p *analyzer.Pass, kinds ...semantic.GuardKind) error {
	seen := make(map[syntax.Node]bool)
	for _, g := range p.Model.Guards() {
		for _, atom := range g.Atoms {
			if seen[atom] {
				continue
			}
			seen[atom] = true
			worst := gravest(p.Model.GuardsOf(atom))
			if worst == nil || !slices.Contains(kinds, worst.Kind) || worst.Kind <= semantic.GuardOther && besideCompare(p, atom) ||
				choosesDeviceMap(p, worst) {
				continue
			}
			for _, other := range together(p, atom, worst) {
				seen[other] = true
			}
			reportGuard(p, atom, worst)
		}
	}
	return nil
}

// besideCompare reports whether a test of a device in the same statement says
// the same (NRN107).
func besideCompare(p *analyzer.Pass, atom syntax.Node) bool {
	stmt := p.Tree.Statement(atom)
	for _, c := range p.Model.Compares() {
		if c.Confidence >= semantic.Likely && p.Tree.Statement(c.Node) == stmt {
			return true
		}
	}
	return false
}

// choosesDeviceMap reports whether a guard gives device_map a value where there is
// CUDA: NRN711 reports the effect of that value on Neuron, where the other one is
// right.
func choosesDeviceMap(p *analyzer.Pass, g *semantic.Guard) bool {
	if g.Kind != semantic.GuardOther || p.Tree.Kind(g.Node) != syntax.KindConditional {
		return false
	}
	switch parent := p.Tree.Parent(g.Node); p.Tree.Kind(parent) {
	case syntax.KindKeywordArgument:
		return p.Tree.Text(p.Tree.Child(parent, syntax.FieldName)) == "device_map"
	case syntax.KindPair:
		key, _ := p.Tree.StringValue(p.Tree.Child(parent, syntax.FieldKey))
		return key == "device_map"
	}
	return false
}

func gravest(list []*semantic.Guard) *semantic.Guard {
	var worst *semantic.Guard
	for _, g := range list {
		if g.Kind != semantic.GuardIdiom && g.Kind != semantic.GuardOperand && (worst == nil || g.Kind > worst.Kind) {
			worst = g
		}
	}
	return worst
}

// verdicts hold the meaning of each kind of guard on Neuron.
var verdicts = map[semantic.GuardKind]struct {
	severity analyzer.Severity
	text     string
}{
	semantic.GuardHarmless:  {analyzer.Info, "the guarded code is not needed there"},
	semantic.GuardGPUOnly:   {analyzer.Info, "the guarded code is for GPUs only"},
	semantic.GuardIdiom:     {analyzer.Error, "the code falls back to the CPU"},
	semantic.GuardOther:     {analyzer.Warning, "the guarded code never runs"},
	semantic.GuardTest:      {analyzer.Warning, "the test is skipped"},
	semantic.GuardExit:      {analyzer.Warning, "the function returns early"},
	semantic.GuardSync:      {analyzer.Error, "the distributed setup never runs"},
	semantic.GuardPlacement: {analyzer.Error, "the guarded code never runs and moves nothing to the device"},
	semantic.GuardAssertion: {analyzer.Error, "the program stops"},
}

func reportGuard(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) {
	if lib := protects(p, g); lib != "" {
		reportProtected(p, atom, lib)
		return
	}
	if help := whyForCUDA(p, atom, g); help != "" {
		reportForCUDA(p, atom, g, help)
		return
	}
	v := verdicts[g.Kind]
	text, help := consequence(p, atom, g), guardHelp(p, atom, g)
	if g.Kind == semantic.GuardAssertion && neverReached(p, g.Node) {
		text, help = "the program would stop here, but only gets here with a CUDA device", nothingToDo
	}
	if row, ok := measured(p, g); ok {
		text, help = "device memory is not reported", "see `"+row.Text+"`: "+row.Clause()
	}
	var places []analyzer.Related
	if use, ok := counted(p, atom); ok && g.Kind <= semantic.GuardGPUOnly {
		text, help, v.severity, places = use.text(), countHelp, use.severity(), p.Places(use.here(), use.at)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(atom),
		Message:    "`" + rewrite.Code(p, atom) + "` " + answer(p, atom) + " on Neuron: " + text,
		Help:       help,
		Severity:   v.severity,
		Confidence: analyzer.Certain,
		API:        queryName(p, atom),
		Fact:       fact(p, asked(p, atom)),
		Refuses:    g.Kind == semantic.GuardAssertion && !neverReached(p, g.Node),
		Related:    origin.Deciding(p, atom, slices.Concat(places, guardPlaces(p, atom), spared(p, g))),
		Fixes:      guardFix(p, atom, g),
	})
}

// nothingToDo is the help where a guard is right for Neuron as it stands.
const nothingToDo = "nothing to do for Neuron; keep it if the code still runs on CUDA"

// answer is the result of a query without CUDA.
func answer(p *analyzer.Pass, atom syntax.Node) string {
	name := queryName(p, atom)
	switch {
	case strings.HasSuffix(name, "device_count"):
		return "is 0"
	case strings.HasSuffix(name, "version.cuda"), name == semantic.CUDAHome:
		return "is None"
	case !semantic.IsQuery(name):
		return "is false" // a flag of another file, or of PyTorch's tests
	}
	return "is False"
}

func queryName(p *analyzer.Pass, atom syntax.Node) string {
	if p.Tree.Kind(atom) == syntax.KindCall {
		name, _ := p.Model.CallName(atom)
		return name
	}
	name, _ := p.Model.Name(atom)
	return name
}

// asked is the name whose row in the database holds the result of a query.
func asked(p *analyzer.Pass, atom syntax.Node) string {
	if name := queryName(p, atom); name == semantic.CUDAHome {
		return name
	}
	return "torch.cuda.is_available"
}

func guardHelp(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) string {
	switch {
	case g.Kind <= semantic.GuardGPUOnly:
		return nothingToDo
	case queryName(p, atom) == semantic.CUDAHome:
		return "build without the sources for nvcc, and rewrite CUDA kernels in NKI"
	case queryName(p, atom) == bfloat16Query && p.Target.Rewrite == opsdb.RewriteNeuron && !g.Vendors:
		return "use `torch.accelerator.is_available()` instead: every NeuronCore computes in bfloat16"
	case queryName(p, atom) == bfloat16Query:
		return "treat this as `True` on Neuron: every NeuronCore computes in bfloat16"
	case g.Vendors:
		return "add a branch for Neuron"
	case p.Target.Rewrite == opsdb.RewriteXLA:
		return "take this branch on Neuron, with `torch_xla.device()` in place of CUDA"
	}
	return "use " + accelerated(p, atom) + " and port the guarded code"
}

// accelerated is the query of any accelerator that stands for one of CUDA.
func accelerated(p *analyzer.Pass, atom syntax.Node) string {
	if strings.HasSuffix(queryName(p, atom), "device_count") {
		return "`torch.accelerator.device_count()`"
	}
	return "`torch.accelerator.is_available()`"
}

// guardPlaces points at the conditions further away that the query decides.
func guardPlaces(p *analyzer.Pass, atom syntax.Node) []analyzer.Related {
	var out []analyzer.Related
	for _, g := range p.Model.GuardsOf(atom) {
		span := p.Tree.Span(g.Cond)
		// The left side of an `and` decides its right side, and the whole begins there.
		known := slices.ContainsFunc(out, func(r analyzer.Related) bool { return r.Span.Start == span.Start })
		if !p.Tree.Within(atom, g.Cond) && len(out) < analyzer.MaxRelated && !known {
			out = append(out, analyzer.Related{Span: span, Message: "decided here"})
		}
	}
	return out
}

// spared points at the calls of CUDA that a correct guard keeps from running on Neuron:
// they get no finding of their own.
func spared(p *analyzer.Pass, g *semantic.Guard) []analyzer.Related {
	if g.Kind > semantic.GuardGPUOnly {
		return nil
	}
	var out []analyzer.Related
	line := 0
	for n := range p.Tree.All(g.Node) {
		if p.Tree.Kind(n) != syntax.KindCall || len(out) == analyzer.MaxRelated || !p.Tree.Span(n).In(g.Dead) {
			continue
		}
		name, _ := p.Model.CallName(n)
		if _, ok := p.DB.API(name); ok && !semantic.IsQuery(name) && rewrite.Line(p, n) != line {
			line = rewrite.Line(p, n)
			out = append(out, analyzer.Related{Span: p.Tree.Span(n), Message: "does not run on Neuron"})
		}
	}
	return out
}

func guardFix(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) []analyzer.Fix {
	if g.Kind <= semantic.GuardGPUOnly || keepsXLA(p) {
		kept := analyzer.Fix{Title: "leave as it is", Safety: analyzer.Display, Group: rewrite.Group(p, atom)}
		if rewrite.ByDevice(p, atom, g) {
			kept.Spare = analyzer.Unsafe
		}
		return []analyzer.Fix{kept}
	}
	if vendors(p, atom) {
		fix := chainStatement(p, atom, g)
		return arms(&fix)
	}
	atoms := together(p, atom, g)
	fix := analyzer.Fix{
		Title: "check for any accelerator", Group: rewrite.Group(p, atom), Requires: requires(p),
		Revives: rewrite.GuardsDead(p, atoms), Shared: p.Model.Shared(atoms),
	}
	if p.Target.Rewrite == opsdb.RewriteXLA {
		fix.Title = "take the answer as yes"
	}
	if slices.ContainsFunc(atoms, func(a syntax.Node) bool { return p.Model.ForksCUDA(a, fix.Revives) }) {
		fix.Take(analyzer.ShownBecause("the code behind it forks the generators of CUDA devices, which would raise"))
		return []analyzer.Fix{fix}
	}
	edits, trust := queryEdits(p, atoms)
	fix.Edits = edits
	fix.Take(trust)
	if g.Kind == semantic.GuardAssertion {
		fix = admitting(p, fix, atom)
	}
	if g.Kind == semantic.GuardAssertion && (namesCUDA(p, g) || len(g.Dead) > 0) {
		fix.Limit(analyzer.Doubtful("the assertion covers more than its test: its message or the code after it is about CUDA"))
	}
	other := g.Kind == semantic.GuardOther && slices.ContainsFunc(atoms, func(a syntax.Node) bool { return !choosesDtype(p, a) && !choosesMoved(p, a) })
	switch {
	case g.Kind == semantic.GuardTest:
		fix.Limit(analyzer.Doubtful("the guarded tests may need CUDA"))
	case g.Kind == semantic.GuardExit:
		fix.Limit(analyzer.Doubtful("the code after the exit may need CUDA"))
	case picksText(p, atom):
		fix.Limit(analyzer.Doubtful(textOfGPUs))
	case other:
		fix.Limit(analyzer.Doubtful("the effect of the result is not known"))
	case g.Kind == semantic.GuardPlacement && forCollectives(p, atom, nil):
		fix.Limit(analyzer.Doubtful(unknownGroup))
	}
	return []analyzer.Fix{fix}
}

// admitting notes on a fix that lifts a refusal which code the refusal protects. The
// fix is unsafe where that code is not visible.
func admitting(p *analyzer.Pass, fix analyzer.Fix, test syntax.Node) analyzer.Fix {
	var known bool
	if fix.Admits, known = p.Model.Admits(test); !known {
		fix.LimitBoth(analyzer.Doubtful("the code after the refusal is not known"))
	}
	return fix
}

// together are the queries covered by one finding: the query itself and those beside it
// in the same statement.
func together(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) []syntax.Node {
	out := []syntax.Node{atom}
	for _, other := range g.Atoms {
		if other != atom && p.Tree.Statement(other) == p.Tree.Statement(atom) {
			out = append(out, other)
		}
	}
	return out
}
