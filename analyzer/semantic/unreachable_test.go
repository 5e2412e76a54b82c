package semantic

import (
	"strings"
	"testing"
)

// TestUnreachable says what nobody runs, so that nothing in it needs a change.
func TestUnreachable(t *testing.T) {
	const use = "class A:\n    def run(self):\n        if self.on:\n            assert False, 'not yet'\n            self._work()\n    def _work(self):\n        «x»\n"
	for _, tt := range []struct {
		name, src string
		want      bool
	}{
		{"behind an assertion that fails", "def f():\n    assert False\n    «x»\n", true},
		{"behind a raise", "def f():\n    raise ValueError()\n    «x»\n", true},
		{"in a private method used there alone", use, true},
		{"in a private method used elsewhere too", use + "    def go(self):\n        self._work()\n", false},
		{"in a public method", strings.ReplaceAll(use, "_work", "work"), false},
		{"in a private method that nothing uses", "class A:\n    def f(self):\n        assert False\n        pass\n    def _work(self):\n        «x»\n", false},
		{"behind an assertion that may hold", "def f(a):\n    assert a\n    «x»\n", false},
		{"behind one in another suite", "def f(a):\n    if a:\n        assert False\n    «x»\n", false},
		{"before it", "def f():\n    «x»\n    raise ValueError()\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := read(t, tt.src)
			s.equal("handled", s.GuardedForNeuron(s.marks[0]), tt.want)
		})
	}
}
