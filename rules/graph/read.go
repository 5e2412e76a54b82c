package graph

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// read is a place where Python needs a value of a tensor.
type read struct {
	node       syntax.Node // the expression that has the value
	at         syntax.Node // the node to point at
	how        string      // the way it is written: "`.item()`"
	api        string
	yields     opsdb.Yield
	within     bool // the flag against it is not handed on to the reading call
	confidence analyzer.Confidence
}

// reads yields the reads of tensors that are not on the host already.
func reads(p *analyzer.Pass) iter.Seq[read] {
	return func(yield func(read) bool) {
		for _, call := range p.Model.Calls() {
			if r, ok := readByCall(p, call); ok && !yield(r) {
				return
			}
		}
		for n := range p.Tree.OfKind(syntax.KindInterpolation, syntax.KindBinaryOperator, syntax.KindComparison, syntax.KindSubscript, syntax.KindAssignment) {
			if r, ok := readByText(p, n); ok && !yield(r) {
				return
			}
		}
	}
}

// readByCall recognises calls that the table of reads knows.
func readByCall(p *analyzer.Pass, call syntax.Node) (read, bool) {
	callee := p.Tree.Callee(call)
	name, conf := p.Model.CallName(call)
	if name == "builtins.map" {
		return readByMap(p, call)
	}
	row, ok := p.DB.HostRead(name)
	if !ok && p.Tree.Kind(callee) == syntax.KindAttribute {
		row, ok = p.DB.HostRead("." + p.Tree.Text(p.Tree.AttrName(callee)))
		conf = analyzer.Likely
	}
	if !ok {
		return read{}, false
	}
	if p.Model.ImportsAny("torch.distributed.rpc") {
		conf = min(conf, analyzer.Likely) // a value from another process may be on the host
	}
	for _, where := range row.Arguments {
		r := read{node: call, at: callee, api: row.Name, yields: row.Yields, confidence: conf}
		if readsAt(p, &r, where) {
			return r, true
		}
	}
	return read{}, false
}

// readByMap recognises map(int, tokens), which reads the tensor item by item.
func readByMap(p *analyzer.Pass, call syntax.Node) (read, bool) {
	reader, items := p.Tree.Arg(call, 0, ""), p.Tree.Arg(call, 1, "")
	name, _ := p.Model.Name(reader)
	row, ok := p.DB.HostRead(name)
	if !ok || !slices.Contains(row.Arguments, "0") || !isRead(p, items) {
		return read{}, false
	}
	how := "`map(" + rewrite.Code(p, reader) + ", …)`"
	return read{node: call, at: p.Tree.Callee(call), how: how, api: row.Name, yields: row.Yields, confidence: analyzer.Likely}, true
}

// readsReceiver completes the read of a tensor by one of its methods.
func readsReceiver(p *analyzer.Pass, r *read, callee syntax.Node) bool {
	tensor := p.Tree.Object(callee)
	name := p.Tree.Text(p.Tree.AttrName(callee))
	if name == "to" {
		// Written out: a variable that is "cpu" has been chosen for all that follows.
		if text, ok := p.Tree.StringValue(p.Tree.Arg(r.node, 0, "device")); !ok || text != "cpu" {
			return false
		}
		name = `to("cpu")`
	} else {
		if ofHost(p, r.node, name) {
			return false
		}
		name += "()"
	}
	r.at, r.how = p.Tree.AttrName(callee), "`."+name+"`"
	return onDevice(p, tensor) >= analyzer.Likely
}

// ofHost reports whether a method works only on tensors of the host: x.numpy().
func ofHost(p *analyzer.Pass, call syntax.Node, method string) bool {
	return method == "numpy" && p.Tree.Arg(call, 0, "force") == syntax.None
}

// readByText recognises tensors in f-strings, after the % of a format and around
// the word in, in the index of a list, and where they are stored on the host.
func readByText(p *analyzer.Pass, n syntax.Node) (read, bool) {
	r := read{node: n, at: n, yields: opsdb.YieldsText, confidence: analyzer.Likely}
	switch p.Tree.Kind(n) {
	case syntax.KindInterpolation:
		r.how = "a tensor in an f-string"
		return r, isRead(p, p.Tree.Child(n, syntax.FieldExpression))
	case syntax.KindComparison:
		r.how, r.yields = "`in`", opsdb.YieldsValue
		return r, searches(p, n)
	case syntax.KindSubscript:
		r.how, r.yields = "a tensor as the index of a Python sequence", opsdb.YieldsValue
		r.at = p.Tree.Child(n, syntax.FieldSubscript)
		return r, indexesPython(p, n)
	case syntax.KindAssignment:
		r.how, r.yields = "storing a device tensor in a host tensor", opsdb.YieldsArray
		r.at = p.Tree.Child(n, syntax.FieldRight)
		return r, fillsHost(p, n)
	}
	if p.Tree.Operator(n) != "%" || !isText(p, p.Tree.Child(n, syntax.FieldLeft)) {
		return r, false
	}
	r.how = "a tensor in a formatted string"
	right := p.Tree.Unparen(p.Tree.Child(n, syntax.FieldRight))
	if p.Tree.Kind(right) != syntax.KindTuple {
		return r, isRead(p, right)
	}
	for item := range p.Tree.Children(right) {
		if p.Tree.Kind(item) == syntax.KindListSplat {
			item = p.Tree.First(item)
		}
		if isRead(p, item) {
			r.at = item
			return r, true
		}
	}
	return r, false
}

