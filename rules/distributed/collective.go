package distributed

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var collective = &analyzer.Rule{
	Code:     "NRN406",
	Name:     "undocumented-collective",
	Category: analyzer.CategoryDistributed,
	Since:    "0.1.0",
	Doc: `Communication between processes that Neuron does not support or document.

## What breaks

Neuron supports or documents these only in part:

- Object collectives (broadcast_object_list, all_gather_object) move pickled bytes
  through the device of the process group.
- Point-to-point communication (send, recv, batch_isend_irecv) and uneven splits exist
  only in part in a pre-release of the native backend.
- torch.distributed.pipelining is supported from SDK 2.33 on.
- torch.distributed.rpc and symmetric memory are made for CUDA.
- SyncBatchNorm raises for tensors of torch-xla as soon as there are several processes;
  for the native backend nothing is documented.

## Example

    dist.broadcast_object_list(config, src=0)
    model = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)

## When there is no fix

Exchange objects over a group of the host:

    host = dist.new_group(backend="gloo")
    dist.broadcast_object_list(config, src=0, group=host)

## When it is reported

- as a note that says "may", if only judgement supports it
- a class built on SyncBatchNorm at its definition, with the places that create it
- RPC once for a file, if a tensor visibly goes from the device to another process: as
  an argument, as the result of a function run there, or by a device map

Groups with a host backend ("gloo") are not recognised.

## Source

Cited with the finding: AWS Neuron SDK 2.32,
frameworks/torch/pytorch-native-overview.rst; the source of PyTorch 2.8; a
pre-release snapshot of the native backend.
`,
	Words: words.Torch,
	Run:   runCollective,
}

func runCollective(p *analyzer.Pass) error {
	known := func(name string) bool { return len(p.DB.Collectives(name, p.Target)) > 0 }
	remote := false
	for u := range usage.Of(p, known) {
		if u.Call == syntax.None || p.Model.GuardedForNeuron(u.Node) || overHost(p, u.Call) {
			continue
		}
		if isRPC(u.Name) {
			if remote || len(crossing(p)) == 0 {
				continue
			}
			remote = true
		}
		for _, c := range p.DB.Collectives(u.Name, p.Target) {
			if at := concerned(p, u, c); at != syntax.None {
				reportCollective(p, u, c, at)
				break // one finding a call
			}
		}
	}
	reportDerived(p)
	return nil
}

// reportDerived reports classes that are made of one which exchanges by itself:
// class Norm(nn.SyncBatchNorm).
func reportDerived(p *analyzer.Pass) {
	for _, class := range p.Model.Classes() {
		for base := range p.Tree.Bases(class) {
			name, conf := p.Model.Name(base.Value)
			rows := p.DB.Collectives(name, p.Target)
			if base.Name != syntax.None || len(rows) == 0 || rows[0].Argument != "" || p.Model.GuardedForNeuron(class) {
				continue
			}
			reportCollective(p, usage.Use{Node: base.Value, Name: name, Confidence: conf}, rows[0], base.Value, p.Places("made here", constructions(p, class)...)...)
		}
	}
}

// constructions are the calls of the file that make an object of one of its classes.
func constructions(p *analyzer.Pass, class syntax.Node) (calls []syntax.Node) {
	for _, call := range p.Model.Calls() {
		if callee := p.Tree.Callee(call); p.Model.Ref(callee).Def == class {
			calls = append(calls, callee)
		}
	}
	return calls
}

func reportCollective(p *analyzer.Pass, u usage.Use, c opsdb.Collective, at syntax.Node, related ...analyzer.Related) {
	subject := u.Name
	if c.Argument != "" {
		subject = c.Argument
	}
	d := analyzer.Diagnostic{
		Span: p.Tree.Span(at), Severity: analyzer.Info, Confidence: u.Confidence, API: u.Name, Fact: c.Ref,
		Message: "`" + subject + "` " + c.Reason,
		Help:    "use " + c.Instead,
		Related: related,
	}
	if c.Consequence == opsdb.Raises {
		d.Severity = analyzer.Error
	}
	if isRPC(u.Name) {
		d.Related = p.Places("sent from the device to another process here", crossing(p)...)
	}
	p.Report(d)
}

// concerned is the part of a call that a row is about: the argument, or the function;
// None if the argument is absent or None.
func concerned(p *analyzer.Pass, u usage.Use, c opsdb.Collective) syntax.Node {
	if c.Argument == "" {
		return u.Node
	}
	arg := p.Tree.Arg(u.Call, c.Position, c.Argument)
	if p.Tree.Kind(arg) == syntax.KindNoneLiteral {
		return syntax.None
	}
	return arg
}

// overHost reports whether a call names a group that is made for the host.
func overHost(p *analyzer.Pass, call syntax.Node) bool {
	for _, d := range p.Model.ReachingDefs(p.Tree.Keyword(call, "group")) {
		if name, _ := p.Model.CallName(d.Value); name != "torch.distributed.new_group" {
			continue
		}
		backend, ok := p.Model.Constant(p.Tree.Arg(d.Value, 2, "backend"))
		if ok && backend.Text == "gloo" {
			return true
		}
	}
	return false
}
