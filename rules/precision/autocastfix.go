package precision

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// autocastFix writes torch.autocast for the target's device type.
func autocastFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if u.Call == syntax.None && u.Name == cudaAutocast {
		return valueFix(p, u, row)
	}
	if u.Call == syntax.None || p.Tree.InError(u.Call) || throughValue(p, u) {
		return nil
	}
	fix := analyzer.Fix{Title: "cast for the device in use", Requires: usage.Requires(p, row.Ref)}
	fix.Take(rewrite.Trust(row).And(castTrust(p, u)))
	if u.Name == cudaAutocast {
		fix.Edits = renameAutocast(p, u)
	} else {
		literal := p.Tree.Arg(u.Call, 0, "device_type")
		fix.Edits = retype(p, u, literal)
		fix.Group = literalGroup(p, literal)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	return []analyzer.Fix{fix}
}

// castTrust is the trust in an autocast for Neuron in the place of one for CUDA.
func castTrust(p *analyzer.Pass, u usage.Use) analyzer.Trust {
	switch {
	case !p.Model.CastsAlike(u.Call):
		return analyzer.Doubtful("autocast may use a different dtype there than on CUDA")
	case asksCUDA(p, u.Call):
		return analyzer.Doubtful("its arguments query CUDA")
	case switchedOff(p, u):
		return analyzer.Doubtful("it is turned on and off by code, and on Neuron another setting may be wanted")
	case p.Target.Rewrite == opsdb.RewriteNeuron && onCallersDevice(p, u.Call):
		return analyzer.Doubtful("the code in its block may run on the device of its callers, which may be the host")
	}
	return analyzer.Sure()
}

// deviceType is the device type of the rewrite, as an expression; it is not ok where
// there is none at that place.
func deviceType(p *analyzer.Pass, at syntax.Node) (text string, edits []analyzer.Edit, ok bool) {
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		return `"` + rewrite.Native + `"`, nil, true
	case opsdb.RewriteXLA:
		return `"xla"`, nil, true
	}
	return portableType(p, at)
}

// portableType is the type of the device that the code below an autocast computes on, or
// of the accelerator in use where no device is at hand.
func portableType(p *analyzer.Pass, at syntax.Node) (text string, edits []analyzer.Edit, ok bool) {
	hand, ok := p.Model.DeviceWithin(at)
	switch {
	case !ok || p.Tree.InSignature(at):
		return rewrite.AcceleratorType(p, at)
	case hand.Object:
		return hand.Text + ".type", nil, true
	}
	text, edits, ok = rewrite.Qualified(p, "torch.device", at)
	return text + "(" + hand.Text + ").type", edits, ok
}

// retype exchanges a literal "cuda" that is a device type.
func retype(p *analyzer.Pass, u usage.Use, literal syntax.Node) []analyzer.Edit {
	switch p.Target.Rewrite {
	case opsdb.RewriteNeuron:
		return rewrite.DeviceString(p, literal, rewrite.Native)
	case opsdb.RewriteXLA:
		if explicitDtype(p, u) {
			return rewrite.DeviceString(p, literal, "xla")
		}
		return retypeXLA(p, u, literal)
	}
	text, edits, ok := deviceType(p, literal)
	if !ok {
		return nil
	}
	return append(edits, rewrite.Replace(p, literal, text))
}

// retypeXLA adds the dtype as well, where arguments by position leave room.
func retypeXLA(p *analyzer.Pass, u usage.Use, literal syntax.Node) []analyzer.Edit {
	positional, _, splat := p.Tree.ArgCount(u.Call)
	if splat || positional > 1 || p.Tree.Keyword(u.Call, "dtype") != syntax.None {
		return nil
	}
	dtype, edits, ok := xlaDtype(p, literal)
	if !ok {
		return nil
	}
	edits = append(edits, rewrite.DeviceString(p, literal, "xla")...)
	return append(edits, addBehind(p, u.Call, literal, dtype))
}

// addBehind adds an argument behind the one that a literal is, and behind the
// parentheses of that.
func addBehind(p *analyzer.Pass, call, literal syntax.Node, text string) analyzer.Edit {
	at := p.Tree.Stop(literal)
	for arg := range p.Tree.Args(call) {
		if p.Tree.Within(literal, arg.Node) {
			at = p.Tree.Stop(arg.Node)
		}
	}
	return rewrite.Edit(p, source.Span{Start: at, End: at}, ", "+text)
}

// xlaDtype is the argument that names the dtype an XLA device casts to.
func xlaDtype(p *analyzer.Pass, at syntax.Node) (text string, edits []analyzer.Edit, ok bool) {
	text, edits, ok = rewrite.Qualified(p, "torch.bfloat16", at)
	return "dtype=" + text, edits, ok
}

// literalGroup ties the fix to the other members of the literal's component.
func literalGroup(p *analyzer.Pass, literal syntax.Node) analyzer.GroupID {
	if p.Model.DeviceAt(literal) == nil {
		return ""
	}
	return rewrite.Group(p, literal)
}

// renameAutocast writes torch.autocast for torch.cuda.amp.autocast. That has
// no device type before its other parameters, so those become keywords.
func renameAutocast(p *analyzer.Pass, u usage.Use) []analyzer.Edit {
	text, edits, typed := deviceType(p, u.Node)
	renamed := rewrite.Rename(p, u.Node, "torch.autocast")
	named, ok := rewrite.Keywords(p, u.Call, "enabled", "dtype", "cache_enabled")
	if !ok || !typed || len(renamed) == 0 {
		return nil
	}
	if p.Target.Rewrite == opsdb.RewriteXLA && !explicitDtype(p, u) {
		if p.Tree.Arg(u.Call, 1, "dtype") != syntax.None {
			return nil
		}
		dtype, more, ok := xlaDtype(p, u.Node)
		if !ok {
			return nil
		}
		text, edits = text+", "+dtype, append(edits, more...)
	}
	at := p.Tree.Start(p.Tree.Child(u.Call, syntax.FieldArguments)) + 1
	for a := range p.Tree.Args(u.Call) {
		at, text = p.Tree.Start(a.Node), text+", "
		break
	}
	if len(named) > 0 && named[0].Span.Start == at { // one insertion at one place
		text, named = text+named[0].Text, named[1:]
	}
	edits = append(edits, named...)
	edits = append(edits, renamed...)
	edits = append(edits, rewrite.Edit(p, source.Span{Start: at, End: at}, text))
	return rewrite.Once(edits)
}
