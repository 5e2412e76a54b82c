package device

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var mapLocation = &analyzer.Rule{
	Code:     "NRN108",
	Name:     "cuda-map-location",
	Category: analyzer.CategoryCheckpoint,
	Fix:      analyzer.Unsafe,
	Since:    "0.1.0",
	Doc: `A checkpoint is loaded onto a CUDA device.

## What breaks

torch.load with map_location="cuda", with a dictionary whose values are CUDA
devices, or with a function that calls .cuda() raises on Neuron.

## Example

    state = torch.load(path, map_location="cuda")
    state = torch.load(path, map_location={"cuda:0": f"cuda:{rank}"})
    state = torch.load(path, map_location=lambda storage, loc: storage.cuda())

## Use instead

    state = torch.load(path, map_location="cpu")

Loading on the host works on every machine; load_state_dict then copies the values to
the module's device. The fix is unsafe because tensors used directly from the checkpoint
must then be moved. The keys of a dictionary name the device that the file was saved
from and are never changed.

## Source

Moving after loading on the host: judgement, on the ground of the AWS Neuron
SDK 2.26.1 PyTorch NeuronX training programming guide.
`,
	Words: words.Device,
	Run:   runMapLocation,
}

func runMapLocation(p *analyzer.Pass) error {
	for _, s := range p.Model.Devices() {
		if onlyMapLocation(s) && !p.Model.GuardedForNeuron(s.Node) && !selectedByGuard(p, s.Node) {
			reportMapLocation(p, p.Tree.Span(s.Node), s.Sinks[0].API, locationParameter(p, s), s.Confidence(), literalMapFix(p, s), acting(p, s.Node, mapSinks(s), "loads to it here")...)
		}
	}
	for _, call := range p.Model.Calls() {
		conf, ok := movesToCUDA(p, call)
		fn := mappingFunction(p, call)
		if !ok || fn == syntax.None || p.Model.GuardedForNeuron(call) {
			continue
		}
		reportMapLocation(p, p.Tree.Span(call), "torch.load", "map_location", conf, mapperFix(p, fn, call))
	}
	return nil
}

// locationParameter is the name under which the loader takes the location: safetensors
// calls it device.
func locationParameter(p *analyzer.Pass, s *semantic.Source) string {
	for _, k := range mapSinks(s) {
		for a := range p.Tree.Args(k.Call) {
			if a.Name != syntax.None && p.Tree.Within(k.Node, a.Value) {
				return p.Tree.Text(a.Name)
			}
		}
		for _, param := range p.DB.DeviceParams(k.API) {
			if semantic.Role(param.Role) == semantic.RoleMap {
				return param.Name
			}
		}
	}
	return "map_location"
}

func reportMapLocation(p *analyzer.Pass, span source.Span, api, parameter string, conf analyzer.Confidence, fix analyzer.Fix, loads ...analyzer.Related) {
	p.Report(analyzer.Diagnostic{
		Span:       span,
		Message:    "the checkpoint is loaded onto a CUDA device, which Neuron does not have",
		Help:       "load with `" + parameter + "=\"cpu\"`, then move the result",
		Severity:   analyzer.Error,
		Confidence: conf,
		API:        api,
		Fact:       fact(p, "torch.load"),
		Related:    loads,
		Fixes:      []analyzer.Fix{fix},
	})
}

// literalMapFix loads to the host: the whole expression around the literal
// becomes "cpu"; in a dictionary of locations, the value.
func literalMapFix(p *analyzer.Pass, s *semantic.Source) analyzer.Fix {
	fix := toHost(p, p.Tree.Span(outerExpression(p, s.Node)))
	fix.Group = rewrite.Group(p, s.Node)
	return fix
}

// outerExpression is the whole expression that computes the location: the
// literal with its %, + or format around it.
func outerExpression(p *analyzer.Pass, n syntax.Node) syntax.Node {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindBinaryOperator, syntax.KindParenthesized:
			n = parent
		case syntax.KindAttribute:
			call := p.Tree.Parent(parent)
			if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Object(parent) != n {
				return n
			}
			n = call
		case syntax.KindArgumentList:
			call := p.Tree.Parent(parent)
			if name, _ := p.Model.CallName(call); name != "torch.device" {
				return n
			}
			n = call
		default:
			return n
		}
	}
}

func toHost(p *analyzer.Pass, span source.Span) analyzer.Fix {
	fix := analyzer.Fix{Title: "load on the host", Edits: []analyzer.Edit{rewrite.Edit(p, span, `"cpu"`)}}
	fix.Take(analyzer.Doubtful("the tensors then stay on the host until code moves them"))
	return fix
}

// inMapLocation reports whether a .cuda() stands in a function that maps
// storages, which NRN108 judges.
func inMapLocation(p *analyzer.Pass, call syntax.Node) bool {
	return mappingFunction(p, call) != syntax.None
}

// mapperFix writes "cpu" in place of a lambda; the argument of a named function is on
// the host already.
func mapperFix(p *analyzer.Pass, fn, call syntax.Node) analyzer.Fix {
	if p.Tree.Kind(fn) == syntax.KindLambda {
		return toHost(p, p.Tree.Span(fn))
	}
	fix := toHost(p, p.Tree.Span(call))
	fix.Edits = []analyzer.Edit{rewrite.Edit(p, source.Span{Start: p.Tree.Stop(p.Tree.Object(p.Tree.Callee(call))), End: p.Tree.Stop(call)}, "")}
	return fix
}

// mappingFunction is the function around call that is passed as map_location: a lambda,
// or a function that the file uses for nothing else. There call moves the argument of
// that function.
func mappingFunction(p *analyzer.Pass, call syntax.Node) syntax.Node {
	fn := p.Tree.EnclosingFunction(call)
	if p.Tree.Kind(fn) == syntax.KindLambda && mapsLocation(p, fn) {
		return fn
	}
	sym := p.Model.Symbol(p.Tree.FuncName(fn))
	if p.Tree.Kind(fn) != syntax.KindFunction || sym == nil || len(sym.Uses) == 0 || !reach.FromParameter(p.Model, p.Tree.Object(p.Tree.Callee(call))) ||
		slices.ContainsFunc(sym.Uses, func(use syntax.Node) bool { return !mapsLocation(p, use) }) {
		return syntax.None
	}
	return fn
}

// mapsLocation reports whether a function is passed as map_location.
func mapsLocation(p *analyzer.Pass, fn syntax.Node) bool {
	outer := p.Tree.Parent(fn)
	if p.Tree.Kind(outer) == syntax.KindKeywordArgument {
		return p.Tree.Text(p.Tree.Child(outer, syntax.FieldName)) == "map_location"
	}
	load := p.Tree.Parent(outer)
	name, _ := p.Model.CallName(load)
	return (name == "torch.load" || name == "torch.jit.load") && p.Tree.Arg(load, 1, "map_location") == fn
}
