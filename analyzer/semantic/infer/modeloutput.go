package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// isModelOutput reports whether an attribute is a tensor in the output of a Transformers
// model, judged by its name and that of the object: outputs.loss, model(ids).logits.
func (m *Model) isModelOutput(object syntax.Node, t Type, attr string) bool {
	if t.Kind != KindUnknown && (t.Kind != KindTensor || t.Confidence >= Likely) {
		return false
	}
	switch attr {
	case "loss", "logits", "last_hidden_state", "pooler_output", "encoder_last_hidden_state", "start_logits", "end_logits",
		"logits_per_image", "logits_per_text", "image_embeds", "text_embeds":
	default:
		return false
	}
	if !m.ImportsAny("transformers", "peft", "trl") {
		return false
	}
	object = m.Tree.Unparen(object)
	switch m.Tree.Kind(object) {
	case syntax.KindIdentifier:
		name := strings.ToLower(m.Tree.Text(object))
		return strings.HasPrefix(name, "out") || strings.HasSuffix(name, "output") || strings.HasSuffix(name, "outputs") || strings.HasSuffix(name, "_out")
	case syntax.KindCall:
		callee := strings.ToLower(m.Tree.Written(m.Tree.Callee(object)))
		return strings.HasSuffix(callee, "model") || strings.HasSuffix(callee, "encoder") || strings.HasSuffix(callee, "decoder")
	}
	return false
}
