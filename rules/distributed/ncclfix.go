package distributed

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// xlaBackend is the module whose import registers the backend "xla".
const xlaBackend = "torch_xla.distributed.xla_backend"

// backendRow is the argument for init_process_group under the rewrite.
func backendRow(p *analyzer.Pass) opsdb.Replacement {
	row, _ := p.DB.Replacement("torch.distributed.init_process_group", p.Target.Rewrite)
	return row
}

func quoted(s string) string { return `"` + s + `"` }

// fixes exchange the literal, and the literals that its holder is compared with.
func (b *backend) fixes(p *analyzer.Pass, group analyzer.GroupID) []analyzer.Fix {
	row := backendRow(p)
	if strings.HasPrefix(b.api, "transformers.") || strings.HasPrefix(b.api, "trl.") {
		return nil // it knows a list of backends, without Neuron's
	}
	fix := analyzer.Fix{
		Title: "use the backend for Neuron", Requires: usage.Requires(p, row.Ref), Group: group,
	}
	fix.Take(rewrite.Trust(row).And(b.trust(p)))
	if group == "" {
		fix.Group = bundle(p, b.literal)
	}
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		fix.Edits = exchange(p, b.literal, rewrite.Native)
	case opsdb.RewriteXLA:
		fix.Edits = exchange(p, b.literal, "xla")
		imports, ok := rewrite.Registered(p, xlaBackend, b.literal)
		if !ok {
			return nil
		}
		if len(fix.Edits) > 0 {
			fix.Edits = append(fix.Edits, imports...)
		}
	default:
		fix.Edits = b.askFor(p, row.Text, group)
	}
	if len(fix.Edits) == 0 || p.Tree.InError(b.literal) || behindNCCL(p, b.literal) {
		return nil
	}
	for _, test := range b.tests {
		fix.Edits = append(fix.Edits, testEdits(p, test)...)
	}
	return []analyzer.Fix{fix}
}

// trust is the trust in another backend in the place of the literal.
func (b *backend) trust(p *analyzer.Pass) analyzer.Trust {
	text, _ := p.Tree.StringValue(b.literal)
	options := p.Tree.Keyword(b.sinkCall(p), "pg_options")
	switch {
	case b.through == open:
		return b.keptTrust(p)
	case b.api != "torch.distributed.init_process_group" && b.api != "torch.distributed.new_group":
		return analyzer.Doubtful("it is not documented that `" + b.api + "` takes the backend of Neuron")
	case spawnsAlone(p):
		return analyzer.Doubtful("the file starts its own processes, and sets no LOCAL_RANK to give them a NeuronCore")
	case options != syntax.None && p.Tree.Kind(options) != syntax.KindNoneLiteral:
		return p.DoubtfulAt(options, "the options on this line are NCCL's")
	case text != "nccl":
		return analyzer.Doubtful("the string names more than one backend")
	}
	return analyzer.Sure()
}

// sinkCall is the call that takes the backend.
func (b *backend) sinkCall(p *analyzer.Pass) syntax.Node {
	args := p.Tree.Parent(b.sink)
	if p.Tree.Kind(args) == syntax.KindKeywordArgument {
		args = p.Tree.Parent(args)
	}
	return p.Tree.Parent(args)
}

// behindNCCL reports whether a literal is chosen by a question about NCCL itself,
// as in "nccl" if dist.is_nccl_available() else "gloo". On Neuron the answer is no,
// so that another backend there would be chosen nowhere.
func behindNCCL(p *analyzer.Pass, literal syntax.Node) bool {
	for n := p.Tree.Parent(literal); n != syntax.None; n = p.Tree.Parent(n) {
		switch p.Tree.Kind(n) {
		case syntax.KindConditional, syntax.KindIf, syntax.KindElif:
			if asksForNCCL(p, p.Tree.Condition(n)) {
				return true
			}
		case syntax.KindFunction, syntax.KindClass:
			return false
		}
	}
	return false
}

// asksForNCCL reports whether a condition asks whether NCCL is there, or for options
// that are NCCL's.
func asksForNCCL(p *analyzer.Pass, cond syntax.Node) bool {
	for n := range p.Tree.All(cond) {
		if name, _ := p.Model.CallName(n); name == "torch.distributed.is_nccl_available" || name == "torch.cuda.nccl.is_available" {
			return true
		}
		if p.Tree.Kind(n) == syntax.KindIdentifier && p.Tree.View(n) == "pg_options" {
			return true
		}
	}
	return false
}

