package graph

import (
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
)

// readsAt completes the read of a tensor at a position of a call that the table of
// reads names.
func readsAt(p *analyzer.Pass, r *read, where string) bool {
	if where == "self" {
		return readsReceiver(p, r, p.Tree.Callee(r.node))
	}
	r.how = "`" + rewrite.Code(p, p.Tree.Callee(r.node)) + "(…)`"
	if name, number := strings.CutSuffix(where, "="); number {
		r.at = p.Tree.Keyword(r.node, name)
		r.how = "a tensor as `" + name + "=`"
		return readsTensor(p, r, r.at)
	}
	if pos, err := strconv.Atoi(where); err == nil {
		arg, given := argument(p, r.node, pos)
		return given && readsTensor(p, r, arg)
	}
	off, checks := strings.CutPrefix(where, "!")
	switch {
	case where == "[]":
		return readsItem(p, r)
	case where == "*":
		return readsAny(p, r)
	case checks:
		off, r.within = strings.CutPrefix(off, "!")
		return !switchedOff(p, r, off) && readsAny(p, r)
	}
	flag := p.Tree.Keyword(r.node, where)
	r.how, r.at = "`"+where+"=True`", flag
	return p.Tree.Kind(flag) == syntax.KindTrue
}

// switchedOff reports whether a check is told not to run: by the argument of its name,
// if that is handed on, or by the default that the program sets.
func switchedOff(p *analyzer.Pass, r *read, off string) bool {
	return !r.within && p.Tree.Keyword(r.node, off) != syntax.None || p.Model.TextHas("set_default_"+off)
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

// readsTensor completes the read of an argument, if that is a tensor on the device. The
// data of a new tensor is for the device, whatever the new tensor is for.
func readsTensor(p *analyzer.Pass, r *read, arg syntax.Node) bool {
	tensor, conf := shown(p, arg)
	if conf < analyzer.Likely || !likelyTensor(p, tensor) {
		return false
	}
	r.confidence = min(r.confidence, conf)
	if r.yields == opsdb.YieldsText {
		r.at = tensor
	}
	if p.Model.Type(r.node).Kind == semantic.KindTensor {
		r.node = tensor
	}
	return true
}

// readsAny completes the read of any argument that is a tensor on the device.
func readsAny(p *analyzer.Pass, r *read) bool {
	for a := range p.Tree.Args(r.node) {
		if readsTensor(p, r, a.Value) {
			return true
		}
	}
	return false
}

// readsItem completes the read of the items of the first argument: a list that is
// written out, or a comprehension.
func readsItem(p *analyzer.Pass, r *read) bool {
	list, _ := argument(p, r.node, 0)
	list = p.Tree.Unparen(list)
	switch p.Tree.Kind(list) {
	case syntax.KindList, syntax.KindTuple:
		for item := range p.Tree.Children(list) {
			if readsTensor(p, r, item) {
				return true
			}
		}
	case syntax.KindListComprehension, syntax.KindGenerator:
		return readsTensor(p, r, p.Tree.Child(list, syntax.FieldBody))
	}
	return false
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
