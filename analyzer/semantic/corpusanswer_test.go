package semantic_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/link"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// answers asks the models of one case.
type answers struct {
	models     map[string]*semantic.Model // by the path of the file
	links      *link.Links
	components []*link.Component
	labels     map[string]*link.Component // by the label that the case gives them
}

// question is an expectation and where it points.
type question struct {
	*semantic.Model
	node syntax.Node // for "line" the first expression of the line
	span source.Span // for "line" what stands on it
	want string
}

// verb is how the model answers what a verb asks: words to compare with those
// of the expectation.
func verb(name string) (func(*answers, question) string, bool) {
	all := map[string]func(*answers, question) string{
		"name":      (*answers).name,
		"op":        (*answers).op,
		"listed":    (*answers).listed,
		"def":       (*answers).def,
		"kind":      (*answers).kind,
		"type":      (*answers).class,
		"device":    (*answers).device,
		"form":      (*answers).form,
		"acts":      (*answers).acts,
		"compare":   (*answers).compare,
		"component": (*answers).component,
		"guard":     (*answers).guard,
		"dead":      (*answers).dead,
		"harmless":  (*answers).harmless,
		"handled":   (*answers).handled,
		"region":    (*answers).region,
		"host":      (*answers).host,
		"dtype":     (*answers).dtype,
		"const":     (*answers).constant,
	}
	ask, ok := all[name]
	return ask, ok
}

// check is what is wrong about an expectation, "" if nothing is.
func (a *answers) check(m *semantic.Model, e expectation) string {
	q := question{Model: m, want: strings.TrimPrefix(e.want[0], "!")}
	if !q.find(e) {
		return e.text + " does not stand on the line"
	}
	ask, _ := verb(e.verb)
	got := ask(a, q)
	words := strings.Fields(got)
	met := words[0] == q.want && (len(e.want) == 1 || len(words) > 1 && words[1] == e.want[1])
	if met == strings.HasPrefix(e.want[0], "!") {
		return fmt.Sprintf("%s, got %s", e, got)
	}
	return ""
}

// find looks up the expression: of the nodes with its text that begin on the
// line, the nth from the left, and of those in one place the innermost.
func (q *question) find(e expectation) bool {
	if e.text == "line" {
		code := string(q.File.Text[e.code.Start:e.code.End])
		q.span = source.Span{
			Start: e.code.End - len(strings.TrimLeft(code, " \t")),
			End:   e.code.Start + len(strings.TrimRight(code, " \t")),
		}
		q.node = q.Tree.At(q.span.Start)
		return true
	}
	var found []syntax.Node
	for n := range q.Tree.All(syntax.Root) {
		span := q.Tree.Span(n)
		if span.Start < e.code.Start || span.Start >= e.code.End || q.Tree.Text(n) != e.text {
			continue
		}
		if last := len(found) - 1; last >= 0 && q.Tree.Start(found[last]) == span.Start {
			found[last] = n
		} else {
			found = append(found, n)
		}
	}
	if len(found) < e.nth {
		return false
	}
	q.node = found[e.nth-1]
	q.span = q.Tree.Span(q.node)
	return true
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// name is what an expression names; what Python itself has counts as nothing
// imported.
func (*answers) name(q question) string {
	name, conf := q.Name(q.node)
	if strings.HasPrefix(name, "builtins.") && !strings.HasPrefix(q.want, "builtins.") {
		name = ""
	}
	return orNone(name) + " " + conf.String()
}

// op is what a call reaches; a guess is no answer.
func (*answers) op(q question) string {
	name, conf := q.CallName(q.Tree.Parent(q.node))
	if q.Tree.Kind(q.node) == syntax.KindCall {
		name, conf = q.CallName(q.node)
	}
	if conf < semantic.Likely {
		name = ""
	}
	return orNone(name) + " " + conf.String()
}

// listed is the API under which ops scan lists a call.
func (*answers) listed(q question) string {
	for _, use := range opcall.Scan(q.Model, opsdb.Target{SDK: "2.26", Instance: "trn2"}) {
		if q.Tree.Callee(use.Node) == q.node {
			return use.API + " " + use.Confidence.String()
		}
	}
	return "none"
}

// def is the project's own function or class that an expression names.
func (a *answers) def(q question) string {
	ref := q.Ref(q.node)
	return orNone(a.definition(q, ref.Def, ref.Foreign))
}

// definition is the name of a definition in this file or in another one.
func (a *answers) definition(q question, own syntax.Node, foreign semantic.ForeignDef) string {
	if own != syntax.None {
		return q.Tree.Text(q.Tree.FuncName(own))
	}
	if foreign.Module == nil || foreign.Kind == syntax.KindModule {
		return ""
	}
	t := a.models[foreign.Module.Path].Tree
	return t.Text(t.FuncName(foreign.Node))
}

// kind is the kind, and of containers that of their elements: sequence[tensor].
func (*answers) kind(q question) string {
	typ := q.Type(q.node)
	kind := kindName(typ.Kind)
	if _, elem, ok := strings.Cut(q.want, "["); ok && elem != "" {
		kind += "[" + kindName(typ.Elem) + "]"
	}
	return kind + " " + typ.Confidence.String()
}

func kindName(k semantic.Kind) string {
	return []string{
		"unknown", "tensor", "module", "optimizer", "dataloader", "device", "dtype", "ndarray", "array", "string",
		"int", "float", "bool", "none", "sequence", "dict", "size", "instance",
	}[k]
}

// class is the class an object is of, one of the project by its bare name.
func (a *answers) class(q question) string {
	typ := q.Type(q.node)
	if name := a.definition(q, typ.Class, typ.Foreign); name != "" {
		return name
	}
	return orNone(typ.Name)
}

// guard is the kind of the guard whose condition begins in the expression.
func (*answers) guard(q question) string {
	for _, g := range q.Guards() {
		at := q.Tree.Start(g.Cond)
		if g.Kind == semantic.GuardTest {
			at = q.Tree.Start(g.Node)
		}
		if q.span.Contains(source.Span{Start: at, End: at}) {
			return []string{
				"operand", "harmless", "alone", "other", "test", "exit", "idiom", "placement", "sync", "assertion",
			}[g.Kind]
		}
	}
	return "none"
}

// dead reports whether the expression never runs on Neuron.
func (*answers) dead(q question) string {
	for _, region := range q.DeadRegions() {
		if region.Span.Overlaps(q.span) && region.Span.Start <= q.span.Start {
			return "yes"
		}
	}
	return "no"
}

func (*answers) harmless(q question) string { return yes(q.Harmless(q.node)) }

func (*answers) handled(q question) string { return yes(q.GuardedForNeuron(q.node)) }

func (*answers) region(q question) string {
	return []string{
		"other", "forward", "module", "training", "setup", "data", "decoding", "compiled", "kernel", "test", "main",
	}[q.Region(q.node)]
}

func (*answers) host(q question) string { return yes(q.OnHost(q.node)) }

func (*answers) dtype(q question) string { return orNone(q.DType(q.node)) }

// constant is the value that an expression always has.
func (*answers) constant(q question) string {
	c, ok := q.Constant(q.node)
	if !ok {
		return "none"
	}
	switch c.Kind {
	case semantic.ConstantNone:
		return "None"
	case semantic.ConstantNumber, semantic.ConstantBool:
		return strconv.FormatFloat(c.Number, 'g', -1, 64)
	case semantic.ConstantString, semantic.ConstantDType:
		return c.Text
	case semantic.ConstantSequence:
		return "sequence" + strconv.Itoa(len(c.Items))
	default:
		return "object"
	}
}
