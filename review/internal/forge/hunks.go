package forge

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var header = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// Hunks reads the hunks of one file, as GitHub and GitLab give them: a unified diff
// without the names of the file.
func Hunks(patch string) ([]Hunk, error) {
	var hunks []Hunk
	var old, left, right int // number of the next old line, and lines that are still to come
	for line := range strings.SplitSeq(patch, "\n") {
		if left <= 0 && right <= 0 {
			m := header.FindStringSubmatch(line)
			if m == nil {
				continue // what stands between hunks, and "\ No newline at end of file"
			}
			h, err := hunk(m)
			if err != nil {
				return nil, err
			}
			old, left, right = h.old, h.left, h.right
			hunks = append(hunks, Hunk{First: h.first})
			continue
		}
		h := &hunks[len(hunks)-1]
		switch {
		case strings.HasPrefix(line, "+"):
			h.Old = append(h.Old, 0)
			right--
		case strings.HasPrefix(line, "-"):
			old++
			left--
		case strings.HasPrefix(line, `\`):
		default: // an empty context line may have lost its blank
			h.Old = append(h.Old, old)
			old++
			left--
			right--
		}
	}
	if left > 0 || right > 0 {
		hunks[len(hunks)-1].Old = hunks[len(hunks)-1].Old[:0] // cut off: its lines are not sure
	}
	return hunks, nil
}

type start struct{ old, left, first, right int }

func hunk(m []string) (start, error) {
	var n [4]int
	for i, text := range m[1:] {
		if text == "" {
			n[i] = 1 // a count that is left out
			continue
		}
		var err error
		if n[i], err = strconv.Atoi(text); err != nil {
			return start{}, fmt.Errorf("hunk %q: %w", m[0], err)
		}
	}
	return start{n[0], n[1], n[2], n[3]}, nil
}
