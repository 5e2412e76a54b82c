package infer

import "github.com/neuronlint/neuronlint/analyzer/syntax"

// accelerator is the class of Hugging Face Accelerate that training programs are built
// around.
const accelerator = "accelerate.Accelerator"

// preparedCall types the calls that return their arguments made ready for the hardware:
// several objects as a tuple, in their order.
func (m *Model) preparedCall(call syntax.Node, name string) (Type, bool) {
	switch name {
	case accelerator + ".prepare_model", accelerator + ".prepare_data_loader", accelerator + ".prepare_optimizer", accelerator + ".unwrap_model":
		return m.Type(m.Tree.Arg(call, 0, "model")).atMost(Likely), true
	case accelerator + ".prepare":
	default:
		return Type{}, false
	}
	var given []Type
	for a := range m.Tree.Args(call) {
		switch {
		case a.Splat != 0:
			return Type{}, true // of unknown number, and a single one is returned as it is
		case a.Name == syntax.None:
			given = append(given, m.Type(a.Value).atMost(Likely))
		}
	}
	if len(given) == 1 {
		return given[0], true
	}
	return tupleOf(given...), true
}
