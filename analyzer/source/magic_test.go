package source

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestMask(t *testing.T) {
	for _, tc := range []struct{ name, cell, want string }{
		{"Python", "x = a % b\ny = a != b\nz = {1: '!ls'}\n", "x = a % b\ny = a != b\nz = {1: '!ls'}\n"},
		{"line magic", "%matplotlib inline\nx\n", "                  \nx\n"},
		{"shell", "!ls it's \"here\nx\n", "              \nx\n"},
		{"two escapes", "!!ls\n??x\n", "    \n   \n"},
		{"autocall", "/f a\n,f a\n;f a\n", "    \n    \n    \n"},
		{"in a block", "if x:\n    !ls\n    %cd\n", "if x:\n    ___\n    ___\n"},
		{"continued", "!pip \\\n  a \\\n  b\nx\n", "      \n     \n   \nx\n"},
		{"continued, CRLF", "!pip \\\r\n  b\r\nx\r\n", "      \r\n   \r\nx\r\n"},
		{"help", "x?\na.b??\n?c\n%d?\nx[0]? \n", "  \n     \n  \n   \n      \n"},
		{"no help", "x = '?'\ny  # why?\n# really?\nz = (1 # ?\n)\n", "x = '?'\ny  # why?\n# really?\nz = (1 # ?\n)\n"},
		{"help in a block", "if x:\n    y?\n", "if x:\n    __\n"},
		{"assigned", "x = !ls -l\ny: list = %who_ls\na, b.c = !ls\nd = e = !ls\n", "x = ______\ny: list = _______\na, b.c = ___\nd = e = ___\n"},
		{"assigned and continued", "x = !ls \\\n  -l\ny\n", "x = _____\n    \ny\n"},
		{"no assignment", "f(a= !b)\nx == y % z\nx %= y\nx = y %z\n", "f(a= !b)\nx == y % z\nx %= y\nx = y %z\n"},
		{"timed", "%time x = f()\n%timeit -n 10 -r2 -q g(a)\n  %time h()\n", "_____;x = f()\n____________________;g(a)\n  _____;h()\n"},
		{"timed question", "%time x?\ny = %time z?\n", "        \n            \n"},
		{"timed value", "x = %time f('#')\n", "x =       f('#')\n"},
		{"timed nothing", "%time\n%timeit  \n", "     \n         \n"},
		{"without a percent sign", "pip install -U a\ncd ..\nrm -r b\nload_ext c\nx\n", "                \n     \n       \n          \nx\n"},
		{"in a block without a percent sign", "if x:\n    pip install a\n", "if x:\n    _____________\n"},
		{"timed without a percent sign", "timeit f(a)\ntime x = g()\ntimeit -n 1 h()\n", "______;f(a)\n____;x = g()\n___________;h()\n"},
		{
			"names of magics", "time = a\ntime.b()\ntime\nrun(c)\nls -1\nenv -x\ncat in d\nrun if e else f\nstore is g\nhistory, h = i\nload[j]\nsave: int\ncat * b\ncp (d)\n",
			"time = a\ntime.b()\ntime\nrun(c)\n     \nenv -x\ncat in d\nrun if e else f\nstore is g\nhistory, h = i\nload[j]\nsave: int\ncat * b\ncp (d)\n",
		},
		{"prompts", ">>> if x:\n...     y\n>>> !ls\n", "    if x:\n        y\n    ___\n"},
		{"numbered prompts", "\nIn [12]: if x:\n    ...:     y\n", "\n         if x:\n             y\n"},
		{"no prompts", "x = '''\n>>> y\n'''\n", "x = '''\n>>> y\n'''\n"},
		{"timed in one value alone", "x = time y\n", "x = time y\n"},
		{"other lines that begin so", "x = (a\n  % b)\ny = a \\\n  % b\ns = '''\n%cd\n!ls\n'''\n", "x = (a\n  % b)\ny = a \\\n  % b\ns = '''\n%cd\n!ls\n'''\n"},
		{"strings", "a = 'it\\'s'\n%cd\nb = r'\\'\n%cd\nc = \"\"\"\\\"\"\"\"\n%cd\n", "a = 'it\\'s'\n   \nb = r'\\'\n   \nc = \"\"\"\\\"\"\"\"\n   \n"},
		{"string not closed", "a = 'b\n%cd\n", "a = 'b\n   \n"},
		{"bracket not closed", "f(\n%cd\n", "f(\n%cd\n"},
		{"bracket not opened", "f)\n%cd\n", "f)\n   \n"},
		{"no last line end", "x\n%cd", "x\n   "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := []byte(tc.cell)
			masks := mask(text)
			if string(text) != tc.want {
				t.Errorf("got %q, want %q", text, tc.want)
			}
			checkMasks(t, []byte(tc.cell), text, masks)
		})
	}
}

