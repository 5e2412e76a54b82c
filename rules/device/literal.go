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
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var deviceLiteral = &analyzer.Rule{
	Code:     "NRN101",
	Name:     "cuda-device-literal",
	Category: analyzer.CategoryDevice,
	Fix:      analyzer.Safe,
	Since:    "0.1.0",
	Doc: `A string that becomes a CUDA device.

## What breaks

Trainium and Inferentia have no CUDA device: the first tensor placed there raises. The
string is followed to its use as a device, through variables, attributes, parameters and
defaults, command-line options, dictionaries, f-strings and return values.

## Example

    device = torch.device("cuda:0")
    parser.add_argument("--device", default="cuda")

## Use instead

    device = torch.device("neuron:0")
    parser.add_argument("--device", default="neuron")

The literal and all tests of the device change together or not at all, in all files
of the project that have them. So do the help of an option, the line of a docstring
about a parameter or a field, and a comment behind the literal, where they name the
device.

The fix is unsafe where:

- an index is computed: it counted GPUs and would count NeuronCores
- the device is passed to unknown code, or becomes part of a command, a path or a name
- no place is known that takes it
- objects placed there are for CUDA kernels, such as those of bitsandbytes (only a note
  where the function imports them and needs them)
- the command line, the environment or a caller outside the project can choose the
  device, and it is tested

The default of an option that nothing tests is safe to change: anyone who passes "cuda"
by hand gets the same as before.

With --rewrite xla the device is "xla". The fix takes along the import of torch_xla,
torch_xla.sync() behind each step of training (NRN608), and torch_xla.manual_seed behind
torch.manual_seed, which does not seed XLA devices. It is safe only in a file that has
these steps itself, and starts and joins no other processes.

With --rewrite portable the device in scope is used, or else the accelerator in use. A
device is in scope where a variable, a parameter or an attribute of self surely holds the
same one:

- it is bound once, before the place
- each of its possible values comes from a plain "cuda" of this file, or from
  "cuda" if torch.cuda.is_available() else "cpu"
- all calls of the function are known
- that literal changes, too

So is x.device where the new tensor meets the tensor x in arithmetic, torch.cat,
torch.stack or torch.where, and PyTorch would not take it from another device.

## When it is reported as a note

- nn.Softmax().to("cuda") moves nothing, as the module holds no tensor: the fix takes
  .to("cuda") off
- an option, or a Literal type, that offers "cuda" breaks nothing by that: the fix adds
  "neuron" to the choices along with the default, which has to be one of them

## When it is silent

- a "cuda" that never becomes a device: log text, dictionary keys, documentation

## Source

torch.device("neuron"): AWS Neuron SDK 2.32, frameworks/torch/pytorch-native-overview.rst
(closed beta from SDK 2.27, public from 2.33, on Trn2 and Trn3).
`,
	Words: words.Device,
	Run:   runDeviceLiteral,
}

func runDeviceLiteral(p *analyzer.Pass) error {
	if ofOtherFramework(p) {
		return nil
	}
	ls := &literals{pass: p, takes: make(map[*semantic.Sink]analyzer.Trust)}
	for _, s := range p.Model.Devices() {
		if !p.Model.GuardedForNeuron(s.Node) && !selectedByGuard(p, s.Node) && !onlyPrecision(p, s) && !onlyMapLocation(s) && !movesNothingTo(p, s) {
			ls.report(s, false)
		}
	}
	for _, s := range p.Model.Choices() {
		if !p.Model.GuardedForNeuron(s.Node) {
			reportChoice(p, s)
		}
	}
	for _, s := range p.Model.Exported() {
		if !p.Model.GuardedForNeuron(s.Node) {
			ls.report(s, true)
		}
	}
	return nil
}

// ofOtherFramework reports whether a file computes with a framework other than PyTorch,
// whose device names are not PyTorch's even where they look alike.
func ofOtherFramework(p *analyzer.Pass) bool {
	return !p.Model.TextHas("torch") && (p.Model.ImportsAny(otherFrameworks[:]...) || p.Model.FromProjectOf(otherFrameworks[:]))
}

// otherFrameworks are the packages of frameworks that use the same device names as
// PyTorch.
var otherFrameworks = [...]string{"paddle", "mxnet", "mindspore", "oneflow"}

// report reports a literal; conditional if only other files can show that it
// becomes a device.
func (ls *literals) report(s *semantic.Source, conditional bool) {
	p := ls.pass
	conf, severity := s.Confidence(), literalSeverity(s)
	if neverRead(p, s) || faked(p, s) {
		conf = analyzer.Possible
	}
	replaced := p.Model.DefaultReplaced(s.Node)
	if replaced || behindImport(p, s.Node) {
		severity = analyzer.Info
	}
	p.Report(analyzer.Diagnostic{
		Span:        p.Tree.Span(s.Node),
		Message:     literalMessage(p, s, replaced),
		Help:        literalHelp(p, s),
		Severity:    severity,
		Confidence:  conf,
		Conditional: conditional,
		API:         s.Sinks[0].API,
		Fact:        fact(p, "torch.device"),
		Related:     origin.Deciding(p, s.Node, sinkPlaces(p, s)),
		Fixes:       literalFixes(p, s, ls.fix(s)),
	})
}

