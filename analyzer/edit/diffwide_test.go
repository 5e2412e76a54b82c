package edit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// unlike is a text of n lines of which every second is the same.
func unlike(n int, line string) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = "same()\n"
		if i%2 == 0 {
			lines[i] = fmt.Sprintf(line, i)
		}
	}
	return lines
}

// A patch of a text of many lines has no more of them than were changed, whether
// they are repeated or stand there once, and whether lines were replaced, added or
// taken away.
func TestWideDiffsAreSmall(t *testing.T) {
	for name, line := range map[string]string{"single": "x%d = 1\n", "repeated": "torch.zeros(2).cuda() # %[1]T\n"} {
		t.Run(name, func(t *testing.T) {
			before := unlike(2*maxShortest, line)
			after, changed := []string{"import os\n"}, 1
			for i, text := range before {
				switch {
				case i%1000 == 3: // is gone
					changed++
				case i%1000 == 500:
					after, changed = append(after, "new()\n", text), changed+1
				case i%2 == 0 && i%100 == 0:
					after, changed = append(after, "y = 2\n"), changed+2
				default:
					after = append(after, text)
				}
			}
			patch := Unified("a.py", []byte(strings.Join(before, "")), []byte(strings.Join(after, "")), 0)
			got := bytes.Count(patch, []byte("\n+")) + bytes.Count(patch, []byte("\n-")) - 1
			if got < changed-2 || got > changed+changed/50 {
				t.Errorf("%d lines differ, the patch has %d", changed, got)
			}
		})
	}
}

// Where all lines of a text differ, nobody looks for the shortest patch, which takes
// the square of them.
func TestWideDiffsEndSoon(t *testing.T) {
	const n = 200_000
	before, after := strings.Repeat("torch.zeros(2).cuda()\n", n), strings.Repeat("torch.zeros(2).to('neuron')\n", n)
	done := make(chan []byte, 1)
	go func() { done <- Unified("a.py", []byte(before), []byte(after), 3) }()
	select {
	case patch := <-done:
		if want := fmt.Sprintf("@@ -1,%d +1,%d @@\n", n, n); !bytes.Contains(patch, []byte(want)) {
			t.Errorf("%.200s", patch)
		}
	case <-time.After(time.Minute):
		t.Error("it takes longer than a minute")
	}
}

// Whatever the lines, the texts are the same between the blocks.
func TestWideDiffsCover(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		kinds := 1 + random.IntN(200)
		lines := func() []string {
			list := make([]string, random.IntN(900))
			for i := range list {
				list[i] = fmt.Sprintf("%d\n", random.IntN(kinds))
			}
			return list
		}
		a, b := lines(), lines()
		if random.IntN(2) == 0 {
			b = append(append([]string(nil), a[:len(a)/2]...), b...)
		}
		whole := block{0, len(a), 0, len(b)}
		if found := diffWide(a, b, whole); !covers(a, b, whole, found) {
			t.Fatalf("%q\n%q\n%v", a, b, found)
		}
	}
}
