package edit

import (
	"bytes"
	"fmt"
	"strings"
)

// hunk is a run of blocks printed together with the lines around them.
type hunk struct {
	span   block
	blocks []block
}

// writeHunks prints the blocks with context lines around them. Blocks whose
// context would meet share a hunk.
func writeHunks(patch *bytes.Buffer, a, b []string, blocks []block, context int) {
	for len(blocks) > 0 {
		n := 1
		for n < len(blocks) && blocks[n].oldStart-blocks[n-1].oldEnd <= 2*context {
			n++
		}
		before := min(context, blocks[0].oldStart)
		after := min(context, len(a)-blocks[n-1].oldEnd)
		h := hunk{blocks: blocks[:n], span: block{
			blocks[0].oldStart - before, blocks[n-1].oldEnd + after,
			blocks[0].newStart - before, blocks[n-1].newEnd + after,
		}}
		h.write(patch, a, b)
		blocks = blocks[n:]
	}
}

func (h hunk) write(patch *bytes.Buffer, a, b []string) {
	fmt.Fprintf(patch, "@@ -%s +%s @@\n",
		lineRange(h.span.oldStart, h.span.oldEnd), lineRange(h.span.newStart, h.span.newEnd))
	at := h.span.oldStart
	for _, bl := range h.blocks {
		writeLines(patch, ' ', a[at:bl.oldStart])
		writeLines(patch, '-', a[bl.oldStart:bl.oldEnd])
		writeLines(patch, '+', b[bl.newStart:bl.newEnd])
		at = bl.oldEnd
	}
	writeLines(patch, ' ', a[at:h.span.oldEnd])
}

// lineRange is the place of a hunk in one file: the first line, and the number of lines
// unless it is one. An empty range is given by the line before it.
func lineRange(start, end int) string {
	switch end - start {
	case 0:
		return fmt.Sprintf("%d,0", start)
	case 1:
		return fmt.Sprint(start + 1)
	default:
		return fmt.Sprintf("%d,%d", start+1, end-start)
	}
}

func writeLines(patch *bytes.Buffer, mark byte, lines []string) {
	for _, line := range lines {
		patch.WriteByte(mark)
		patch.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			patch.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