// checkMasks fails unless the texts are the same outside the masks and have the
// same lines.
func checkMasks(t *testing.T, before, after []byte, masks []Span) {
	t.Helper()
	before = bytes.Clone(before)
	end := 0
	for _, m := range masks {
		if m.Start < end || m.Len() <= 0 || m.End > len(after) || bytes.ContainsAny(before[m.Start:m.End], "\n") {
			t.Fatalf("masks are %v", masks)
		}
		end = m.End
		copy(before[m.Start:m.End], after[m.Start:m.End])
	}
	if !bytes.Equal(before, after) {
		t.Errorf("%q changed outside the masks %v", after, masks)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("x = !ls \\\n y\n%time f('''\\\r\n''')?\n  %cd\n")
	f.Fuzz(func(t *testing.T, cell string) {
		text := []byte(cell)
		masks := mask(text)
		checkMasks(t, []byte(cell), text, masks)
	})
}

// TestCommandsOnOneLineAreMaskedInLine checks cells that are one long line of commands:
// four times as many take four times as long and not sixteen times.
func TestCommandsOnOneLineAreMaskedInLine(t *testing.T) {
	const n, most, attempts = 20_000, 8, 3
	masking := func(unit string, n int) time.Duration {
		text := []byte(strings.Repeat(unit, n))
		start := time.Now()
		mask(text)
		return max(time.Since(start), 5*time.Millisecond)
	}
	for _, unit := range []string{"x = %time ", "x = %timeit -n 2 y = ", "%time ", "%", "=!", "? ", "x; ", "(", "'a' ", "# ", "pip "} {
		ratio := most + 1.0
		for range attempts { // a busy machine makes some runs slower, and none faster
			if ratio = float64(masking(unit, 4*n)) / float64(masking(unit, n)); ratio <= most {
				break
			}
		}
		if ratio > most {
			t.Errorf("%q: %d take %.1f times as long as %d", unit, 4*n, ratio, n)
		}
	}
}

func TestCellMagic(t *testing.T) {
	for cell, want := range map[string]string{
		"x\n%%time\n":         "x\n%%time\n",
		"%%time\nx\n":         "x\n",
		"\n \n  %%time -q\nx": "x",
		"%%timeit setup()\nx": "x",
		"%%capture out\n":     "",
		"%%time":              "",
		"%%bash\nx\n":         "",
		"%%writefile a.py\nx": "",
		"%%python\nx":         "",
		"%%timeless\nx":       "",
		"%%!\nls":             "",

		"#@title A\n%%bash --out b\nls":               "",
		"# why\n\n  # and\n%%time\nx":                 "x",
		"%%time\n%%capture out\nx\n":                  "x\n",
		"%%time\n\n# why\n%%timeit -n 1\n%%prun\nx\n": "x\n",
		"%%time\n%%bash\nls":                          "",
		"#@title A\nx\n%%time\n":                      "#@title A\nx\n%%time\n",
		"# nothing else":                              "# nothing else",
		"# nothing\n":                                 "# nothing\n",
	} {
		size, lines := cellMagic([]byte(cell))
		if got := cell[size:]; got != want {
			t.Errorf("%q: %q is left, want %q", cell, got, want)
		}
		if want := strings.Count(cell[:size], "\n"); size < len(cell) && lines != want {
			t.Errorf("%q: %d lines are left out, want %d", cell, lines, want)
		}
	}
}
