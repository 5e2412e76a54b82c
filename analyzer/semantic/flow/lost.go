package flow

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/scope"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// lost records that the device leaves here unfollowed, and its readers are unknown. It
// applies to a device itself only: code that puts an object into a list does not ask
// the object for its device.
func (tr *trace) lost(why string) { tr.hop.lost = first(tr.hop.lost, why) }

// Reasons why a device is lost.
const (
	lostInText      = "the device is part of a string that other code reads"
	lostInList      = "its list could not be followed everywhere"
	lostInTable     = "its table could not be followed everywhere"
	lostAsKey       = "the device is looked up in an unknown table"
	lostInTest      = "the device is looked up among unknown names"
	lostInAttribute = "the device is part of the name of an attribute"
	lostInSubclass  = "the device is passed to a method that subclasses define"
	lostInLoad      = "a checkpoint is loaded onto the device, which is not documented for Neuron"
	lostInShell     = "the device is part of a command of the notebook"
	lostAtAll       = "the device could not be followed everywhere"
)

// inText records that the device is part of a longer text. A message for people does
// not matter, but another device would change a command, a path or a name.
func (tr *trace) inText(text syntax.Node) {
	if !tr.m.Shown(text) {
		tr.lost(lostInText)
	}
}

// asKey handles table[device] and table.get(device). If this file writes out the table,
// its keys are tests of the device; any other table is unknown.
func (tr *trace) asKey(table syntax.Node) {
	value := tr.t.Unparen(table)
	if sym := tr.m.Symbol(value); sym != nil && len(sym.Defs) == 1 {
		value = sym.Defs[0].Value
	}
	if tr.t.Kind(value) != syntax.KindDictionary {
		tr.lost(lostAsKey)
	}
}

// among handles device in names. If names are written out, they are tests of the
// device, or none of them is for CUDA; other collections are unknown.
func (tr *trace) among(n, comparison syntax.Node) {
	operands, ops := tr.t.Comparison(comparison)
	if len(ops) != 1 || ops[0] != "in" && ops[0] != "not in" || operands[0] != n {
		return
	}
	switch names := tr.t.Unparen(operands[1]); tr.t.Kind(names) {
	case syntax.KindTuple, syntax.KindList, syntax.KindSet, syntax.KindDictionary:
	default:
		tr.lost(lostInTest)
	}
}

// otherwise handles operands that pass nothing on, and operands with unknown readers.
func (tr *trace) otherwise(n, p syntax.Node) {
	switch tr.t.Kind(p) {
	case syntax.KindComparison:
		tr.among(n, p)
	case syntax.KindAugmentedAssignment, syntax.KindListSplat, syntax.KindDictionarySplat, syntax.KindSlice,
		syntax.KindFormatSpecifier, syntax.KindFormatExpression:
		tr.lost(lostAtAll)
	}
}

// harmless reports whether a builtin function of Python only shows a value, or asks
// which kind of object it is.
func harmless(api string) bool {
	switch strings.TrimPrefix(api, "builtins.") {
	case "print", "isinstance", "len", "repr", "bool", "type", "id", "callable", "issubclass":
		return true
	}
	return false
}

// taken handles a list of devices passed to a call: one that passes its elements on, or
// code that is not followed.
func (tr *trace) taken(item, container syntax.Node, conf infer.Confidence) {
	call, _, _ := tr.place(container)
	name, _ := tr.m.CallName(call)
	switch {
	case tr.t.Kind(call) != syntax.KindCall, harmless(name), tr.logs(call):
	case tr.parametrize(call, container, conf), tr.started(item, container, conf), tr.offered(item, container, conf),
		tr.fixture(tr.t.Parent(container), conf), tr.handed(call, container, conf):
	default:
		tr.lost(lostInList)
	}
}

// inCommand reports whether a command of the notebook substitutes a variable, unseen by
// Python: !tool --device {device} or %shell tool $device.
func (m *Literals) inCommand(sym *infer.Symbol) bool {
	if m.File == nil || sym.Scope.Kind != scope.Module {
		return false
	}
	for _, command := range m.File.Commands() {
		if fillsIn(command, sym.Name) {
			return true
		}
	}
	return false
}

// fillsIn reports whether a text names a variable after a brace or a dollar sign.
func fillsIn(text, name string) bool {
	for i := 0; i < len(text); {
		j := strings.Index(text[i:], name)
		if j < 0 {
			return false
		}
		i += j
		end := i + len(name)
		if i > 0 && (text[i-1] == '{' || text[i-1] == '$') && (end == len(text) || !isNameByte(text[end])) {
			return true
		}
		i = end
	}
	return false
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
