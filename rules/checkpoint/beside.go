package checkpoint

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// savedBeside finds, where a program that evaluates loads a checkpoint, the training
// program beside it that saves the checkpoint read here, with the program's options in
// it.
func (h *holdings) savedBeside() (found *saving) {
	if len(h.first) == 0 || h.p.Model.TextHas(".backward(") || broughtIn(h.p, h.load) {
		return nil
	}
	for _, name := range trainers(h.p.File.Path) {
		h.p.Model.Beside(name, func(in *semantic.Model) {
			if !in.TextHas("torch.save") || in.CallsAny("torch.serialization.add_safe_globals") {
				return
			}
			for dict := range in.Tree.OfKind(syntax.KindDictionary) {
				if found != nil || !isSaved(in, dict) {
					continue
				}
				s := readSaving(h.p.Model, syntax.None, in, dict)
				if s.callee = path.Base(in.Path()); s.object != "" && h.readsOf(s) {
					found = s
				}
			}
		})
		if found != nil {
			return found
		}
	}
	return nil
}

// trainers are the names that a training program may have, by the name of the
// evaluating one: train for evaluate, train_depth for test_depth. There are none where
// the name does not say that it evaluates.
func trainers(file string) []string {
	words := strings.Split(strings.TrimSuffix(path.Base(file), ".py"), "_")
	at := slices.IndexFunc(words, func(word string) bool {
		return slices.Contains([]string{
			"eval", "evaluate", "evaluation", "test", "validate", "infer", "inference", "predict", "demo",
			"sample", "generate", "export", "visualize", "detect",
		}, strings.ToLower(word))
	})
	if at < 0 {
		return nil
	}
	words[at] = "train"
	out := []string{strings.Join(words, "_")}
	for _, name := range []string{"train", "main", "training", "trainer"} {
		if name != out[0] {
			out = append(out, name)
		}
	}
	return out
}