// onlyPrecision reports whether the literal is written directly as the device
// type of autocast or GradScaler, which NRN301 and NRN302 judge together with
// the dtype.
func onlyPrecision(p *analyzer.Pass, s *semantic.Source) bool {
	for _, k := range s.Sinks {
		if k.Node != s.Node || byAnotherName(p, k.Call) || !strings.HasSuffix(k.API, ".autocast") && !strings.HasSuffix(k.API, ".GradScaler") {
			return false
		}
	}
	return true
}

// byAnotherName reports whether a call goes through a variable that holds the
// function, scope = autocast; scope("cuda"), or binds its arguments only:
// partial(autocast, "cuda").
func byAnotherName(p *analyzer.Pass, call syntax.Node) bool {
	if name, _ := p.Model.CallName(call); name == "functools.partial" {
		return true
	}
	sym := p.Model.Symbol(p.Tree.Callee(call))
	return sym != nil && sym.Defs[0].Kind != semantic.DefImport
}

// onlyMapLocation leaves checkpoints to NRN108.
func onlyMapLocation(s *semantic.Source) bool { return len(mapSinks(s)) > 0 }

// literalSeverity is Error, since placing a tensor raises; autocast and
// GradScaler only switch themselves off.
func literalSeverity(s *semantic.Source) analyzer.Severity {
	if s.Places() && s.Sinks[0].Role != semantic.RoleNamed {
		return analyzer.Error
	}
	return analyzer.Warning // nothing but a name says that it becomes a device, or nothing is placed
}

// mapSinks are the places where a literal says where to load a checkpoint; nil
// if it acts anywhere else. A torch.device around it does not count.
func mapSinks(s *semantic.Source) []semantic.Sink {
	var out []semantic.Sink
	for _, k := range s.Sinks {
		switch {
		case k.Role == semantic.RoleMap:
			out = append(out, k)
		case k.API != "torch.device":
			return nil
		}
	}
	return out
}

func literalMessage(p *analyzer.Pass, s *semantic.Source, replaced bool) string {
	text := "`" + rewrite.Code(p, s.Node) + "`"
	switch {
	case s.CLI != syntax.None:
		return "the option's default " + text + " is a CUDA device, which Neuron does not have"
	case replaced:
		return text + " is a CUDA device, which Neuron does not have; every call here replaces this default"
	case s.Default != syntax.None:
		name := p.Tree.Text(p.Tree.Child(s.Default, syntax.FieldName))
		return "parameter `" + name + "` defaults to " + text + ", a device that Neuron does not have"
	case s.Form == semantic.FormComputed:
		return text + " selects a CUDA device by number; Neuron has none"
	case s.Sinks[0].Role == semantic.RoleDeviceMap:
		return "`device_map` places the model on " + text + ", which Neuron does not have"
	}
	return text + " is a CUDA device, which Neuron does not have"
}

func literalHelp(p *analyzer.Pass, s *semantic.Source) string {
	switch p.Target.Rewrite {
	case opsdb.RewritePortable:
		return "use the device in scope, or get it from `torch.accelerator.current_accelerator()`"
	case opsdb.RewriteXLA:
		return "use the device `\"xla\"`, with `import torch_xla`; each process drives one NeuronCore"
	}
	switch s.Form {
	case semantic.FormComputed:
		return "use `\"neuron\"` where the launcher assigns each process its core; an index counts NeuronCores"
	case semantic.FormIndexed:
		return "use the device `\"neuron:" + s.Index + "\"`"
	}
	return "use the device `\"neuron\"`"
}

// sinkPlaces lists the other lines where the literal acts, beginning with those that
// best show how it gets there.
func sinkPlaces(p *analyzer.Pass, s *semantic.Source) []analyzer.Related {
	return acting(p, s.Node, tellingFirst(p, s.Sinks), "becomes a device here")
}

// acting are the lines but its own in which a literal acts.
func acting(p *analyzer.Pass, literal syntax.Node, sinks []semantic.Sink, message string) []analyzer.Related {
	var out []analyzer.Related
	said := map[int]bool{rewrite.Line(p, literal): true}
	for _, k := range sinks {
		line := rewrite.Line(p, k.Node)
		if k.Role == semantic.RoleNamed || k.Role == semantic.RoleLinked || said[line] || len(out) == analyzer.MaxRelated {
			continue
		}
		said[line] = true
		out = append(out, analyzer.Related{Span: p.Tree.Span(k.Node), Message: message})
	}
	return out
}

// tellingFirst begins with one place of each function, and among them with the places
// that make a device: the others take that device.
func tellingFirst(p *analyzer.Pass, sinks []semantic.Sink) []semantic.Sink {
	sinks = sinks[:min(len(sinks), analyzer.MaxRelated)]
	makes := func(k semantic.Sink) bool { return k.API == "torch.device" }
	made := slices.DeleteFunc(slices.Clone(sinks), func(k semantic.Sink) bool { return !makes(k) })
	taken := slices.DeleteFunc(slices.Clone(sinks), makes)
	met := make(map[syntax.Node]bool)
	var first, others []semantic.Sink
	for _, k := range append(made, taken...) {
		if fn := p.Tree.EnclosingFunction(k.Node); met[fn] {
			others = append(others, k)
		} else {
			met[fn] = true
			first = append(first, k)
		}
	}
	return append(first, others...)
}