// spawnsAlone reports whether the file starts its processes itself and never speaks of
// LOCAL_RANK, by which a launcher gives each its NeuronCore.
func spawnsAlone(p *analyzer.Pass) bool {
	return p.Target.Rewrite.Stack() != "xla" && !p.Model.TextHas("LOCAL_RANK") &&
		p.Model.CallsAny("torch.multiprocessing.spawn", "torch.multiprocessing.start_processes")
}

// bundle is the group of the test of a device that decides whether the literal
// is used: {"cuda": "nccl"}[device.type], or an arm of an if or a conditional
// expression. Changing the backend without the test would change nothing.
func bundle(p *analyzer.Pass, literal syntax.Node) analyzer.GroupID {
	for _, c := range p.Model.Compares() {
		if decider := decides(p.Tree, c.Node); p.Tree.Within(literal, decider) && !p.Model.GuardedForNeuron(c.Literal) {
			return rewrite.Group(p, c.Literal)
		}
	}
	return ""
}

// decides is the if, elif, conditional expression or lookup that a test of a
// device decides.
func decides(t *syntax.Tree, test syntax.Node) syntax.Node {
	for n := test; ; n = t.Parent(n) {
		switch t.Kind(n) {
		case syntax.KindComparison, syntax.KindCall, syntax.KindParenthesized, syntax.KindBooleanOperator, syntax.KindNotOperator:
		default:
			return n
		}
	}
}

// askFor writes a call that asks for the default backend of the accelerator;
// only where the literal is the argument and nothing tests for NCCL, since the
// answer is computed there and has no one name.
func (b *backend) askFor(p *analyzer.Pass, api string, group analyzer.GroupID) []analyzer.Edit {
	if b.literal != b.sink || len(b.tests) > 0 || group != "" {
		return nil
	}
	name, edits, ok := rewrite.Qualified(p, api, b.literal)
	device, more, known := rewrite.AcceleratorType(p, b.literal)
	if !ok || !known {
		return nil
	}
	edits = append(edits, more...)
	return rewrite.Once(append(edits, rewrite.Replace(p, b.literal, name+"("+device+")")))
}

// exchange writes another backend into a literal, with the type of device
// where the literal names one.
func exchange(p *analyzer.Pass, literal syntax.Node, name string) []analyzer.Edit {
	info, ok := p.Tree.String(literal)
	if !ok {
		return nil
	}
	text := string(p.Tree.Source()[info.Content.Start:info.Content.End])
	parts := strings.Split(text, ",")
	for i, part := range parts {
		switch strings.ToLower(part) {
		case "nccl":
			parts[i] = name
		case "cuda:nccl":
			parts[i] = name + ":" + name
		}
	}
	if changed := strings.Join(parts, ","); changed != text {
		return []analyzer.Edit{rewrite.Edit(p, info.Content, changed)}
	}
	return nil
}

// testEdits exchange the backend that something is tested for; under portable
// the backend has no one name.
func testEdits(p *analyzer.Pass, literal syntax.Node) []analyzer.Edit {
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		return exchange(p, literal, rewrite.Native)
	case opsdb.RewriteXLA:
		return exchange(p, literal, "xla")
	}
	return nil
}

// isCompared reports whether a literal is an operand of a comparison, and not one of a
// list there.
func isCompared(p *analyzer.Pass, literal syntax.Node) bool {
	return p.Tree.Kind(p.Tree.Parent(literal)) == syntax.KindComparison
}

// testFix exchanges the backend that get_backend() is tested for; set is
// whether this file sets the backend.
func testFix(p *analyzer.Pass, literal syntax.Node, group analyzer.GroupID, set bool) []analyzer.Fix {
	edits := testEdits(p, literal)
	if !isCompared(p, literal) && p.Target.Rewrite == opsdb.RewriteNeuron {
		at := source.Span{Start: p.Tree.Stop(literal), End: p.Tree.Stop(literal)}
		edits = []analyzer.Edit{rewrite.Edit(p, at, ", "+quoted(rewrite.Native))}
	}
	if len(edits) == 0 {
		return nil
	}
	row := backendRow(p)
	fix := analyzer.Fix{Title: "test for the backend of Neuron", Requires: usage.Requires(p, row.Ref), Group: group, Edits: edits}
	if fix.Take(rewrite.Trust(row)); !set {
		fix.Limit(analyzer.Doubtful("this file does not set the tested backend"))
	}
	return []analyzer.Fix{fix}
}
