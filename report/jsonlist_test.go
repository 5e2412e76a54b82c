package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// A document written value by value is the one that is written at once.
func TestWriteJSONList(t *testing.T) {
	type doc struct {
		Name  string `json:"name"`
		Items []any  `json:"items"`
	}
	items := []any{map[string]any{"a": []int{1, 2}, "b": "]\n}\n"}, "<&>", []int{}, map[string]int{}, nil}
	for n := range len(items) + 1 {
		var at, want bytes.Buffer
		if err := writeJSONList(&at, doc{"x", []any{}}, n, func(i int) any { return items[i] }); err != nil {
			t.Fatal(err)
		}
		if err := writeJSON(&want, doc{"x", items[:n]}); err != nil {
			t.Fatal(err)
		}
		if at.String() != want.String() {
			t.Errorf("%d values:\n%s\nwant:\n%s", n, at.String(), want.String())
		}
	}
}

// failing takes so many bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteJSONListFails(t *testing.T) {
	var whole strings.Builder
	write := func(w interface{ Write([]byte) (int, error) }) error {
		return writeJSONList(w, struct{ Items []int }{[]int{}}, 3, func(i int) any { return i })
	}
	if err := write(&whole); err != nil {
		t.Fatal(err)
	}
	for left := range whole.Len() {
		if err := write(&failing{left}); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
