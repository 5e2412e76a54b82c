package edit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// block is a place where two texts differ: lines [oldStart, oldEnd) of the one
// became lines [newStart, newEnd) of the other.
type block struct{ oldStart, oldEnd, newStart, newEnd int }

// Unified is the change from before to after as git apply takes it, with the given
// number of unchanged lines around each change; nil if there is none. Lines
// end in "\n" alone; a "\r" before it is part of the line.
func Unified(path string, before, after []byte, context int) []byte {
	if bytes.Equal(before, after) {
		return nil
	}
	a, b := splitLines(string(before)), splitLines(string(after))
	var patch bytes.Buffer
	path = strings.TrimPrefix(path, "/")
	fmt.Fprintf(&patch, "--- %s\n+++ %s\n", quotePath("a/"+path), quotePath("b/"+path))
	writeHunks(&patch, a, b, blocks(a, b), max(context, 0))
	return patch.Bytes()
}

// splitLines cuts behind every "\n"; the last line may lack one.
func splitLines(text string) []string {
	return slices.Collect(strings.Lines(text))
}

// blocks finds the differences of two texts. It first cuts off their common start and
// end, since most patches change little.
func blocks(a, b []string) []block {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	whole := block{head, len(a) - tail, head, len(b) - tail}
	if size(whole) <= maxShortest {
		return diffShortest(a, b, whole)
	}
	if found := diffWide(a, b, whole); covers(a, b, whole, found) {
		return found
	}
	return []block{whole}
}

// diffShortest finds the blocks within one block that make the shortest patch.
func diffShortest(a, b []string, whole block) []block {
	before := strings.Join(a[whole.oldStart:whole.oldEnd], "")
	after := strings.Join(b[whole.newStart:whole.newEnd], "")
	dmp := &diffmatchpatch.DiffMatchPatch{} // no timeout: the same input gives the same patch
	x, y, table := dmp.DiffLinesToRunes(before, after)
	diffs := dmp.DiffCharsToLines(dmp.DiffMainRunes(x, y, false), table)
	var found []block
	at := block{whole.oldStart, whole.oldStart, whole.newStart, whole.newStart}
	for _, d := range diffs {
		n := strings.Count(d.Text, "\n")
		if d.Text != "" && !strings.HasSuffix(d.Text, "\n") {
			n++
		}
		switch d.Type {
		case diffmatchpatch.DiffDelete:
			at.oldEnd += n
		case diffmatchpatch.DiffInsert:
			at.newEnd += n
		case diffmatchpatch.DiffEqual:
			found = appendBlock(found, at)
			at = block{at.oldEnd + n, at.oldEnd + n, at.newEnd + n, at.newEnd + n}
		}
	}
	found = appendBlock(found, at)
	if !covers(a, b, whole, found) {
		return []block{whole}
	}
	return found
}

func appendBlock(found []block, b block) []block {
	if b.oldStart == b.oldEnd && b.newStart == b.newEnd {
		return found
	}
	return append(found, b)
}

// covers reports whether the texts are the same between the found blocks: a patch that
// does not apply is worse than a long one.
func covers(a, b []string, whole block, found []block) bool {
	oldAt, newAt := whole.oldStart, whole.newStart
	for _, f := range append(slices.Clone(found), block{whole.oldEnd, whole.oldEnd, whole.newEnd, whole.newEnd}) {
		if oldAt > f.oldStart || newAt > f.newStart || f.oldStart > whole.oldEnd || f.newStart > whole.newEnd ||
			!slices.Equal(a[oldAt:f.oldStart], b[newAt:f.newStart]) {
			return false
		}
		oldAt, newAt = f.oldEnd, f.newEnd
	}
	return true
}

// quotePath writes a path as git does: in quotes with escapes if a byte needs
// it, else with a tab behind it if it has a space, so that its end is known.
func quotePath(path string) string {
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= 0x7f }
	if !strings.ContainsFunc(path, special) && utf8.ValidString(path) {
		if strings.Contains(path, " ") {
			path += "\t"
		}
		return path
	}
	var quoted strings.Builder
	quoted.WriteByte('"')
	for i := range len(path) {
		quoted.WriteString(quoteByte(path[i]))
	}
	quoted.WriteByte('"')
	return quoted.String()
}

func quoteByte(c byte) string {
	switch {
	case c == '"' || c == '\\':
		return `\` + string(rune(c))
	case c >= '\a' && c <= '\r':
		return `\` + string("abtnvfr"[c-'\a'])
	case c < ' ' || c >= 0x7f:
		return fmt.Sprintf(`\%03o`, c)
	}
	return string(rune(c))
}