// isText reports whether an expression is a string, or made of strings: "%s" * 3 +
// "%g".
func isText(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	if p.Tree.Kind(n) == syntax.KindBinaryOperator {
		return isText(p, p.Tree.Child(n, syntax.FieldLeft))
	}
	return p.Tree.Kind(n) == syntax.KindString || p.Tree.Kind(n) == syntax.KindConcatenatedString
}

// searches reports whether a comparison looks for a tensor in a list, or in a tensor:
// it compares one pair after another until two are equal.
func searches(p *analyzer.Pass, n syntax.Node) bool {
	operands, ops := p.Tree.Comparison(n)
	if len(operands) != 2 || ops[0] != "in" && ops[0] != "not in" {
		return false
	}
	switch p.Tree.Kind(p.Tree.Unparen(operands[1])) {
	case syntax.KindList, syntax.KindTuple:
		return isRead(p, operands[0])
	}
	return isRead(p, operands[1])
}

// indexesPython reports whether a tensor is the index into a list, a tuple or a string,
// which ask it for its number.
func indexesPython(p *analyzer.Pass, n syntax.Node) bool {
	index := p.Tree.Child(n, syntax.FieldSubscript)
	switch of := p.Model.Type(p.Tree.Child(n, syntax.FieldValue)); of.Kind {
	case semantic.KindSequence, semantic.KindString, semantic.KindSize:
		return of.Confidence >= analyzer.Likely && isRead(p, index)
	}
	return false
}

// isRead reports whether an expression is surely enough a tensor on the device.
func isRead(p *analyzer.Pass, n syntax.Node) bool {
	return onDevice(p, n) >= analyzer.Likely && likelyTensor(p, n)
}

// onDevice is the confidence that an expression yields a tensor that may be on the
// device.
func onDevice(p *analyzer.Pass, n syntax.Node) analyzer.Confidence {
	t := p.Model.Type(n)
	if t.Kind != semantic.KindTensor || p.Model.OnHost(n) || leftInBatch(p, n) || movedLater(p, n) {
		return 0
	}
	return t.Confidence
}

// leftInBatch reports whether n is an item of a batch that a loop moves item by item:
// where it passes batch["x"].to(device) on, batch["y"] is on the host still.
func leftInBatch(p *analyzer.Pass, n syntax.Node) bool {
	n = p.Tree.Unparen(n)
	batch := p.Tree.Child(n, syntax.FieldValue)
	if p.Tree.Kind(n) != syntax.KindSubscript || p.Tree.Kind(batch) != syntax.KindIdentifier {
		return false
	}
	defs := p.Model.ReachingDefs(batch)
	if len(defs) != 1 || defs[0].Kind != semantic.DefFor && defs[0].Kind != semantic.DefUnpack {
		return false
	}
	type key struct {
		loop  syntax.Node
		batch string
	}
	k := key{reach.Around(p.Tree, n), p.Tree.Text(batch)}
	return analyzer.Once(p, k, func() bool { return movesItems(p, k.loop, batch) })
}

// toDevice reports whether a call moves a tensor to a device that is surely not the
// host.
func toDevice(p *analyzer.Pass, call syntax.Node) bool {
	callee := p.Tree.Callee(call)
	if p.Tree.Kind(callee) != syntax.KindAttribute {
		return false
	}
	switch p.Tree.Text(p.Tree.AttrName(callee)) {
	case "cuda":
		return true
	case "to":
		to := p.Tree.Arg(call, 0, "device")
		return !p.Model.OnHost(call) && (p.Model.Type(to).Kind == semantic.KindDevice || strings.HasSuffix(p.Tree.Text(to), "device"))
	}
	return false
}

// movesItems reports whether a loop or function moves an item of a batch by itself.
func movesItems(p *analyzer.Pass, loop, batch syntax.Node) bool {
	for call := range p.Tree.All(loop) {
		callee := p.Tree.Callee(call)
		if p.Tree.Kind(call) != syntax.KindCall || p.Tree.Kind(callee) != syntax.KindAttribute {
			continue
		}
		item := p.Tree.Object(callee)
		if name := p.Tree.Text(p.Tree.AttrName(callee)); (name == "to" || name == "cuda") && p.Tree.Kind(item) == syntax.KindSubscript && p.Tree.Same(p.Tree.Child(item, syntax.FieldValue), batch) {
			return true
		}
	}
	return false
}
