package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
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
	// refusal is the input's own message about the failure of an operator, or the line
	// with an error code.
	refusal string
}

// mentions collects names in the order of their first occurrence.
type mentions struct {
	list   []mention
	at     map[string]int
	unread []unreadLine // of a graph
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
func readMentions(kind string, data []byte) (found mentions, is string, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if kind == inputAuto {
		if kind, err = guessInput(data); err != nil {
			return found, "", err
		}
	}
	m := &found
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
	if err == nil && len(m.list)+len(m.unread) == 0 && kind != inputLog {
		err = fmt.Errorf("no operator found, read as %s", kind)
	}
	return found, kind, err
}

// guessInput recognises the format of an input by its content.
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
	case allListed(string(text)):
		return inputList, nil
	case looksLikeGraph(string(text)):
		return inputGraph, nil
	}
	return "", fmt.Errorf("cannot tell what the input is; say --input %s", strings.Join(inputKinds()[1:], ", "))
}

// allListed tells a list of names from other text.
func allListed(text string) bool {
	for line := range strings.Lines(text) {
		if _, _, listed := listLine(line); !listed {
			return false
		}
	}
	return true
}

// listLine reads a line of a list, which may say how often the name occurs; #
// begins a comment. The name is empty where the line is.
func listLine(line string) (name string, count int, listed bool) {
	line, _, _ = strings.Cut(line, "#")
	switch words := strings.Fields(line); len(words) {
	case 0:
		return "", 0, true
	case 1:
		return words[0], 1, isName(words[0])
	case 2:
		count, err := strconv.ParseInt(words[1], 10, 32)
		return words[0], int(count), err == nil && count > 0 && isName(words[0])
	}
	return "", 0, false
}

// isName tells names of operators, as aten::add.Tensor, scatter-add and F.gelu(),
// from other words.
func isName(word string) bool {
	return strings.Trim(strings.TrimSuffix(word, "()"), nameLetters) == ""
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:-"

// readList takes one name a line, and how often it occurs.
func (m *mentions) readList(text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		switch name, count, listed := listLine(line); {
		case !listed:
			return fmt.Errorf("line %d: %q is not one name", number, strings.TrimSpace(line))
		case name != "":
			m.add(name, count, "")
		}
	}
	return nil
}

// readAnalyze takes the report of torch_neuronx.analyze, which names the operators that
// the compiler of that machine refused.
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
