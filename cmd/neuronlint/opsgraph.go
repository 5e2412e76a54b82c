package main

import (
	"regexp"
	"slices"
	"strings"
)

// unreadLine is a line of an input that calls something nobody can tell.
type unreadLine struct {
	number int
	text   string
}

// readGraph reads the calls of a graph's nodes, in the forms of torch.export, FX (node
// list, table and code) and TorchScript, and the lines with calls that nobody can tell.
func (m *mentions) readGraph(text string) {
	forms := newGraphForms()
	number := 0
	for line := range strings.Lines(text) {
		number++
		names, understood := forms.read(line)
		for _, name := range names {
			m.add(name, 1, "")
		}
		if !understood {
			m.unread = append(m.unread, unreadLine{number, strings.TrimSpace(line)})
		}
	}
}

// looksLikeGraph tells whether some line is a node, and not a name alone.
func looksLikeGraph(text string) bool {
	forms := newGraphForms()
	for line := range strings.Lines(text) {
		if _, _, listed := listLine(line); listed {
			continue
		}
		if names, _ := forms.read(line); len(names) > 0 {
			return true
		}
	}
	return false
}

// graphForms recognise the nodes of graphs.
type graphForms struct {
	node   *regexp.Regexp // of a list or table: operation, then target
	target *regexp.Regexp // one group for each form that calledBy knows
	inCode *regexp.Regexp // one group for each form that namesInCode knows
	method *regexp.Regexp // of a value, in code
	opaque *regexp.Regexp // calls of code or TorchScript that name no operator
	aName  *regexp.Regexp // a line with nothing but a name, which no graph has
}

func newGraphForms() *graphForms {
	return &graphForms{
		node: regexp.MustCompile(`^\s*(?:.*= )?call_(function|method|module)(?:\[target=|\s+\S+\s+)(.*)`),
		target: regexp.MustCompile(`^(?:<built-in method (\w+) of|<built-in function (\w+)>` +
			`|<function (\w+) at |(\w+(?:\.\w+)*))`),
		inCode: regexp.MustCompile(`torch\.ops\.(\w+\.\w+(?:\.\w+)?)` +
			`|\b_?operator\.(\w+)\(` +
			`|\b(torch(?:\.\w+)+)\(` +
			`|\b((?:aten|torchvision)::\w+(?:\.\w+)?)`),
		method: regexp.MustCompile(`^\s*\w+(?:: ".*")? = (\w+)\.(\w+)\(`),
		opaque: regexp.MustCompile(`^\s*\w+(?:: ".*")? = (?:self\.[\w.]+\(|\w+ \S+ \w)|= prim::Call`),
		aName:  regexp.MustCompile(`^\s*[A-Za-z_][\w.]*(?:::[\w.]+)?\s*$`),
	}
}

// read returns the calls of a line, and whether these are all of them. Comments are
// left out: they quote the source, which would be counted a second time.
func (f *graphForms) read(line string) (names []string, understood bool) {
	line, _, _ = strings.Cut(line, "# ")
	if node := f.node.FindStringSubmatch(line); node != nil {
		name, understood := f.calledBy(node[1], node[2])
		if name != "" {
			names = []string{name}
		}
		return names, understood
	}
	if f.opaque.MatchString(line) || f.aName.MatchString(line) {
		return nil, false
	}
	return f.namesInCode(line), true
}

// calledBy names the function that a node calls. A module is named by its place in the
// model, which does not tell its class.
func (f *graphForms) calledBy(operation, target string) (name string, understood bool) {
	match := f.target.FindStringSubmatch(target)
	switch {
	case operation == "module" || match == nil:
		return "", false
	case operation == "method":
		return "torch.Tensor." + match[4], match[4] != ""
	case match[1] != "":
		return "torch." + match[1], true
	case match[2] != "":
		return pythonFunction(match[2]), true
	case match[3] != "":
		return match[3], true
	}
	switch module, function, _ := strings.Cut(match[4], "."); module {
	case "operator", "_operator":
		return pythonOperator(function), true
	case "builtins", "math":
		return "", true
	}
	return match[4], true
}

// namesInCode are the calls that a line of code or TorchScript spells out.
func (f *graphForms) namesInCode(line string) []string {
	if call := f.method.FindStringSubmatch(line); len(call) > 0 && !isModule(call[1]) {
		return []string{"torch.Tensor." + call[2]}
	}
	var names []string
	for _, match := range f.inCode.FindAllStringSubmatch(line, -1) {
		switch {
		case match[1] != "":
			names = append(names, "torch.ops."+match[1])
		case match[2] != "":
			if name := pythonOperator(match[2]); name != "" {
				names = append(names, name)
			}
		default:
			names = append(names, match[3]+match[4])
		}
	}
	return names
}

// isModule tells the modules that the code of a graph names from its values.
func isModule(name string) bool {
	return slices.Contains([]string{"torch", "operator", "_operator", "builtins", "math"}, name)
}

// pythonFunction names a function without a module: one of Python's, or one that
// PyTorch has written in C++, as linear.
func pythonFunction(name string) string {
	switch name {
	case "getitem", "getattr", "setitem", "eq", "ne", "lt", "le", "gt", "ge", "len", "max", "min", "sum":
		return ""
	}
	if operator := pythonOperator(name); operator != "" {
		return operator
	}
	return name
}

// pythonOperator is the tensor operator behind a function of Python's module
// operator. Those that also work on tuples and numbers, as getitem and the
// comparisons of sizes do, tell nothing of tensors.
func pythonOperator(name string) string {
	switch name {
	case "add", "sub", "mul", "matmul", "pow", "neg":
		return "aten::" + name
	case "iadd", "isub", "imul":
		return "aten::" + name[1:] + "_"
	case "truediv":
		return "aten::div"
	case "floordiv":
		return "aten::floor_divide"
	case "mod":
		return "aten::remainder"
	}
	return ""
}
