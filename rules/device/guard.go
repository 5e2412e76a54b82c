package device

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

const guardSource = `
## Source

torch.cuda.is_available() and device_count() without CUDA: PyTorch 2.8,
torch/cuda/__init__.py. torch.accelerator finds the Neuron device by itself: AWS
Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst.
`

var guardedPlacement = &analyzer.Rule{
	Code:     "NRN111",
	Name:     "cuda-guarded-placement",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Models or data are placed on a device only where CUDA is available.

## What breaks

Nothing raises: the condition is False on Neuron, the block is skipped, and the
program computes on the host CPU.

## Example

    if torch.cuda.is_available():
        model = model.cuda()

## Use instead

    if torch.accelerator.is_available():
        model = model.to("neuron")

The condition and everything wrong in its block change together or not at all.
In a chain that asks for other accelerators too (mps, xpu) an arm for Neuron is
added and the others stay.
` + guardSource,
	Run: func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardPlacement) },
}

var guardedSync = &analyzer.Rule{
	Code:     "NRN112",
	Name:     "cuda-guarded-sync",
	Category: analyzer.CategoryDistributed,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Process groups or data parallelism are set up only where CUDA is available.

## What breaks

On Neuron the block is skipped without an error: every process trains on its
own, without synchronising gradients, or only one device is used.

## Example

    if torch.cuda.device_count() > 1:
        model = DistributedDataParallel(model)

## Use instead

    if torch.accelerator.device_count() > 1:
        model = DistributedDataParallel(model)

The condition changes only if everything wrong in its block has a fix.
` + guardSource,
	Run: func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardSync) },
}

var cudaAssertion = &analyzer.Rule{
	Code:     "NRN113",
	Name:     "cuda-assertion",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `The program insists on CUDA.

## What breaks

The assertion fails, or the exception is raised, on every Neuron machine.

## Example

    assert torch.cuda.is_available(), "needs an accelerator"
    if not torch.cuda.is_available():
        raise RuntimeError("needs an accelerator")

## Use instead

    assert torch.accelerator.is_available(), "needs an accelerator"
` + guardSource,
	Run: func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardAssertion) },
}

var cudaGuard = &analyzer.Rule{
	Code:     "NRN114",
	Name:     "cuda-guard",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `Code that only runs where CUDA is available.

## What breaks

Often nothing: a block that seeds, synchronises or frees memory on the GPU is
not missed on Neuron, and the finding is for information. Where the block does
something else, or the condition chooses between two ways, Neuron gets what was
meant for the CPU.

## Example

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    dtype = torch.bfloat16 if torch.cuda.is_available() else torch.float32

## Use instead

    dtype = torch.bfloat16 if torch.accelerator.is_available() else torch.float32

A block that is not missed is left alone.
` + guardSource,
	Run: func(p *analyzer.Pass) error {
		return runGuards(p, semantic.GuardHarmless, semantic.GuardOther, semantic.GuardExit)
	},
}

