package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// SeedForm classifies a string literal; ok is false if its text is not that of
// a CUDA device.
func (m *Model) SeedForm(n syntax.Node) (form SourceForm, index string, ok bool) {
	var text strings.Builder
	computed := false
	for _, p := range m.Tree.FormatParts(n) {
		if p.Node != syntax.None {
			text.WriteString("{}")
			computed = true
			continue
		}
		text.WriteString(p.Text)
	}
	s := text.String()
	if !IsCUDAText(s) {
		return 0, "", false
	}
	_, index, colon := strings.Cut(s, ":")
	switch {
	case !colon:
		return FormPlain, "", true
	case computed || index == "" || strings.ContainsAny(index, "%{"):
		return FormComputed, "", true
	}
	return FormIndexed, index, true
}

// IsCUDAText reports whether s spells a CUDA device; {} stands for an inserted value.
func IsCUDAText(s string) bool {
	rest, ok := strings.CutPrefix(s, "cuda")
	if !ok || rest == "" {
		return ok
	}
	index, ok := strings.CutPrefix(rest, ":")
	if !ok {
		return false
	}
	return index == "" || index == "%d" || index == "%s" || allDigits(index) ||
		index[0] == '{' && strings.IndexByte(index, '}') == len(index)-1
}

// SourceForm says how a device string is written.
type SourceForm uint8

const (
	// FormPlain is "cuda".
	FormPlain SourceForm = iota
	// FormIndexed is "cuda:0".
	FormIndexed
	// FormComputed is f"cuda:{rank}", "cuda:%d" % i, "cuda:" + str(i).
	FormComputed
)

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
