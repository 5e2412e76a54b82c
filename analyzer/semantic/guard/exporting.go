package guard

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// exportWord is part of the names of functions and flags that ask whether a model is
// being exported.
const exportWord = "export"

// ExportRegions are the parts of the file that run only while a model is written for
// another runtime: if torch.onnx.is_in_onnx_export(), if self.coreml_exportable. Code
// behind an option for export is left out, for then the program itself is about export.
func (m *Control) ExportRegions() (out []Region) {
	if !m.TextHas(exportWord) {
		return nil
	}
	for _, n := range m.Conditions() {
		for _, asked := range m.asksExport(m.Tree.Condition(n)) {
			for _, r := range m.deadBehind(asked, false, m.ruled(asked, true)) {
				out = append(out, Region{Span: r, Guard: m.Tree.Span(asked), Message: "only runs while the model is exported"})
			}
		}
	}
	return out
}

// asksExport are the operands of a condition that ask whether a model is being
// exported, judged by name: calls and attributes of self.
func (m *Control) asksExport(cond syntax.Node) []syntax.Node {
	cond = m.Tree.Unparen(cond)
	switch m.Tree.Kind(cond) {
	case syntax.KindNotOperator:
		return m.asksExport(m.Tree.Child(cond, syntax.FieldArgument))
	case syntax.KindBooleanOperator:
		return slices.Concat(m.asksExport(m.Tree.Child(cond, syntax.FieldLeft)), m.asksExport(m.Tree.Child(cond, syntax.FieldRight)))
	case syntax.KindCall:
		callee := m.Tree.Callee(cond)
		if m.Tree.Kind(callee) == syntax.KindAttribute {
			callee = m.Tree.AttrName(callee)
		}
		if name := m.Tree.View(callee); strings.HasPrefix(name, "is_") && strings.Contains(name, exportWord) {
			return []syntax.Node{cond}
		}
	case syntax.KindAttribute:
		if m.Tree.View(m.Tree.Object(cond)) == "self" && namesExport(m.Tree.View(m.Tree.AttrName(cond))) {
			return []syntax.Node{cond}
		}
	}
	return nil
}

// namesExport reports whether a flag is named after export: export, onnx_export,
// exporting, exportable.
func namesExport(name string) bool {
	for word := range strings.SplitSeq(name, "_") {
		switch word {
		case exportWord, "exporting", "exportable":
			return true
		}
	}
	return false
}
