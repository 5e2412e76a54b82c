package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// parsed is the key of the part that types the result of a command line parser: a tuple
// of objects of the data classes that it was given, in their order.
const parsed = "parsed"

// dataClassParser returns the name of a class that fills data classes from the command
// line, the one of Hugging Face Transformers or its derivative in TRL; "" for other
// names.
func dataClassParser(name string) string {
	if strings.HasPrefix(name, "transformers.") && strings.HasSuffix(name, ".HfArgumentParser") ||
		strings.HasPrefix(name, "trl.") && strings.HasSuffix(name, ".TrlParser") {
		return name
	}
	return ""
}

// classesParsed types a parser by the data classes that it was given:
// HfArgumentParser((ModelArguments, TrainingArguments)).
func (m *Model) classesParsed(call syntax.Node) *[]part {
	given := m.Tree.Unparen(m.Tree.Arg(call, 0, "dataclass_types"))
	classes := []syntax.Node{given}
	if k := m.Tree.Kind(given); k == syntax.KindTuple || k == syntax.KindList {
		classes = nil
		for item := range m.Tree.Children(given) {
			classes = append(classes, item)
		}
	}
	made := make([]Type, 0, len(classes))
	for _, class := range classes {
		t := Type{}
		switch r := m.Ref(class); {
		case m.Tree.Kind(class) == syntax.KindListSplat:
			return nil // of unknown length
		case r.IsClass(m.Tree):
			t = m.instance(r).atMost(Likely)
		}
		made = append(made, t)
	}
	return &[]part{{parsed, tupleOf(made...).atMost(Likely)}}
}

// parsedCall types the result of a method of such a parser.
func (m *Model) parsedCall(call syntax.Node, name string) (Type, bool) {
	class, method := name, ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		class, method = name[:dot], name[dot+1:]
	}
	switch method {
	case "parse_args_into_dataclasses", "parse_args_and_config", "parse_json_file", "parse_yaml_file", "parse_dict":
		if dataClassParser(class) != "" {
			return m.Type(m.Tree.Object(m.Tree.Callee(call))).part(parsed)
		}
	}
	return Type{}, false
}
