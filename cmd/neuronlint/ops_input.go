package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// The kinds of input that ops check reads.
const (
	inputAuto    = "auto"
	inputList    = "list"    // one name a line
	inputAnalyze = "analyze" // the report of torch_neuronx.analyze
	inputGraph   = "graph"   // a dump of torch.export, FX or TorchScript
	inputTrace   = "trace"   // a trace of torch.profiler
	inputLog     = "log"     // of the compiler, with its error codes
)

func inputKinds() []string {
	return []string{inputAuto, inputList, inputAnalyze, inputGraph, inputTrace, inputLog}
}

// mention is a name or an error code that an input holds.
type mention struct {
	name  string
	count int
	// refusal is what the input itself says went wrong with an operator, or
	// the line with an error code.
	refusal string
}

// mentions collects names in the order of their first occurrence.
type mentions struct {
	list []mention
	at   map[string]int
}

func (m *mentions) add(name string, count int, refusal string) {
	if m.at == nil {
		m.at = map[string]int{}
	}
	i, seen := m.at[name]
	if !seen {
		i = len(m.list)
		m.at[name] = i
		m.list = append(m.list, mention{name: name})
	}
	m.list[i].count += count
	if m.list[i].refusal == "" {
		m.list[i].refusal = refusal
	}
}

// readMentions collects the operators of an input, or the error codes of a log.
func readMentions(kind string, data []byte) (found []mention, is string, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if kind == inputAuto {
		if kind, err = guessInput(data); err != nil {
			return nil, "", err
		}
	}
	var m mentions
	switch kind {
	case inputList:
		err = m.readList(string(data))
	case inputAnalyze:
		err = m.readAnalyze(data)
	case inputTrace:
		err = m.readTrace(data)
	case inputGraph:
		m.readGraph(string(data))
	case inputLog:
		m.readLog(string(data))
	}
	if err == nil && len(m.list) == 0 && kind != inputLog {
		err = fmt.Errorf("no operator found, read as %s", kind)
	}
	return m.list, kind, err
}

// guessInput tells an input by what it looks like.
func guessInput(data []byte) (string, error) {
	text := bytes.TrimSpace(data)
	switch {
	case len(text) == 0:
		return "", errors.New("the input is empty")
	case text[0] == '{' && bytes.Contains(text, []byte("supported_operators")):
		return inputAnalyze, nil
	case text[0] == '{' || (text[0] == '[' && json.Valid(text)):
		return inputTrace, nil
	case errorCode().Match(text):
		return inputLog, nil
	case oneWordLines(string(text)):
		return inputList, nil
	case len(graphNames(string(text))) > 0:
		return inputGraph, nil
	}
	return "", fmt.Errorf("cannot tell what the input is; say --input %s", strings.Join(inputKinds()[1:], ", "))
}

// oneWordLines tells a list of names from other text.
func oneWordLines(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if len(strings.Fields(line)) > 1 {
			return false
		}
	}
	return true
}

// readList takes one name a line; # begins a comment.
func (m *mentions) readList(text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		line, _, _ = strings.Cut(line, "#")
		switch words := strings.Fields(line); len(words) {
		case 0:
		case 1:
			m.add(words[0], 1, "")
		default:
			return fmt.Errorf("line %d: %q is not one name", number, strings.TrimSpace(line))
		}
	}
	return nil
}

// readAnalyze takes the report of torch_neuronx.analyze, which names what the
// compiler of that machine refused.
func (m *mentions) readAnalyze(data []byte) error {
	var doc struct {
		Supported   map[string]map[string]int `json:"supported_operators"`
		Unsupported []struct {
			Kind      string `json:"kind"`
			FailureAt string `json:"failureAt"`
		} `json:"unsupported_operators"`
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return fmt.Errorf("report of torch_neuronx.analyze: %w", err)
	}
	for _, space := range sortedKeys(doc.Supported) {
		for _, name := range sortedKeys(doc.Supported[space]) {
			switch count := doc.Supported[space][name]; {
			case count < 0:
				return fmt.Errorf("report of torch_neuronx.analyze: %s is counted %d times", name, count)
			case name == "":
				return fmt.Errorf("report of torch_neuronx.analyze: an operator of %q has no name", space)
			case count > 0:
				m.add(name, count, "")
			}
		}
	}
	for i, op := range doc.Unsupported {
		if op.Kind == "" {
			return fmt.Errorf("report of torch_neuronx.analyze: entry %d of unsupported_operators has no kind", i)
		}
		m.add(op.Kind, 1, strings.TrimSpace("torch_neuronx.analyze saw it refused at "+op.FailureAt))
	}
	return nil
}

// traceEvent is one event of a trace.
type traceEvent struct {
	Name string `json:"name"`
}

// readTrace takes the events of a trace that are named as operators are.
func (m *mentions) readTrace(data []byte) error {
	var doc struct {
		Events []traceEvent `json:"traceEvents"`
	}
	var err error
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		err = json.Unmarshal(data, &doc.Events)
	} else {
		err = json.Unmarshal(data, &doc)
	}
	if err != nil {
		return fmt.Errorf("profiler trace: %w", err)
	}
	for _, event := range doc.Events {
		if space, name, ok := strings.Cut(event.Name, "::"); ok && (space == "aten" || space == "torchvision") && isWord(name) {
			m.add(event.Name, 1, "")
		}
	}
	return nil
}

// isWord tells a plain name from a sentence that begins like one.
func isWord(name string) bool { return name != "" && !strings.ContainsAny(name, " :,()") }

func (m *mentions) readGraph(text string) {
	for _, name := range graphNames(text) {
		m.add(name, 1, "")
	}
}

// graphNames finds what the nodes of a graph call, in the forms of
// torch.export, FX (node list, table and code) and TorchScript. Comments are
// left out: they quote the source, which would be counted a second time.
func graphNames(text string) []string {
	pattern := graphPattern()
	var names []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "# ")
		for _, match := range pattern.FindAllStringSubmatch(line, -1) {
			if name := nodeName(match); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}

// graphPattern has one group for each of the forms that nodeName knows.
func graphPattern() *regexp.Regexp {
	return regexp.MustCompile(`torch\.ops\.(\w+\.\w+(?:\.\w+)?)` +
		`|call_method\[target=(\w+)\]` +
		`|<built-in (?:method|function) (\w+) of` +
		`|\b_?operator\.(\w+)[\](]` +
		`|\b(torch(?:\.\w+)+)[\](]` +
		`|\b((?:aten|torchvision)::\w+(?:\.\w+)?)`)
}

// nodeName is what a match of graphPattern calls.
func nodeName(match []string) string {
	switch {
	case match[1] != "":
		return "torch.ops." + match[1]
	case match[2] != "":
		return "torch.Tensor." + match[2]
	case match[3] != "":
		return "torch." + match[3]
	case match[4] != "":
		return pythonOperator(match[4])
	case match[5] != "":
		return match[5]
	}
	return match[6]
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

// errorCode finds the codes of the compiler's errors.
func errorCode() *regexp.Regexp { return regexp.MustCompile(`\bNCC_[A-Z]+[0-9]+\b`) }

// readLog takes the error codes of a log, with the line of the first of each.
func (m *mentions) readLog(text string) {
	pattern := errorCode()
	for line := range strings.Lines(text) {
		for _, code := range pattern.FindAllString(line, -1) {
			m.add(code, 1, strings.TrimSpace(line))
		}
	}
}
