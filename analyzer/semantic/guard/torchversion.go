package guard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// oldestTorch is the oldest PyTorch that ships with SDK 2.26 or later: code for older
// ones never runs.
var oldestTorch = [...]int{2, 6, 0}

// outdated notes the arms of a condition for versions of PyTorch that no SDK has: nothing
// in them needs a change.
func (b *guardBuilder) outdated(n syntax.Node) {
	if b.t.Kind(n) == syntax.KindConditional {
		body, cond, orelse := b.t.Conditional(n)
		switch b.ofRecentTorch(cond) {
		case infer.Yes:
			b.neverRuns(orelse)
		case infer.No:
			b.neverRuns(body)
		}
		return
	}
	settled := false
	for _, arm := range b.t.Branches(n) {
		if settled {
			b.neverRuns(arm.Body)
			continue
		}
		switch b.ofRecentTorch(arm.Cond) {
		case infer.Yes:
			settled = true
			if kind, leaves := b.leaves(arm.Body); leaves && kind == GuardExit {
				b.out.handled.add(handled{Span: source.Span{Start: b.t.Stop(n), End: b.t.Stop(b.t.Suite(n))}})
			}
		case infer.No:
			b.neverRuns(arm.Body)
		}
	}
}

func (b *guardBuilder) neverRuns(n syntax.Node) {
	b.out.handled.add(handled{Span: b.t.Span(n)})
}

// ofRecentTorch is the outcome of a comparison with the version of PyTorch if it is the
// same for every SDK; it is unknown for other conditions.
func (b *guardBuilder) ofRecentTorch(cond syntax.Node) infer.Truth {
	cond = b.onlyValue(cond)
	if b.t.Kind(cond) == syntax.KindCall {
		name, _ := b.m.CallName(cond)
		if !strings.HasSuffix(name, ".is_torch_version") {
			return infer.Unknown
		}
		op, _ := b.t.StringValue(b.t.Arg(cond, 0, "operation"))
		return sinceOldest(op, b.versionText(b.t.Arg(cond, 1, "version")))
	}
	operands, ops := b.t.Comparison(cond)
	if len(operands) != 2 || !b.isTorchVersion(operands[0]) {
		return infer.Unknown
	}
	return sinceOldest(ops[0], b.versionText(operands[1]))
}

// sinceOldest compares all versions from the oldest one on with another version.
func sinceOldest(op, with string) infer.Truth {
	version, ok := versionOf(with)
	order := slices.Compare(oldestTorch[:], version[:])
	switch {
	case !ok:
	case op == ">=" && order >= 0, op == ">" && order > 0:
		return infer.Yes
	case op == "<" && order >= 0, op == "<=" && order > 0:
		return infer.No
	}
	return infer.Unknown
}

// versionOf takes the first numbers out of a version: 1, 11 and 0 out of 1.11.0a.
func versionOf(text string) (version [len(oldestTorch)]int, ok bool) {
	for i, part := range strings.SplitN(text, ".", len(version)+1) {
		digits := len(part) - len(strings.TrimLeft(part, "0123456789"))
		number, err := strconv.Atoi(part[:digits])
		if err != nil || i == len(version) {
			break
		}
		version[i], ok = number, true
	}
	return version, ok
}

// isTorchVersion reports whether an expression is the version of PyTorch, as a string or
// parsed for a comparison.
func (b *guardBuilder) isTorchVersion(n syntax.Node) bool {
	n = b.parsed(b.onlyValue(n))
	name, _ := b.m.Name(n)
	return name == "torch.__version__" || name == "torch.version.__version__"
}

// versionText is the text of a version given as a constant.
func (b *guardBuilder) versionText(n syntax.Node) string {
	text, _ := b.t.StringValue(b.parsed(b.onlyValue(n)))
	return text
}

// parsed is the text from which a version is parsed.
func (b *guardBuilder) parsed(n syntax.Node) syntax.Node {
	if b.t.Kind(n) != syntax.KindCall {
		return n
	}
	switch name, _ := b.m.CallName(n); name {
	case "packaging.version.parse", "packaging.version.Version", "pkg_resources.parse_version", "pkg_resources.packaging.version.parse",
		"distutils.version.LooseVersion", "distutils.version.StrictVersion":
		return b.onlyValue(b.t.Arg(n, 0, ""))
	}
	return n
}

// onlyValue is the single value of a name; other expressions stay as they are.
func (b *guardBuilder) onlyValue(n syntax.Node) syntax.Node {
	if values := b.m.Alternatives(n); len(values) == 1 && len(b.m.ReachingDefs(n)) <= 1 {
		return b.t.Unparen(values[0])
	}
	return b.t.Unparen(n)
}
