package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// fixes returns the fixes that the row allows for this use.
func fixes(p *analyzer.Pass, u usage.Use, row opsdb.Replacement) []analyzer.Fix {
	if u.Longer && u.Name != "torch.cuda.OutOfMemoryError" || p.Tree.InError(u.Node) || p.Model.AskedFor(u.Call) {
		return nil
	}
	if call, args := numbersDDP(p, u); len(args) > 0 {
		return rewrite.DropNumbers(p, call)
	}
	fix := analyzer.Fix{Requires: usage.Requires(p, row.Ref)}
	fix.Take(rowTrust(p, u, row))
	switch device := waitedFor(p, u); {
	case row.API == "":
		return aliasFix(p, u)
	case device.Node != syntax.None:
		waitFix(p, u, device, &fix)
	case seeds(u.Name):
		seedFix(p, u, row, &fix)
	case row.Action == opsdb.ActionRename:
		renameFix(p, u, row.Text, &fix)
	case row.Action == opsdb.ActionRemove:
		removeFix(p, u, &fix)
	case row.Action == opsdb.ActionRewrite:
		rewriteFix(p, u, row, &fix)
	}
	if len(fix.Edits) == 0 {
		return nil
	}
	if len(p.Model.GuardsOf(u.Call)) > 0 {
		fix.Group = rewrite.Group(p, u.Call)
		fix.Revives, fix.Shared = rewrite.GuardsDead(p, []syntax.Node{u.Call}), p.Model.Shared([]syntax.Node{u.Call})
	} else if lit := besideLiteral(p, u.Call); lit != syntax.None {
		fix.Group = rewrite.Group(p, lit)
	}
	if caught(p.Tree, u.Node) {
		fix.Limit(analyzer.Doubtful("an exception of the call is caught here, and the counterpart may raise a different one"))
	}
	return []analyzer.Fix{fix}
}

// besideLiteral is the device literal in torch.device("cuda", CALL) or
// f"cuda:{CALL}", which changes together with the index or not at all.
func besideLiteral(p *analyzer.Pass, call syntax.Node) syntax.Node {
	outer := p.Tree.Parent(p.Tree.Parent(call))
	lit := outer
	if name, _ := p.Model.CallName(outer); name == "torch.device" {
		lit = p.Tree.Arg(outer, 0, "type")
	}
	if p.Model.DeviceAt(lit) == nil {
		return syntax.None
	}
	return lit
}

// caught reports whether exceptions raised at n are caught in the same function: the
// counterpart may raise another exception.
func caught(t *syntax.Tree, n syntax.Node) bool {
	for p := t.Parent(n); p != syntax.None; p = t.Parent(p) {
		switch t.Kind(p) {
		case syntax.KindTry:
			return t.Within(n, t.Child(p, syntax.FieldBody))
		case syntax.KindFunction, syntax.KindClass:
			return false
		}
	}
	return false
}

// renameFix writes the counterpart's name, if it can take the same arguments.
func renameFix(p *analyzer.Pass, u usage.Use, name string, fix *analyzer.Fix) {
	if u.Call == syntax.None {
		if query(u.Name) || !aliasFits(p, u.Node) {
			fix.Limit(analyzer.Doubtful("the function is passed on, and its calls are not visible"))
		}
	} else if !argumentsFit(p, u, name) {
		return
	} else if positional, keyword, _ := p.Tree.ArgCount(u.Call); positional+keyword > 0 {
		fix.Limit(analyzer.Doubtful("the arguments of the call were meant for CUDA"))
	} else if decides(p, u) {
		fix.Limit(analyzer.Doubtful(decided(u.Name)))
	}
	fix.Title = "use " + name
	if fix.Edits = rewrite.Rename(p, u.Node, name); len(fix.Edits) > 0 && byPosition(name) {
		unnamed, ok := deviceByPosition(p, u.Call)
		if fix.Edits = append(fix.Edits, unnamed...); !ok {
			fix.Edits = nil
		}
	}
}

// byPosition reports whether a function takes its device by position alone.
func byPosition(name string) bool {
	return name == "torch.accelerator.current_stream" || name == "torch.accelerator.set_device_index" || name == "torch.accelerator.set_stream"
}

// deviceByPosition takes the names from the arguments of a call.
func deviceByPosition(p *analyzer.Pass, call syntax.Node) (edits []analyzer.Edit, ok bool) {
	if call == syntax.None {
		return nil, true
	}
	for a := range p.Tree.Args(call) {
		unnamed, ok := rewrite.Unnamed(p, a)
		if !ok {
			return nil, false
		}
		edits = append(edits, unnamed...)
	}
	return edits, true
}

// query reports whether code decides by the answer of the function.
func query(name string) bool {
	return name == "torch.cuda.is_available" || name == "torch.cuda.device_count"
}

// argumentsFit reports whether a call's arguments can be handed to the counterpart at
// all. Functions of torch.accelerator take their arguments by position; the parameter
// names of torch_neuronx are not documented.
func argumentsFit(p *analyzer.Pass, u usage.Use, name string) bool {
	positional, keyword, splat := p.Tree.ArgCount(u.Call)
	if splat || keyword > 0 && !strings.HasSuffix(name, "manual_seed") && (!byPosition(name) || positional+keyword > 1) {
		return false
	}
	switch name {
	case "torch.profiler.record_function":
		return positional == 1
	case "torch.accelerator.device_index":
		k := p.Model.Type(p.Tree.Arg(u.Call, 0, "")).Kind
		return k != semantic.KindDevice && k != semantic.KindString
	}
	return true
}

