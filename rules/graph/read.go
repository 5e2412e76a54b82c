package graph

import (
	"iter"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// read is a place where Python needs a value of a tensor.
type read struct {
	node       syntax.Node // the expression that has the value
	at         syntax.Node // what to point at
	how        string      // the way it is written: "`.item()`"
	api        string
	yields     opsdb.Yield
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
		for n := range p.Tree.OfKind(syntax.KindInterpolation, syntax.KindBinaryOperator) {
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
	row, ok := p.DB.HostRead(name)
	if !ok && p.Tree.Kind(callee) == syntax.KindAttribute {
		row, ok = p.DB.HostRead("." + p.Tree.Text(p.Tree.AttrName(callee)))
		conf = analyzer.Likely
	}
	if !ok {
		return read{}, false
	}
	r := read{node: call, at: callee, api: row.Name, yields: row.Yields, confidence: conf}
	if row.Argument == "self" {
		ok = readsReceiver(p, &r, callee)
	} else {
		ok = readsArgument(p, &r, row.Argument)
	}
	return r, ok
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
		name += "()"
	}
	r.at, r.how = p.Tree.AttrName(callee), "`."+name+"`"
	return onDevice(p, tensor) >= analyzer.Likely
}

// readsArgument completes the read of a tensor that is passed.
func readsArgument(p *analyzer.Pass, r *read, where string) bool {
	callee := "`" + rewrite.Code(p, p.Tree.Callee(r.node)) + "(…)`"
	r.how = callee
	if flag := p.Tree.Keyword(r.node, where); flag != syntax.None {
		r.how, r.at = "`"+where+"=True`", flag
		return p.Tree.Kind(flag) == syntax.KindTrue
	}
	pos, numbered := strconv.Atoi(where)
	if where != "*" && numbered != nil {
		return false
	}
	for i := 0; ; i++ {
		arg, more := argument(p, r.node, i)
		if !more {
			return false
		}
		if where != "*" && i != pos {
			continue
		}
		if tensor, conf := shown(p, arg); conf >= analyzer.Likely && likelyTensor(p, tensor) {
			r.confidence = min(r.confidence, conf)
			if r.yields == opsdb.YieldsText {
				r.at = tensor
			}
			return true
		}
	}
}

// argument is the i-th argument of a call, keywords counted.
func argument(p *analyzer.Pass, call syntax.Node, i int) (syntax.Node, bool) {
	for a := range p.Tree.Args(call) {
		if i == 0 {
			return a.Value, true
		}
		i--
	}
	return syntax.None, false
}

// shown finds the tensor in an argument: the argument itself, or a value of a
// dictionary that is written out.
func shown(p *analyzer.Pass, arg syntax.Node) (syntax.Node, analyzer.Confidence) {
	if p.Tree.Kind(arg) == syntax.KindDictionary {
		for pair := range p.Tree.Children(arg) {
			value := p.Tree.Child(pair, syntax.FieldValue)
			if isRead(p, value) {
				return value, onDevice(p, value)
			}
		}
		return syntax.None, 0
	}
	return arg, onDevice(p, arg)
}

// readByText recognises tensors in f-strings and after the % of a format.
func readByText(p *analyzer.Pass, n syntax.Node) (read, bool) {
	r := read{node: n, at: n, yields: opsdb.YieldsText, confidence: analyzer.Likely}
	switch p.Tree.Kind(n) {
	case syntax.KindInterpolation:
		r.how = "a tensor in an f-string"
		return r, isRead(p, p.Tree.Child(n, syntax.FieldExpression))
	case syntax.KindBinaryOperator:
		if p.Tree.Operator(n) != "%" || p.Tree.Kind(p.Tree.Child(n, syntax.FieldLeft)) != syntax.KindString {
			return r, false
		}
		r.how = "a tensor in a formatted string"
		right := p.Tree.Unparen(p.Tree.Child(n, syntax.FieldRight))
		if p.Tree.Kind(right) != syntax.KindTuple {
			return r, isRead(p, right)
		}
		for item := range p.Tree.Children(right) {
			if isRead(p, item) {
				r.at = item
				return r, true
			}
		}
	}
	return r, false
}

// isRead reports whether an expression is surely enough a tensor on the device.
func isRead(p *analyzer.Pass, n syntax.Node) bool {
	return onDevice(p, n) >= analyzer.Likely && likelyTensor(p, n)
}

// onDevice is how sure it is that an expression yields a tensor that may be on
// the device.
func onDevice(p *analyzer.Pass, n syntax.Node) analyzer.Confidence {
	t := p.Model.Type(n)
	if t.Kind != semantic.KindTensor || p.Model.OnHost(n) {
		return 0
	}
	return t.Confidence
}