var skippedTest = &analyzer.Rule{
	Code:     "NRN115",
	Name:     "cuda-skipped-test",
	Category: analyzer.CategoryTestGate,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A test is skipped where CUDA is not available.

## What breaks

The test is skipped on Neuron, and the suite is green without having run it.

## Example

    @pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
    def test_forward(): ...

## Use instead

    @pytest.mark.skipif(not torch.accelerator.is_available(), reason="needs an accelerator")
    def test_forward(): ...

The fix is unsafe: a test of CUDA itself is rightly skipped.
` + guardSource,
	Run: func(p *analyzer.Pass) error { return runGuards(p, semantic.GuardTest) },
}

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
			if worst == nil || !oneOf(worst.Kind, kinds) {
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

func gravest(list []*semantic.Guard) *semantic.Guard {
	var worst *semantic.Guard
	for _, g := range list {
		if g.Kind != semantic.GuardIdiom && (worst == nil || g.Kind > worst.Kind) {
			worst = g
		}
	}
	return worst
}

func oneOf(k semantic.GuardKind, kinds []semantic.GuardKind) bool {
	for _, want := range kinds {
		if k == want {
			return true
		}
	}
	return false
}

// verdicts say what each kind of guard means on Neuron.
var verdicts = map[semantic.GuardKind]struct {
	severity analyzer.Severity
	text     string
}{
	semantic.GuardHarmless:  {analyzer.Info, "what it guards is not needed there"},
	semantic.GuardOther:     {analyzer.Warning, "what it guards is skipped there"},
	semantic.GuardTest:      {analyzer.Warning, "the test is skipped there"},
	semantic.GuardExit:      {analyzer.Warning, "the function returns early"},
	semantic.GuardSync:      {analyzer.Error, "processes are not synchronised there"},
	semantic.GuardPlacement: {analyzer.Error, "what it places stays on the host"},
	semantic.GuardAssertion: {analyzer.Error, "the program stops there"},
}

func reportGuard(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) {
	v := verdicts[g.Kind]
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(atom),
		Message:    "`" + rewrite.Code(p, atom) + "` " + answer(p, atom) + " on Neuron: " + v.text,
		Help:       guardHelp(p, g),
		Severity:   v.severity,
		Confidence: analyzer.Certain,
		API:        queryName(p, atom),
		Fact:       fact(p, "torch.cuda.is_available"),
		Related:    guardPlaces(p, atom),
		Fixes:      guardFix(p, atom, g),
	})
}

// answer is what a query yields without CUDA.
func answer(p *analyzer.Pass, atom syntax.Node) string {
	name := queryName(p, atom)
	switch {
	case strings.HasSuffix(name, "device_count"):
		return "is 0"
	case strings.HasSuffix(name, "version.cuda"):
		return "is None"
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

func guardHelp(p *analyzer.Pass, g *semantic.Guard) string {
	switch {
	case g.Kind == semantic.GuardHarmless:
		return "leave it, or remove it with what it guards"
	case g.Vendors:
		return "add an arm for Neuron"
	case p.Target.Rewrite == opsdb.RewriteXLA:
		return "take the branch on Neuron, with `torch_xla.device()` in place of CUDA"
	}
	return "ask `torch.accelerator` instead, together with what the condition guards"
}

// guardPlaces points at the conditions further away that the query decides.
func guardPlaces(p *analyzer.Pass, atom syntax.Node) []analyzer.Related {
	var out []analyzer.Related
	for _, g := range p.Model.GuardsOf(atom) {
		if p.Tree.Within(atom, g.Cond) || len(out) == 3 {
			continue
		}
		out = append(out, analyzer.Related{Span: p.Tree.Span(g.Cond), Message: "decided here"})
	}
	return out
}

func guardFix(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) []analyzer.Fix {
	if g.Kind == semantic.GuardHarmless || p.Target.Rewrite == opsdb.RewriteXLA {
		return []analyzer.Fix{{Title: "leave as it is", Safety: analyzer.Display, Group: rewrite.Group(p, atom)}}
	}
	if vendors(p, atom) {
		return []analyzer.Fix{chainStatement(p, atom, g)}
	}
	atoms := together(p, atom, g)
	fix := analyzer.Fix{
		Title: "ask for any accelerator", Group: rewrite.Group(p, atom), Requires: requires(p),
		Revives: rewrite.GuardsDead(p, atoms),
	}
	fix.Edits, fix.Safety = queryEdits(p, atoms)
	if g.Kind == semantic.GuardTest || g.Kind == semantic.GuardExit || g.Kind == semantic.GuardOther {
		fix.Safety = min(fix.Safety, analyzer.Unsafe)
	}
	return []analyzer.Fix{fix}
}

// together are the queries that one finding stands for: the query itself and
// those beside it in the same statement.
func together(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) []syntax.Node {
	out := []syntax.Node{atom}
	for _, other := range g.Atoms {
		if other != atom && p.Tree.Statement(other) == p.Tree.Statement(atom) {
			out = append(out, other)
		}
	}
	return out
}

// vendors reports whether any guard of the query stands beside arms for other
// accelerators; renaming it would answer for those too.
func vendors(p *analyzer.Pass, atom syntax.Node) bool {
	for _, g := range p.Model.GuardsOf(atom) {
		if g.Vendors {
			return true
		}
	}
	return false
}

// chainStatement adds an arm for Neuron to an if/elif chain whose CUDA arm is
// one statement that names the device.
func chainStatement(p *analyzer.Pass, atom syntax.Node, g *semantic.Guard) analyzer.Fix {
	fix := analyzer.Fix{Title: "add an arm for Neuron", Safety: analyzer.Display, Requires: requires(p)}
	sources := selected(p, g)
	if p.Target.Rewrite != opsdb.RewriteNeuron || len(p.Model.GuardsOf(atom)) != 1 || len(sources) != 1 ||
		len(sources[0].Component.Compares) > 0 || g.Cond != atom {
		return fix
	}
	chain := g.Node
	if p.Tree.Kind(chain) == syntax.KindElif {
		chain = p.Tree.Parent(chain)
	}
	body := p.Tree.Child(g.Node, syntax.FieldConsequence)
	if p.Tree.Kind(chain) != syntax.KindIf || !singleStatement(p, body) {
		return fix
	}
	arm := armText(p, body, sources[0])
	at, indent, ok := armPlace(p, chain, body)
	if arm == "" || !ok {
		return fix
	}
	local, edits := rewrite.Module(p, "torch", g.Node)
	text := indent + "elif " + local + ".accelerator.is_available():\n" + indent + unit(p, chain, body) + arm + "\n"
	fix.Edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, text))
	fix.Safety = idiomSafety(p, sources[0])
	return fix
}

func singleStatement(p *analyzer.Pass, body syntax.Node) bool {
	count := 0
	for range p.Tree.Children(body) {
		count++
	}
	return count == 1
}

// armPlace is the start of the line where a new arm goes: before else, or
// behind the last arm; with the indentation of the chain.
func armPlace(p *analyzer.Pass, chain, body syntax.Node) (at int, indent string, ok bool) {
	src := p.Tree.Source()
	lineStart := func(i int) int { return strings.LastIndexByte(string(src[:i]), '\n') + 1 }
	start := lineStart(p.Tree.Start(chain))
	indent = string(src[start:p.Tree.Start(chain)])
	if strings.TrimSpace(indent) != "" || lineStart(p.Tree.Start(body)) == start {
		return 0, "", false // one-line suites, or elif chains that start elsewhere
	}
	for _, br := range p.Tree.Branches(chain) {
		if br.Cond == syntax.None {
			return lineStart(p.Tree.Start(br.Node)), indent, true
		}
	}
	end := p.Tree.Stop(chain)
	nl := strings.IndexByte(string(src[end:]), '\n')
	if nl < 0 {
		return 0, "", false
	}
	return end + nl + 1, indent, true
}

// unit is the extra indentation of the body of a chain.
func unit(p *analyzer.Pass, chain, body syntax.Node) string {
	src := string(p.Tree.Source())
	start := strings.LastIndexByte(src[:p.Tree.Start(body)], '\n') + 1
	inner := src[start:p.Tree.Start(body)]
	outer := strings.LastIndexByte(src[:p.Tree.Start(chain)], '\n') + 1
	return strings.TrimPrefix(inner, src[outer:p.Tree.Start(chain)])
}