// decides reports whether code decides by the answer of torch.cuda.is_available or
// torch.cuda.device_count. An answer that is only shown changes nothing. A count that
// is used means more: of processes, of replicas, of the share of a batch. Each of these
// is right for Neuron only if the others are mended with it, and a process that a
// launcher started sees one NeuronCore where it saw all GPUs.
//
// So is the number of the current device, unless it is the device of a tensor, or
// stands beside the literal that changes along with it.
func decides(p *analyzer.Pass, u usage.Use) bool {
	if u.Name == "torch.cuda.current_device" {
		return !placesTensor(p, u.Call) && besideLiteral(p, u.Call) == syntax.None && !p.Model.Shown(u.Call)
	}
	return query(u.Name) && !p.Model.Shown(u.Call)
}

// decided is the doubt about an answer that code decides by.
func decided(name string) string {
	switch name {
	case "torch.cuda.device_count":
		return rewrite.CountDecides
	case "torch.cuda.current_device":
		return "code uses the device index, which counted GPUs"
	}
	return "code branches on the result, and may need CUDA where it is true"
}

// placesTensor reports whether an expression is the device on which a call of PyTorch
// places its tensor.
func placesTensor(p *analyzer.Pass, n syntax.Node) bool {
	arg := p.Tree.Parent(n)
	if p.Tree.Kind(arg) == syntax.KindKeywordArgument {
		if p.Tree.View(p.Tree.Child(arg, syntax.FieldName)) != "device" {
			return false
		}
		arg = p.Tree.Parent(arg)
	}
	call := p.Tree.Parent(arg)
	if p.Tree.Kind(arg) != syntax.KindArgumentList || p.Tree.Kind(call) != syntax.KindCall {
		return false
	}
	if callee := p.Tree.Callee(call); p.Tree.Kind(callee) == syntax.KindAttribute && p.Tree.View(p.Tree.AttrName(callee)) == "to" {
		return p.Tree.Arg(call, 0, "device") == n
	}
	name, _ := p.Model.CallName(call)
	return strings.HasPrefix(name, "torch.") && p.Tree.Arg(call, -1, "device") == n
}

// aliasFits reports whether a function that is used as a value is assigned to a local
// name, and every use of that name calls it without arguments.
func aliasFits(p *analyzer.Pass, n syntax.Node) bool {
	assign := p.Tree.Parent(n)
	if p.Tree.Kind(assign) != syntax.KindAssignment {
		return false
	}
	sym := p.Model.Symbol(p.Tree.Child(assign, syntax.FieldLeft))
	if sym == nil || len(sym.Defs) != 1 {
		return false
	}
	for _, use := range sym.Uses {
		call := p.Tree.Parent(use)
		if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Callee(call) != use {
			return false
		}
		if positional, keyword, splat := p.Tree.ArgCount(call); positional+keyword > 0 || splat {
			return false
		}
	}
	return true
}

// removeFix deletes a call that stands alone.
func removeFix(p *analyzer.Pass, u usage.Use, fix *analyzer.Fix) {
	stmt := rewrite.LoneCall(p, u.Call)
	if stmt == syntax.None {
		return
	}
	rewrite.Delete(p, fix, stmt, "remove the call")
}

// rewriteFix puts the row's expression in place of the call, or adds the part that the
// call lacks.
func rewriteFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement, fix *analyzer.Fix) {
	if u.Call == syntax.None {
		return
	}
	switch {
	case u.Name == "torch.random.fork_rng":
		forkFix(p, u, fix)
	case overStreams(u.Name):
		streamFix(p, u, fix)
	case strings.Contains(row.Text, deviceModule+"()."):
		moduleFix(p, u, row, fix)
	case u.Name == "torch.cuda.synchronize":
		fix.Title = "use " + row.Text
		fix.Edits = replaceCall(p, u, row.Text)
	case row.Text == "True", fix.Safety == analyzer.Display:
		fix.Title = "use " + row.Text
		rewrite.Leave(fix, leftCondition(p, u))
		fix.Edits = []analyzer.Edit{rewrite.Replace(p, u.Call, row.Text)}
	}
}

// leftCondition warns of a constant in place of a query: it leaves a condition that
// asks nothing, or a text that does.
func leftCondition(p *analyzer.Pass, u usage.Use) string {
	switch test := p.Model.Condition(u.Call); {
	case p.Tree.Condition(p.Tree.Parent(test)) == test:
		return "a condition that is always true"
	case p.Model.Shown(u.Call):
		return "a text that is always the same"
	}
	return ""
}

// replaceCall puts a call of another function, or a constant, in place of a call; nil
// where that function cannot be named.
func replaceCall(p *analyzer.Pass, u usage.Use, text string) []analyzer.Edit {
	name, arguments, calls := strings.Cut(text, "(")
	if !calls {
		return []analyzer.Edit{rewrite.Replace(p, u.Call, text)}
	}
	name, edits, ok := rewrite.Qualified(p, name, u.Node)
	if !ok {
		return nil
	}
	return append(edits, rewrite.Replace(p, u.Call, name+"("+arguments))
}

// exceptionAlias is the name that an exception of torch.cuda has in torch
// itself; "" for other names.
func exceptionAlias(p *analyzer.Pass, name string) string {
	switch name {
	case "torch.cuda.OutOfMemoryError", "torch.cuda.AcceleratorError":
		if alias := strings.Replace(name, ".cuda.", ".", 1); p.DB.Symbol(alias) {
			return alias
		}
	}
	return ""
}

// aliasFix names the same class by its name in torch.
func aliasFix(p *analyzer.Pass, u usage.Use) []analyzer.Fix {
	name := exceptionAlias(p, u.Name)
	if name == "" {
		return nil
	}
	edits := rewrite.Rename(p, u.Node, name)
	if len(edits) == 0 {
		return nil
	}
	return []analyzer.Fix{{Title: "use " + name, Safety: analyzer.Safe, Edits: edits}}
}
